import { permissions } from '@latchkey/contract';
import { type Context, may } from '../../identity/caller/caller.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Candidate, Fault } from '../users/import/candidate.ts';
import { importRecords, type ToldRecord } from '../users/import/import-records.ts';
import { recordsIn } from '../users/import/read-records.ts';
import { takePrivileges } from '../users/status.ts';

type ImportInput = { file: Buffer; dryRun: boolean };

/**
 * What the caller could do by hand, for many people at once: only who holds every permission of the service vouches for an
 * address or brings a password. Else the import would be a way into what belongs to the owner of the address.
 */
export async function importUsers(
  context: Context,
  { file, dryRun }: ImportInput,
): Promise<ToldRecord[] | Refusal<'PERMISSION_DENIED'>> {
  const { caller, origin } = context;
  const told: ToldRecord[] = [];
  const { lost } = await importRecords(context, recordsIn(file), {
    from: 'jsonl',
    dryRun,
    // An upload is small, and another may run beside it.
    lanes: 1,
    ...(!vouches(caller) && { forbid: refuseVouching }),
    admit: (tx) => takePrivileges(context, tx),
    enter: (tx, imported) =>
      record(tx, origin, {
        action: 'ADMIN_USERS_IMPORTED',
        user: caller.user,
        metadata: { from: 'upload', imported },
      }),
    tell: async (lines) => void told.push(...lines),
  });
  return lost ?? (dryRun ? withoutRepeated(told) : told);
}

function vouches(caller: Context['caller']): boolean {
  return permissions.every((each) => may(caller, each));
}

function refuseVouching({ emailVerified, passwordHash }: Candidate): Fault | undefined {
  const field = passwordHash === null ? emailVerified && 'emailVerified' : 'passwordHash';
  return field ? { field, message: 'Only an ADMIN can import it.' } : undefined;
}

/** Nothing was written, so an address that comes twice was new both times. */
function withoutRepeated(lines: readonly ToldRecord[]): ToldRecord[] {
  const seen = new Set<string | null>();
  return lines.map((line) => {
    if (line.outcome !== 'imported') return line;
    const isRepeated = seen.has(line.email);
    seen.add(line.email);
    return isRepeated ? { ...line, outcome: 'exists' } : line;
  });
}
