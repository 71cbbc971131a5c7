import type { Caller } from '../auth/caller.ts';
import { findPermissions } from '../auth/caller-store.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { reaches } from './policy.ts';
import { lockUser, type UserRow } from './store.ts';

/** The user an ADMIN acts on, held until the transaction ends. */
export async function lockTarget(
  tx: Db,
  caller: Caller,
  id: string,
  now: Date,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const user = await lockUser(tx, id, now);
  if (!user) return refuse('NOT_FOUND');
  if (user.id === caller.user.id) return user;
  return reaches(caller, await findPermissions(tx, id)) ? user : refuse('PERMISSION_DENIED');
}

/** What every audit entry about a user says of him, and where it is filed. */
export function about(target: UserRow, metadata: Record<string, unknown> = {}) {
  return {
    organizationId: target.organizationId,
    metadata: { targetUserId: target.id, targetEmail: target.email, ...metadata },
  };
}
