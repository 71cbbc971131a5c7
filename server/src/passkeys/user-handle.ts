/** What a passkey knows its owner by: nothing that tells who they are, or that changes. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
