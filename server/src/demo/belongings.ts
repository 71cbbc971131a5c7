import { uuidv7 } from 'uuidv7';
import { newToken } from '../crypto/credentials.ts';
import type { Made } from './history.ts';
import type { Resident } from './people.ts';

const day = 86_400_000;

/** The ADMIN's keys, for scripts. */
export function keysOf(admin: Resident, now: Date) {
  return ['Nightly export', 'Deploy pipeline', 'Status page'].map((name, nth) => ({
    id: uuidv7(),
    userId: admin.id,
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
