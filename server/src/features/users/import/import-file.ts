import type { SystemContext } from '../../../identity/caller/caller.ts';
import { transact } from '../../../platform/db/transact.ts';
import { record } from '../../../records/audit/record.ts';
import { type ImportCounts, type ImportInput, importRecords } from './import-records.ts';
import { readRecords } from './read-records.ts';

/** At the command line: a file of any size, with one entry for all of it. */
export async function importFromFile(
  context: SystemContext,
  { path, ...input }: ImportInput & { path: string },
): Promise<ImportCounts> {
  const counts = { imported: 0, alreadyThere: 0, refused: 0 };
  const progress: Progress = (now, bytesRead) => {
    Object.assign(counts, now);
    input.progress?.(now, bytesRead);
  };
  try {
    await importRecords(context, await readRecords(path), { ...input, progress });
  } finally {
    if (!input.dryRun && counts.imported > 0) await conclude(context, { from: input.from, ...counts });
  }
  return counts;
}

type Progress = NonNullable<ImportInput['progress']>;

async function conclude({ deps, origin }: SystemContext, metadata: object): Promise<void> {
  await transact(deps, (tx) =>
    record(tx, origin, { action: 'ADMIN_USERS_IMPORTED', user: null, metadata: { ...metadata } }),
  );
}
