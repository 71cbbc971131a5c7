import type { Context } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockInvite } from './invite-store.ts';
import { joinByInvite, recordJoined } from './join-by-invite.ts';
import { lockWithoutOrganization } from './member-store.ts';
import { judgeInvite } from './policy.ts';
import type { MembershipRow } from './store.ts';

const faults = { unknown: 'NOT_FOUND', expired: 'INVITE_EXPIRED', otherEmail: 'INVITE_NOT_YOURS' } as const;
type Fault = (typeof faults)[keyof typeof faults];

export async function acceptInvite(
  { deps, caller: { user }, origin }: Context,
  { token }: { token: string },
): Promise<MembershipRow | Refusal<Fault | 'HAS_ORGANIZATION'>> {
  return transact(deps, async (tx) => {
    // The organization before the user, as everywhere.
    const [locked, isFree] = await Promise.all([
      lockInvite(tx, sha256(token)),
      lockWithoutOrganization(tx, user.id),
    ]);
    const invite = judgeInvite(locked, user.email, origin.now);
    if (typeof invite === 'string') return refuse(faults[invite]);
    if (!isFree) return refuse('HAS_ORGANIZATION');
    const { organization, memberCount } = invite;
    const { role } = joinByInvite(tx, user.id, invite, origin.now);
    const joined = { ...user, organizationId: organization.id, organizationRole: role };
    tx.send(recordJoined(tx, origin, joined, invite));
    return { ...organization, role, memberCount: memberCount + 1 };
  });
}
