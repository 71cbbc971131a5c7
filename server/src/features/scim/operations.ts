import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type BadPath, type BadValue, badPath, fieldsOf } from './attributes.ts';
import { type Path, readPath } from './paths.ts';

export type BadSyntax = Refusal<'SCIM_INVALID_SYNTAX'>;
type NoTarget = Refusal<'SCIM_NO_TARGET'>;
export type BadPatch = BadSyntax | NoTarget | BadPath | BadValue;

/** One change of a PATCH to one attribute. */
export type Operation = { op: 'add' | 'replace' | 'remove'; path: Path; value: unknown };

export const badSyntax = (description: string): BadSyntax =>
  refuse('SCIM_INVALID_SYNTAX', { details: { description } });
export const noTarget = (description: string): NoTarget =>
  refuse('SCIM_NO_TARGET', { details: { description } });

/** The changes of a PATCH body, each with a path: without one, every field of the value names its own. */
export function readOperations(body: object): Operation[] | BadPatch {
  const list = fieldsOf(body).get('operations');
  if (!Array.isArray(list)) return badSyntax('Operations must be a list.');
  const operations: Operation[] = [];
  for (const entry of list) {
    const read = readOperation(entry);
    if ('refused' in read) return read;
    operations.push(...read);
  }
  return operations;
}

function readOperation(entry: unknown): Operation[] | BadPatch {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return badSyntax('Each operation is an object.');
  const fields = fieldsOf(entry);
  const op = readOp(fields.get('op'));
  if (!op) return badSyntax('op is add, replace or remove.');
  const path = fields.get('path');
  const value = fields.get('value');
  if (path !== undefined && path !== null && path !== '') return readTargeted(op, path, value);
  if (op === 'remove') return noTarget('remove needs a path.');
  return readFields(op, value);
}

function readOp(value: unknown): Operation['op'] | undefined {
  const op = typeof value === 'string' ? value.toLowerCase() : '';
  return op === 'add' || op === 'replace' || op === 'remove' ? op : undefined;
}

function readTargeted(op: Operation['op'], written: unknown, value: unknown): Operation[] | BadPath {
  if (typeof written !== 'string') return badPath('path must be a string.');
  const path = readPath(written);
  if (!path) return [];
  return 'refused' in path ? path : [{ op, path, value }];
}

/** The fields of a resource, or of a PATCH without a path. A field may itself be a path, as Entra ID sends. */
export function readFields(op: 'add' | 'replace', value: unknown): Operation[] | BadPatch {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return badSyntax('Without a path, the value is an object.');
  const operations: Operation[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (isCoreSchema(name)) {
      const inner = readFields(op, field);
      if ('refused' in inner) return inner;
      operations.push(...inner);
      continue;
    }
    const path = readPath(name);
    // A name that no schema could have is as unknown as any other.
    if (path && !('refused' in path)) operations.push({ op, path, value: field });
  }
  return operations;
}

const isCoreSchema = (name: string) => /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)$/i.test(name);
