import type { UserRow } from '../accounts/user-store.ts';

/** What every audit entry about a user says of them, and where it is filed. */
export function aboutUser(user: UserRow, metadata: Record<string, unknown> = {}) {
  return {
    organizationId: user.organizationId,
    metadata: { targetUserId: user.id, targetEmail: user.email, ...metadata },
  };
}
