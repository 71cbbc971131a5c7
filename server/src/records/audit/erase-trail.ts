import type { Clock } from '../../platform/clock.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { type Erased, lockFigures } from './audit-store.ts';
import {
  type Erasure,
  eraseFields,
  findErasures,
  forgetErasure,
  markErased,
  nextPersonal,
  type PersonalRow,
} from './erasure-store.ts';
import { digestOf, type ExcuseConfig, recordExcuse } from './excuse.ts';
import { type OwnParts, ownPartsOf } from './personal-fields.ts';
import { sealTrail } from './seal-trail.ts';

type Tools = { sql: Sql; clock: Clock; config: ExcuseConfig };

const peopleAtOnce = 20;
const entriesAtOnce = 500;
/** Longer than an impersonation can last: its end is recorded when it is noticed, and names the person. */
const secondCheckMs = 2 * 3_600_000;

/** Erases the people in the queue from the trail, as far as their entries are sealed. Any node may do it. */
export async function eraseTrail(tools: Tools, stopping?: AbortSignal): Promise<void> {
  const { sql, clock } = tools;
  const now = clock.now();
  let after: string | undefined;
  for (;;) {
    const queued = await findErasures(sql, { now, after, limit: peopleAtOnce });
    if (queued.length > 0 && !after) await sealTrail(tools, stopping);
    for (const erasure of queued) {
      if (stopping?.aborted) return;
      if (await eraseEntriesOf(tools, erasure, now)) await settle(sql, erasure, now);
    }
    after = queued.length === peopleAtOnce ? queued.at(-1)?.personId : undefined;
    if (!after) return;
  }
}

function settle(sql: Sql, { personId, isDone }: Erasure, now: Date): Promise<void> {
  return isDone
    ? forgetErasure(sql, personId)
    : markErased(sql, personId, new Date(now.getTime() + secondCheckMs));
}

/** False while some of the entries are not sealed: they stay as they are until then. */
async function eraseEntriesOf({ sql, config }: Tools, erasure: Erasure, now: Date): Promise<boolean> {
  let last: PersonalRow | undefined;
  let isWhole = true;
  for (;;) {
    const after = last;
    const rows = await sql.begin(async (tx) => {
      await lockFigures(tx);
      const page = await nextPersonal(tx, erasure, after, entriesAtOnce);
      await eraseParts(tx, config, { erasure, page, now });
      return page;
    });
    isWhole &&= rows.every((row) => row.leaf !== null || !isPersonal(ownParts(row, erasure)));
    last = rows.at(-1);
    if (!last || rows.length < entriesAtOnce) return isWhole;
  }
}

async function eraseParts(
  tx: Db,
  config: ExcuseConfig,
  { erasure, page, now }: { erasure: Erasure; page: PersonalRow[]; now: Date },
): Promise<void> {
  const own = page
    .filter(({ leaf }) => leaf !== null)
    .map((row) => ({ id: row.id, ...stillThere(row, ownParts(row, erasure)) }))
    .filter(isPersonal);
  if (own.length > 0) await recordErasures(tx, config, await eraseFields(tx, own), now);
}

function ownParts(row: PersonalRow, { personId, emails }: Erasure): OwnParts {
  return ownPartsOf(row, { id: personId, emails });
}

function isPersonal({ actor, client, subject }: OwnParts): boolean {
  return actor || client || subject;
}

function stillThere({ salt, clientSalt, metadataSalt }: PersonalRow, parts: OwnParts): OwnParts {
  return {
    actor: parts.actor && salt !== null,
    client: parts.client && clientSalt !== null,
    subject: parts.subject && metadataSalt !== null,
  };
}

/** One record for each month of entries. It says which they were, but not whose. */
export async function recordErasures(
  tx: Db,
  config: ExcuseConfig,
  erased: readonly Erased[],
  now: Date,
): Promise<number> {
  for (const { recordId, entryIds } of erased)
    await recordExcuse(tx, config, {
      id: recordId,
      action: 'ADMIN_AUDIT_ERASED',
      createdAt: now,
      metadata: { entries: entryIds.length, digest: digestOf(entryIds) },
    });
  return erased.reduce((sum, { entryIds }) => sum + entryIds.length, 0);
}
