import { type DomainRow, endProofRow } from '../../identity/memberships/domain-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { recordDomain } from './domains.ts';

const day = 86_400_000;
const checkDays = 7;
const missingDays = 14;

export function nextCheck(now: Date): Date {
  return new Date(now.getTime() + checkDays * day);
}

/** When a proof ends whose record has been missing since then. */
export function endOfProof(missingSince: Date): Date {
  return new Date(missingSince.getTime() + missingDays * day);
}

/** The claim stays, and can be proven again. The service ends a proof, so the entry names no user. */
export async function endProof(
  tx: Db,
  holder: DomainRow,
  now: Date,
  reason: 'proven_elsewhere' | 'record_missing',
): Promise<void> {
  const lost = await endProofRow(tx, holder.id);
  const origin = { ipAddress: null, userAgent: null, now };
  if (lost) await recordDomain(tx, origin, lost, { what: 'LOST', actor: null, reason });
}
