import type { Context } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockInvite } from './invite-store.ts';
import { joinByInvite, recordJoined } from './join-by-invite.ts';
import { judgeInvite } from './policy.ts';
import { findMembership, type MembershipRow } from './store.ts';

const faults = { unknown: 'NOT_FOUND', expired: 'INVITE_EXPIRED', otherEmail: 'INVITE_NOT_YOURS' } as const;
type Fault = (typeof faults)[keyof typeof faults];

export async function acceptInvite(
  { deps, caller: { user }, origin }: Context,
  { token }: { token: string },
): Promise<MembershipRow | Refusal<Fault | 'HAS_ORGANIZATION'>> {
  return transact(deps, async (tx) => {
    const invite = judgeInvite(await lockInvite(tx, sha256(token)), user.email, origin.now);
    if (typeof invite === 'string') return refuse(faults[invite]);
    if (!(await joinByInvite(tx, user.id, invite, origin.now))) return refuse('HAS_ORGANIZATION');
    await recordJoined(tx, origin, { ...user, organizationId: invite.organizationId }, invite);
    const membership = await findMembership(tx, user.id);
    if (!membership) throw new Error('an organization that was just joined is not there');
    return membership;
  });
}
