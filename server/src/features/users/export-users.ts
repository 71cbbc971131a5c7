import { csvLine } from '@latchkey/contract';
import type { SystemContext } from '../../identity/caller/caller.ts';
import { type ExportedUser, nextUsers } from './export-store.ts';

export type ExportInput = { format: 'jsonl' | 'csv'; withPasswordHashes: boolean };

const batchSize = 1000;
const columns = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'emailVerified',
  'createdAt',
  'publicMetadata',
  'privateMetadata',
] as const satisfies (keyof ExportedUser)[];

/** All users, in the form the import reads, one batch at a time. */
export async function* exportUsers({ deps }: SystemContext, input: ExportInput): AsyncGenerator<string> {
  const { format, withPasswordHashes } = input;
  const shown: (keyof ExportedUser)[] = withPasswordHashes ? [...columns, 'passwordHash'] : [...columns];
  if (format === 'csv') yield csvLine(shown);
  let after: string | undefined;
  do {
    const users = await nextUsers(deps.sql, after, batchSize);
    yield users.map((user) => lineOf(user, shown, format)).join('');
    after = users.length === batchSize ? users.at(-1)?.id : undefined;
  } while (after);
}

function lineOf(user: ExportedUser, shown: (keyof ExportedUser)[], format: 'jsonl' | 'csv'): string {
  if (format === 'csv') return csvLine(shown.map((name) => user[name]));
  return `${JSON.stringify(Object.fromEntries(shown.map((name) => [name, user[name]])))}\n`;
}
