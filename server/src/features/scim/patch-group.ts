import { type BadValue, badValue, fieldsOf, readText } from './attributes.ts';
import { type BadPatch, badSyntax, type Operation, readFields, readOperations } from './operations.ts';

/** What a directory may write of a group. Undefined: it didn't say. */
export type GroupChanges = {
  displayName?: string;
  externalId?: string | null;
  /** True: all members before these end. */
  replaces: boolean;
  added: Set<string>;
  removed: Set<string>;
};

/** What a PATCH says of a group, all of it or nothing. */
export function readGroupPatch(body: object): GroupChanges | BadPatch {
  const operations = readOperations(body);
  return 'refused' in operations ? operations : collect(operations);
}

/** What a whole resource says of a group. */
export function readGroup(body: object): GroupChanges | BadPatch {
  const operations = readFields('replace', body);
  return 'refused' in operations ? operations : collect(operations);
}

function collect(operations: readonly Operation[]): GroupChanges | BadPatch {
  const changes: GroupChanges = { replaces: false, added: new Set(), removed: new Set() };
  for (const operation of operations) {
    const refused = note(changes, operation);
    if (refused) return refused;
  }
  return changes;
}

function note(changes: GroupChanges, operation: Operation): BadPatch | undefined {
  const { op, path, value } = operation;
  const isEmpty = op === 'remove' || value === null || value === undefined || value === '';
  if (path.attribute === 'members') return noteMembers(changes, operation);
  if (path.attribute === 'displayname') {
    const name = isEmpty ? '' : readText('displayName', value);
    if (typeof name !== 'string') return name;
    if (name === '') return badValue('displayName must not be empty.');
    changes.displayName = name;
  }
  if (path.attribute === 'externalid') {
    const externalId = isEmpty ? null : readText('externalId', value);
    if (externalId !== null && typeof externalId !== 'string') return externalId;
    changes.externalId = externalId || null;
  }
  return undefined;
}

/** In the order of the operations: a later one wins. */
function noteMembers(changes: GroupChanges, { op, path, value }: Operation): BadPatch | undefined {
  const named = path.where?.get('value');
  if (path.where && typeof named !== 'string') return badSyntax('Members are found by their value.');
  // Such as members[value eq "…"].display: only who is a member is kept.
  if (path.part && path.part !== 'value') return undefined;
  const isAll = op === 'remove' && named === undefined && (value === undefined || value === null);
  const ids = typeof named === 'string' ? [named] : isAll || value === null ? [] : readMembers(value);
  if ('refused' in ids) return ids;
  if (isAll || (op === 'replace' && named === undefined)) {
    changes.replaces = true;
    changes.added.clear();
    changes.removed.clear();
  }
  for (const id of ids) {
    const [to, from] = op === 'remove' ? [changes.removed, changes.added] : [changes.added, changes.removed];
    to.add(id);
    from.delete(id);
  }
  return undefined;
}

function readMembers(value: unknown): string[] | BadValue {
  const ids: string[] = [];
  for (const entry of Array.isArray(value) ? value : [value]) {
    const id =
      typeof entry === 'object' && entry !== null && !Array.isArray(entry)
        ? fieldsOf(entry).get('value')
        : entry;
    if (typeof id !== 'string') return badValue('Each member has a value, the id of a user.');
    ids.push(id);
  }
  return ids;
}
