import type { UserRow } from '../accounts/user-store.ts';
import { presentUser } from '../present-user.ts';

/** What every audit entry about a user says, and where it is filed. The event shows the user after the change. */
export function aboutUser(user: UserRow, metadata: Record<string, unknown> = {}, after: UserRow = user) {
  return {
    organizationId: user.organizationId,
    metadata: { targetUserId: user.id, targetEmail: user.email, ...metadata },
    about: { user: presentUser(after, { forAdmin: false }) },
  };
}
