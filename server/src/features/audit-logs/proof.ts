import type { Context } from '../../identity/caller/caller.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { beginning, merklePath, type Step } from '../../records/audit/chain.ts';
import { hashPersonal, type PersonalHashes } from '../../records/audit/entry-leaf.ts';
import { findHead, type Head, type Seal } from '../../records/audit/seal-store.ts';
import { boundOf } from './policy.ts';
import { findSealed, isWaiting, type ProvenRow, readBatch } from './proof-store.ts';

export type Proof = {
  entry: ProvenRow;
  hashes: PersonalHashes;
  path: Step[];
  seal: Seal;
  previousRoot: Buffer;
};

/** The steps from an entry to the root of its seal. */
export async function auditProof(
  { deps, caller }: Context,
  { entryId }: { entryId: string },
): Promise<Proof | Refusal<'NOT_FOUND' | 'AUDIT_ENTRY_NOT_SEALED'>> {
  const bound = boundOf(caller);
  return snapshot(deps.sql, async (tx) => {
    const entry = await findSealed(tx, entryId, bound);
    if (!entry) return refuse((await isWaiting(tx, entryId, bound)) ? 'AUDIT_ENTRY_NOT_SEALED' : 'NOT_FOUND');
    const { seal, leaves, previousRoot = beginning.root } = await readBatch(tx, entry.seal);
    const hashes = hashPersonal(entry, entry);
    return { entry, hashes, path: merklePath(leaves, entry.place), seal, previousRoot };
  });
}

export function auditHead({ deps }: Context): Promise<Head | undefined> {
  return findHead(deps.sql);
}
