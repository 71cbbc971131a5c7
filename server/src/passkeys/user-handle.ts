/** How a passkey identifies its owner: it doesn't reveal who they are, and it never changes. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
