import type { Context } from '../../identity/caller/caller.ts';
import {
  type DomainRow,
  findDomain,
  findProof,
  saveCheck,
  saveLooked,
} from '../../identity/memberships/domain-store.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { violatedIndex } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { DomainContext } from './domain-deps.ts';
import { changeDomains, recordDomain } from './domains.ts';
import { recordOf } from './present.ts';
import { endProof, nextCheck } from './proofs.ts';

type VerifyRefusal =
  | MembershipRefusal
  | Refusal<'NOT_FOUND' | 'DOMAIN_NOT_VERIFIED' | 'DOMAIN_TAKEN' | 'DNS_UNAVAILABLE'>;

/** One lookup tells both: whether the caller's record is there, and whether the holder's still is. */
export async function verifyDomain(
  context: DomainContext,
  { id }: { id: string },
): Promise<DomainRow | VerifyRefusal> {
  const { deps, caller } = context;
  const { organizationId } = caller.user;
  const claim = organizationId && (await findDomain(deps.sql, organizationId, id));
  if (!claim) return refuse('NOT_FOUND');
  const lookedUp = recordOf(claim).name;
  const published = await deps.domains.findTxt(lookedUp);
  if (!published) return refuse('DNS_UNAVAILABLE', { details: { lookedUp } });
  if (!published.includes(claim.challenge)) {
    await saveLooked(deps.sql, claim.id, context.origin.now);
    return refuse('DOMAIN_NOT_VERIFIED', { details: { lookedUp, found: excerptOf(published) } });
  }
  try {
    return await changeDomains(context, (tx) => prove(context, tx, claim, published));
  } catch (error) {
    // Another organization proved it at the same moment.
    if (violatedIndex(error) === 'organization_domains_proof_key') return refuse('DOMAIN_TAKEN');
    throw error;
  }
}

/** What is published at that name, as far as people can make use of it. Anyone can read it there. */
function excerptOf(published: readonly string[]): string[] {
  return published.slice(0, 5).map((value) => value.slice(0, 255));
}

async function prove(
  { caller, origin }: Context,
  tx: Tx,
  claim: DomainRow,
  published: readonly string[],
): Promise<DomainRow | Refusal<'NOT_FOUND' | 'DOMAIN_TAKEN'>> {
  const current = await findDomain(tx, claim.organizationId, claim.id);
  if (!current) return refuse('NOT_FOUND');
  const holder = await findProof(tx, claim.name);
  if (holder && holder.id !== claim.id) {
    if (published.includes(holder.challenge)) return refuse('DOMAIN_TAKEN');
    await endProof(tx, holder, origin.now, 'proven_elsewhere');
  }
  const { now } = origin;
  const checked = { checkedAt: now, missingSince: null, nextCheckAt: nextCheck(now) };
  const row = await saveCheck(tx, claim.id, { verifiedAt: current.verifiedAt ?? now, ...checked });
  if (!row) return refuse('NOT_FOUND');
  if (!current.verifiedAt) await recordDomain(tx, origin, row, { what: 'VERIFIED', actor: caller.user });
  return row;
}
