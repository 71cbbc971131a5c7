import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isStorable, truthOf } from './filter.ts';

/** What a directory may write of a person. Undefined: it didn't say. Null: it cleared that. */
export type PersonChanges = {
  userName?: string;
  externalId?: string | null;
  displayName?: string | null;
  preferredLanguage?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  email?: string;
  active?: boolean;
};

export type BadValue = Refusal<'SCIM_INVALID_VALUE'>;
export type BadPath = Refusal<'SCIM_INVALID_PATH'>;

export const badValue = (description: string): BadValue =>
  refuse('SCIM_INVALID_VALUE', { details: { description } });
export const badPath = (description: string): BadPath =>
  refuse('SCIM_INVALID_PATH', { details: { description } });

const maxLength = 255;
const maxNameLength = 100;

/** Text as it is kept. */
export function readText(name: string, value: unknown, max = maxLength): string | BadValue {
  if (typeof value !== 'string') return badValue(`${name} must be a string.`);
  const text = value.trim();
  if (text.length > max) return badValue(`${name} has at most ${max} characters.`);
  return isStorable(text) ? text : badValue(`${name} has a character that can't be stored.`);
}

type Email = { value: unknown; isPrimary: boolean; isWork: boolean };

function readEmail(entry: unknown): Email {
  if (typeof entry !== 'object' || entry === null) return { value: entry, isPrimary: false, isWork: false };
  const fields = fieldsOf(entry);
  const type = fields.get('type');
  return {
    value: fields.get('value'),
    isPrimary: truthOf(fields.get('primary')) === true,
    isWork: typeof type === 'string' && type.toLowerCase() === 'work',
  };
}

/**
 * The one address that is kept: the primary one, else the one for work, else the first. An address that is added beside
 * others (`only: 'own'`) must be one of the first two. Undefined: none was sent.
 */
export function chooseEmail(value: unknown, only: 'any' | 'own' = 'any'): string | undefined | BadValue {
  const list = (Array.isArray(value) ? value : [value]).map(readEmail);
  const chosen =
    list.find(({ isPrimary }) => isPrimary) ??
    list.find(({ isWork }) => isWork) ??
    (only === 'any' ? list[0] : undefined);
  if (!chosen || chosen.value === undefined || chosen.value === null || chosen.value === '') return undefined;
  return readText('emails.value', chosen.value);
}

/** The fields of an object by their names in lower case: SCIM's names have no case. */
export function fieldsOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

const nullable: ReadonlyMap<string, 'externalId' | 'displayName' | 'preferredLanguage'> = new Map([
  ['externalid', 'externalId'],
  ['displayname', 'displayName'],
  ['preferredlanguage', 'preferredLanguage'],
] as const);
const names: ReadonlyMap<string, 'givenName' | 'familyName'> = new Map([
  ['name.givenname', 'givenName'],
  ['name.familyname', 'familyName'],
] as const);

/**
 * Notes a value under its plain name, in lower case. Names that aren't kept are ignored. An empty or null value clears;
 * what must not be empty, such as active, keeps its value.
 */
export function noteAttribute(changes: PersonChanges, name: string, value: unknown): BadValue | undefined {
  const isEmpty = value === undefined || value === null || value === '';
  if (name === 'username')
    return isEmpty ? badValue('userName must not be empty.') : noteUserName(changes, value);
  if (name === 'active') return isEmpty ? undefined : noteActive(changes, value);
  const optional = nullable.get(name) ?? names.get(name);
  if (optional) {
    const max = names.has(name) ? maxNameLength : maxLength;
    const text = isEmpty ? null : readText(optional, value, max);
    if (text !== null && typeof text !== 'string') return text;
    changes[optional] = text || null;
    return undefined;
  }
  return name === 'name' ? noteName(changes, value) : undefined;
}

function noteUserName(changes: PersonChanges, value: unknown): BadValue | undefined {
  const text = readText('userName', value);
  if (typeof text !== 'string') return text;
  if (text === '') return badValue('userName must not be empty.');
  changes.userName = text;
  return undefined;
}

function noteActive(changes: PersonChanges, value: unknown): BadValue | undefined {
  const truth = truthOf(value);
  if (truth === undefined) return badValue('active is true or false.');
  changes.active = truth;
  return undefined;
}

/** Its parts; null clears both. */
function noteName(changes: PersonChanges, value: unknown): BadValue | undefined {
  if (value === null || value === undefined) {
    changes.givenName = null;
    changes.familyName = null;
    return undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) return badValue('name must be an object.');
  for (const [part, inner] of fieldsOf(value)) {
    const refused = noteAttribute(changes, `name.${part}`, inner);
    if (refused) return refused;
  }
  return undefined;
}
