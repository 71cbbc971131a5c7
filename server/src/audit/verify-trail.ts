import type { Config } from '../config.ts';
import type { Db, Sql } from '../db/sql.ts';
import { beginning, type Link } from './chain.ts';
import { sealKeysOf } from './seal-keys.ts';
import { type Fault, type Known, verifySeal } from './verify-seal.ts';
import {
  type Dropped,
  findSealBefore,
  hasRoot,
  type Passed,
  passEntries,
  readSealed,
  readSeals,
  readUpkeep,
  readWaiting,
} from './verify-store.ts';

const sealsAtOnce = 20;
const entriesAtOnce = 5000;

export type Scope = { since?: Date | undefined; head?: Buffer | undefined };
export type Verdict = {
  faults: Fault[];
  /** How far the check got. */
  entries: number;
  seals: number;
  head: Link;
  /** Written, but not sealed yet. */
  waiting: number;
  /** Entries whose personal fields were erased. */
  erased: number;
  dropped: Dropped[];
};

/** Reads the whole trail, or what was sealed since a moment, as of now, and reports what is not as it was sealed. */
export function verifyTrail(
  { sql, config }: { sql: Sql; config: Pick<Config, 'auditSecrets'> },
  scope: Scope,
): Promise<Verdict> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const upkeep = await readUpkeep(tx);
    const dropped = upkeep.filter(({ action }) => action === 'ADMIN_AUDIT_DROPPED').map(droppedOf);
    const chain = await followChain(tx, { keys: sealKeysOf(config), dropped }, scope.since);
    const recorded = upkeep
      .filter(({ action }) => action === 'ADMIN_AUDIT_ERASED')
      .reduce((sum, { metadata }) => sum + Number(metadata.entries), 0);
    const faults = [...chain.faults, ...(await findStrangers(tx, scope.since))];
    if (chain.erased > recorded)
      faults.push({ what: `${chain.erased - recorded} entries were erased, and no entry says so` });
    const { waiting, gone } = await readWaiting(tx);
    faults.push(...gone.map((id) => ({ what: 'removed before it was sealed', id })));
    if (scope.head && !(await hasRoot(tx, scope.head)))
      faults.push({
        what: 'no seal has the root you kept: the newest ones were cut off, or it is not of here',
      });
    return { ...chain, faults, waiting, dropped };
  });
}

function droppedOf({ metadata: { from, to } }: { metadata: Record<string, unknown> }): Dropped {
  return { from: from ? new Date(String(from)) : null, to: new Date(String(to)) };
}

async function followChain(tx: Db, known: Known, since: Date | undefined) {
  const faults: Fault[] = [];
  let head: Link = (since && (await findSealBefore(tx, since))) ?? beginning;
  let [entries, seals, erased] = [0, 0, 0];
  for (;;) {
    const page = await readSeals(tx, head.sequence, sealsAtOnce);
    const last = page.at(-1);
    if (!last) return { faults, head, entries, seals, erased };
    const sealed = await readSealed(tx, head.sequence + 1, last.sequence);
    for (const seal of page) {
      const own = sealed.filter((entry) => entry.seal === seal.sequence);
      faults.push(...verifySeal(seal, own, head, known));
      head = { sequence: seal.sequence, root: seal.root, mac: seal.mac };
    }
    entries += sealed.length;
    seals += page.length;
    erased += sealed.filter(({ salt, action }) => salt === null && action !== null).length;
  }
}

/** Entries that bypassed the triggers: neither sealed nor about to be. */
async function findStrangers(tx: Db, since: Date | undefined): Promise<Fault[]> {
  const faults: Fault[] = [];
  let after: Passed | undefined;
  for (;;) {
    const page = await passEntries(tx, after, since, entriesAtOnce);
    for (const { id, stranger } of page) if (stranger) faults.push({ what: 'inserted', id });
    after = page.at(-1);
    if (page.length < entriesAtOnce) return faults;
  }
}
