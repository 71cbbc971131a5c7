import { type PresentableUser, presentUser } from '../present-user.ts';

/** What every audit entry about a user says, and where it is filed. The event shows the user after the change. */
export function aboutUser(
  user: PresentableUser,
  metadata: Record<string, unknown> = {},
  after: PresentableUser = user,
) {
  return {
    organizationId: user.organizationId,
    metadata: { targetUserId: user.id, targetEmail: user.email, ...metadata },
    about: { user: presentUser(after, { forAdmin: false, rules: 'recorded' }) },
  };
}
