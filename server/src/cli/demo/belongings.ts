import type { AuditAction } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { newToken } from '../../platform/crypto/credentials.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import type { Made } from './history.ts';
import type { Dice, Resident } from './people.ts';

const day = 86_400_000;

/** The ADMIN's keys, for scripts. */
export function keysOf(admin: Resident, now: Date) {
  return ['Nightly export', 'Deploy pipeline', 'Status page'].map((name, nth) => ({
    id: uuidv7(),
    userId: admin.id,
    organizationId: admin.company.id,
    name,
    keyHash: newToken().hash,
    keyPrefix: `lsk_${['k3Qz', 'Wm81', 'pT0v'][nth]}`,
    permission: nth === 1 ? 'READ_WRITE' : 'READ_ONLY',
    expiresAt: nth === 2 ? new Date(now.getTime() + 60 * day) : null,
    lastUsedAt: new Date(now.getTime() - nth * day - 3_600_000),
    createdAt: new Date(now.getTime() - (90 - nth * 20) * day),
  }));
}

export function invitesOf(admin: Resident, now: Date) {
  return ['nadia.bergstrom', 'theo.papadakis', 'wren.adeyemi'].map((name, nth) => ({
    id: uuidv7(),
    organizationId: admin.company.id,
    invitedById: admin.id,
    email: `${name}@meridian.example`,
    role: nth === 0 ? 'ADMIN' : 'MEMBER',
    tokenHash: newToken().hash,
    expiresAt: new Date(now.getTime() + (6 - nth * 2) * day),
    createdAt: new Date(now.getTime() - (1 + nth * 2) * day),
  }));
}

/** What the audit log says about them. */
export function tracesOf(keys: ReturnType<typeof keysOf>, invites: ReturnType<typeof invitesOf>): Made[] {
  return [
    ...keys.map(({ id: keyId, keyPrefix, name, permission, createdAt: at }) => ({
      action: 'API_KEY_CREATED' as const,
      at,
      metadata: { keyId, keyPrefix, name, permission },
    })),
    ...invites.map(({ id: inviteId, email, role, createdAt: at }) => ({
      action: 'ORG_INVITE_CREATED' as const,
      at,
      metadata: { inviteId, email, role },
    })),
  ];
}

export function rolesOf(idOf: (name: string) => string | null, admin: Resident) {
  const roles = [
    {
      name: 'ROLE_SUPPORT',
      description: "Helps people who can't sign in.",
      parentId: idOf('ROLE_MODERATOR'),
      permissions: ['tickets:answer'],
    },
    {
      name: 'ROLE_AUDITOR',
      description: 'Reads the audit log and changes nothing.',
      parentId: idOf('ROLE_USER'),
      permissions: ['audit:read'],
    },
    {
      name: 'ROLE_BILLING',
      description: 'Sees invoices.',
      parentId: idOf('ROLE_USER'),
      permissions: ['invoices:read'],
    },
  ];
  const createdAt = new Date(admin.joinedAt.getTime() + 7 * day);
  return roles.map((role) => ({ ...role, id: uuidv7(), createdAt, updatedAt: createdAt }));
}

const week = 7 * 86_400_000;

/** Who is still signed in: those who signed in within the week and have not signed out since. */
export function sessionsOf(people: Resident[], history: AuditRow[], now: Date, dice: Dice) {
  return people.flatMap(({ id, leftAt }) => {
    const own = history.filter(({ userId }) => userId === id);
    const last = own.findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS' || action === 'AUTH_LOGOUT');
    const { createdAt } = last ?? { createdAt: new Date(0) };
    const expiresAt = new Date(createdAt.getTime() + week);
    if (leftAt || last?.action !== 'AUTH_LOGIN_SUCCESS' || expiresAt <= now) return [];
    const lastSeenAt = new Date(Math.min(now.getTime(), createdAt.getTime() + dice.below(8 * 3_600_000)));
    const { ipAddress, userAgent } = last;
    return {
      id: uuidv7(),
      userId: id,
      createdAt,
      lastSeenAt,
      expiresAt,
      refreshExpiresAt: expiresAt,
      ipAddress,
      userAgent,
    };
  });
}

const subjects: { [A in AuditAction]?: readonly [type: string, subject: string] } = {
  AUTH_REGISTER: ['verification', 'Confirm your email address'],
  AUTH_LOGIN_SUCCESS: ['new_device', 'New sign-in to your account'],
  AUTH_2FA_ENABLED: ['two_factor_enabled', 'Two-factor authentication is on'],
  SECURITY_ACCOUNT_LOCKED: ['account_locked', 'Your account is locked'],
  SECURITY_PASSWORD_CHANGED: ['password_changed', 'Your password was changed'],
};

/** The mails that the history caused. A sign-in causes one only now and then: most devices are known. */
export function mailsOf(history: AuditRow[], from: string, dice: Dice) {
  return history.flatMap(({ action, userId, userEmail, createdAt }) => {
    const mail = subjects[action];
    if (!mail || !userEmail || (action === 'AUTH_LOGIN_SUCCESS' && dice.chance(0.96))) return [];
    const failed = dice.chance(0.03);
    return {
      id: uuidv7(),
      userId,
      toAddress: userEmail,
      fromAddress: from,
      type: mail[0],
      subject: mail[1],
      status: failed ? 'FAILED' : 'SENT',
      attempts: failed ? 8 : 1,
      lastError: failed ? 'SMTP: RCPT TO 550 5.1.1' : null,
      sentAt: failed ? null : new Date(createdAt.getTime() + 900),
      createdAt,
    };
  });
}
