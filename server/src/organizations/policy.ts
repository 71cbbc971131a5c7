/** An invitation ends at the moment of its expiry. */
export function isExpired(invite: { expiresAt: Date }, now: Date): boolean {
  return invite.expiresAt <= now;
}

/** The invitation, if it serves this address now; else what is wrong with it. */
export function judgeInvite<I extends { email: string; expiresAt: Date }>(
  invite: I | undefined,
  email: string,
  now: Date,
): I | 'unknown' | 'expired' | 'otherEmail' {
  if (!invite) return 'unknown';
  if (isExpired(invite, now)) return 'expired';
  return invite.email === email ? invite : 'otherEmail';
}
