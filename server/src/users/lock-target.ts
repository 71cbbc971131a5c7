import { findPermissions } from '../accounts/permission-store.ts';
import { findUser, lockUser, type UserRow } from '../accounts/user-store.ts';
import type { ActorContext } from '../caller/caller.ts';
import { isWithinReach, reaches } from '../caller/policy.ts';
import type { Db } from '../db/sql.ts';
import { StartOver } from '../db/transact.ts';
import { lockOrganization } from '../organizations/store.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';

type Acting = Pick<ActorContext, 'caller' | 'origin'>;

/** The user to act on, held until the transaction ends. A user out of reach does not exist. */
export async function lockTarget(
  { caller, origin }: Acting,
  tx: Db,
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const user = await lockUser(tx, id, origin.now);
  if (caller.kind === 'system') return user ?? refuse('NOT_FOUND');
  if (!isWithinReach(caller, user)) return refuse('NOT_FOUND');
  if (user.id === caller.user.id) return user;
  return reaches(caller, await findPermissions(tx, id)) ? user : refuse('PERMISSION_DENIED');
}

/** The same with the organization, which is locked before its members, as everywhere. */
export async function lockTargetInOrganization(
  acting: Acting,
  tx: Db,
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const seen = await findUser(tx, id, acting.origin.now);
  const organization = seen?.organizationId ? await lockOrganization(tx, seen.organizationId) : undefined;
  const user = await lockTarget(acting, tx, id);
  if (!isRefusal(user) && user.organizationId !== (organization?.id ?? null))
    throw new StartOver('the user joined or left an organization meanwhile');
  return user;
}
