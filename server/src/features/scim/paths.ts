import { type BadPath, badPath } from './attributes.ts';
import { truthOf } from './filter.ts';

/** What a path of a PATCH names: an attribute, one of its values, or a part of them. Names are in lower case. */
export type Path = {
  attribute: string;
  /** What the values in brackets must equal, by name. */
  where: Map<string, string | boolean> | undefined;
  part: string | undefined;
};

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i;
const path = /^([a-z$_][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$_][\w$-]*))?$/i;
const condition = /^\s*([a-z]\w*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*$/i;

/** Undefined for a name of another schema, which is not kept here. */
export function readPath(text: string): Path | BadPath | undefined {
  const name = text.trim().replace(core, '');
  if (/^urn:/i.test(name)) return undefined;
  const [all, attribute = '', brackets, part] = path.exec(name) ?? [];
  if (!all) return badPath('The path is not valid.');
  const where = brackets === undefined ? undefined : readConditions(brackets);
  if (where && 'refused' in where) return where;
  return { attribute: attribute.toLowerCase(), where, part: part?.toLowerCase() };
}

function readConditions(text: string): Map<string, string | boolean> | BadPath {
  const conditions = new Map<string, string | boolean>();
  for (const each of text.split(/\s+and\s+/i)) {
    const [all, name = '', written = ''] = condition.exec(each) ?? [];
    const value = all ? readValue(written) : undefined;
    if (value === undefined)
      return badPath('Only comparisons with eq, joined by and, are supported in a path.');
    conditions.set(name.toLowerCase(), value);
  }
  return conditions;
}

function readValue(written: string): string | boolean | undefined {
  if (!written.startsWith('"')) return truthOf(written);
  try {
    return String(JSON.parse(written));
  } catch {
    return undefined;
  }
}
