import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { oneAtATime, patiently } from '../../platform/db/transact.ts';
import { eraseEntries, lockFigures } from './audit-store.ts';
import { sealKeysOf } from './chain.ts';
import { recordErasures } from './erase-trail.ts';
import { doubtOf, type ExcuseConfig, type ExcuseRow, recordExcuse } from './excuse.ts';
import { dropMonth, findExpired, type Month } from './partition-store.ts';
import { sealTrail } from './seal-trail.ts';
import { readExcuses } from './verify-store.ts';

type Tools = { sql: Sql; clock: Clock; config: ExcuseConfig };
const dayMs = 86_400_000;

/** Drops each month that is past the retention time, and returns their names. Only sealed entries leave the trail. */
export async function dropExpired(tools: Tools): Promise<string[]> {
  const { sql, clock, config } = tools;
  const dropped: string[] = [];
  if (config.auditRetentionDays === undefined) return dropped;
  const now = clock.now();
  const expired = await findExpired(sql, new Date(now.getTime() - config.auditRetentionDays * dayMs));
  if (expired.length > 0) await sealTrail(tools);
  const drop = (patient: Sql, month: Month) =>
    oneAtATime(patient, 'auditFigures', async (tx) => {
      await dropOnRecord(tx, month, config, now);
      dropped.push(month.name);
    });
  for (const month of expired) await patiently(sql, (patient) => drop(patient, month));
  return dropped;
}

async function dropOnRecord(tx: Db, month: Month, config: ExcuseConfig, createdAt: Date): Promise<void> {
  const { name, low, high } = month;
  const outlived = await recordsIn(tx, month, config);
  const entries = await dropMonth(tx, month);
  const metadata = { partition: name, entries, from: low.toISOString(), to: high.toISOString() };
  for (const each of entries > 0 ? [...outlived, metadata] : outlived)
    await recordExcuse(tx, config, {
      id: uuidv7(),
      action: 'ADMIN_AUDIT_DROPPED',
      createdAt,
      metadata: each,
    });
}

/** What earlier drops said: those records go with this month, and the gaps they excuse stay. */
async function recordsIn(tx: Db, { low, high }: Month, config: ExcuseConfig) {
  const keys = sealKeysOf(config);
  const isHere = ({ action, createdAt }: ExcuseRow) =>
    action === 'ADMIN_AUDIT_DROPPED' && createdAt >= low && createdAt < high;
  const rows = (await readExcuses(tx)).filter((row) => isHere(row) && doubtOf(keys, row) === undefined);
  return rows.map(({ metadata: { partition, entries, from, to } }) => ({ partition, entries, from, to }));
}

/** Returns how many entries were erased. The trail records which they were, but not whose. */
export function eraseAuditPerson(
  { sql, config }: { sql: Sql; config: ExcuseConfig },
  email: string,
  now: Date,
): Promise<number> {
  return sql.begin(async (tx) => {
    await lockFigures(tx);
    return recordErasures(tx, config, await eraseEntries(tx, email), now);
  });
}
