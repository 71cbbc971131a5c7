import { type Refusal, refuse } from '../../platform/refusal.ts';

/** What a list can be narrowed by. All of the conditions must hold. */
export type Condition =
  | { attribute: 'id' | 'userName' | 'externalId' | 'email' | 'displayName'; value: string }
  | { attribute: 'active'; value: boolean };

export type BadFilter = Refusal<'SCIM_INVALID_FILTER'>;

const maxLength = 512;
const core = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;
const workOnly = /^emails\[\s*type\s+eq\s+"work"\s*\]\.value$/;

/** By the name as a filter writes it, in lower case. */
const attributesOf = {
  User: new Map<string, Condition['attribute']>([
    ['id', 'id'],
    ['username', 'userName'],
    ['externalid', 'externalId'],
    ['active', 'active'],
    ['emails', 'email'],
    ['emails.value', 'email'],
  ]),
  Group: new Map<string, Condition['attribute']>([
    ['id', 'id'],
    ['displayname', 'displayName'],
    ['externalid', 'externalId'],
  ]),
};

// A path, which may have one bracketed filter; an operator; a string, true or false.
const comparison = /^\s*([a-z][\w.:$-]*(?:\[[^\]]*\](?:\.\w+)?)?)\s+(\w+)\s+("(?:[^"\\]|\\.)*"|true|false)/i;
const conjunction = /^\s+and\s+/i;

const bad = (description: string) => refuse('SCIM_INVALID_FILTER', { details: { description } });

/** Reads `userName eq "ada" and active eq true`. Everything else that RFC 7644 knows is refused. */
export function readFilter(text: string, resource: keyof typeof attributesOf): Condition[] | BadFilter {
  if (text.length > maxLength) return bad(`A filter has at most ${maxLength} characters.`);
  const conditions: Condition[] = [];
  let rest = text;
  for (;;) {
    const match = comparison.exec(rest);
    const [all, path = '', operator = '', value = ''] = match ?? [];
    if (!all) return bad('Only comparisons with eq, joined by and, are supported.');
    const condition = readComparison(path, operator, value, resource);
    if ('refused' in condition) return condition;
    conditions.push(condition);
    rest = rest.slice(all.length);
    if (rest.trim() === '') return conditions;
    const joint = conjunction.exec(rest)?.[0];
    if (!joint) return bad('Only comparisons with eq, joined by and, are supported.');
    rest = rest.slice(joint.length);
  }
}

function readComparison(
  path: string,
  operator: string,
  written: string,
  resource: keyof typeof attributesOf,
): Condition | BadFilter {
  if (operator.toLowerCase() !== 'eq') return bad('Only the operator eq is supported.');
  const name = path.toLowerCase().replace(core, '');
  const bracketed = resource === 'User' && workOnly.test(name);
  const attribute = attributesOf[resource].get(bracketed ? 'emails.value' : name);
  if (!attribute) return bad('This attribute cannot be filtered by.');
  const value = readValue(written);
  if (attribute === 'active') {
    const truth = truthOf(value);
    return truth === undefined ? bad('active is true or false.') : { attribute, value: truth };
  }
  if (typeof value !== 'string') return bad('Compare this attribute with a string.');
  return isStorable(value) ? { attribute, value } : bad('No value has such a character.');
}

/** As JSON, with its escapes. Undefined for a string that isn't valid there. */
function readValue(written: string): string | boolean | undefined {
  if (!written.startsWith('"')) return written.toLowerCase() === 'true';
  try {
    return String(JSON.parse(written));
  } catch {
    return undefined;
  }
}

/** PostgreSQL can't store NUL, and UTF-8 can't encode a lone surrogate. */
export const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/** Some directories send truth values as text, such as "False". */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.toLowerCase();
  return text === 'true' || (text === 'false' ? false : undefined);
}
