import {
  type BadValue,
  badValue,
  chooseEmail,
  noteAttribute,
  type PersonChanges,
  readText,
} from './attributes.ts';
import { truthOf } from './filter.ts';
import { type BadPatch, noTarget, type Operation, readFields, readOperations } from './operations.ts';
import type { Path } from './paths.ts';

/** What a PATCH says of a person, all of it or nothing. `email`: the address the person has now. */
export function readPersonPatch(body: object, email: string | undefined): PersonChanges | BadPatch {
  const operations = readOperations(body);
  return 'refused' in operations ? operations : collect(operations, email);
}

/** What a whole resource says of a person. */
export function readPerson(body: object): PersonChanges | BadPatch {
  const operations = readFields('replace', body);
  return 'refused' in operations ? operations : collect(operations, undefined);
}

function collect(operations: readonly Operation[], email: string | undefined): PersonChanges | BadPatch {
  const changes: PersonChanges = {};
  for (const operation of operations) {
    const refused =
      operation.path.attribute === 'emails'
        ? noteEmails(changes, operation, email)
        : note(changes, operation);
    if (refused) return refused;
  }
  return changes;
}

function note(changes: PersonChanges, { op, path, value }: Operation): BadPatch | undefined {
  const name = path.part ? `${path.attribute}.${path.part}` : path.attribute;
  return noteAttribute(changes, name, op === 'remove' ? null : value);
}

/** An account always has an address: removing it changes nothing. Other addresses than the kept one are ignored. */
function noteEmails(
  changes: PersonChanges,
  { op, path, value }: Operation,
  email: string | undefined,
): BadPatch | undefined {
  if (op === 'remove' || value === null) return undefined;
  const match = matches(path, changes.email ?? email);
  if (match === 'other') return undefined;
  if (match === 'none') return noTarget('No address matches the path.');
  if (path.part && path.part !== 'value') return undefined;
  const isOne = path.part === 'value' || path.where !== undefined;
  const chosen = isOne ? readOne(path, value) : chooseEmail(value, op === 'add' ? 'own' : 'any');
  if (chosen === undefined) return undefined;
  if (typeof chosen !== 'string') return chosen;
  changes.email = chosen;
  return undefined;
}

function readOne({ part }: Path, value: unknown): string | undefined | BadValue {
  if (part !== 'value') return chooseEmail(value);
  if (value === '') return undefined;
  return typeof value === 'string'
    ? readText('emails.value', value)
    : badValue('An address must be a string.');
}

/** Whether a path names the one address that is kept. */
function matches({ where }: Path, email: string | undefined): 'kept' | 'other' | 'none' {
  if (!where) return 'kept';
  for (const [name, wanted] of where) {
    if (name === 'type' && String(wanted).toLowerCase() !== 'work') return 'other';
    if (name === 'primary' && truthOf(wanted) !== true) return 'other';
    if (name === 'value' && String(wanted).toLowerCase() !== email?.toLowerCase()) return 'none';
  }
  return 'kept';
}
