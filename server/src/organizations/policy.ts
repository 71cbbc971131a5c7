import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';

/**
 * One rule for whom one may change or remove and what one may grant: an ADMIN or OWNER reaches as far as his own
 * role. Acting on oneself by leaving is nobody's permission to give and is not asked here.
 */
function reaches(actor: OrganizationRole, role: OrganizationRole): boolean {
  return hasOrganizationRank(actor, 'ADMIN') && hasOrganizationRank(actor, role);
}

export function mayChangeRole(
  actor: OrganizationRole,
  from: OrganizationRole,
  to: OrganizationRole,
): boolean {
  return reaches(actor, from) && reaches(actor, to);
}

export function mayRemove(actor: OrganizationRole, target: OrganizationRole): boolean {
  return reaches(actor, target);
}

export function mayInvite(actor: OrganizationRole, role: OrganizationRole): boolean {
  return reaches(actor, role);
}

/** An invitation lives up to the moment of its expiry, not through it. */
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
