import type { Access } from './endpoint.ts';

type ScopeReason = 'NO_ORGANIZATION' | 'ORGANIZATION_ROLE_TOO_LOW';

/** Whose things a route is about, where the same routes exist twice: for the service and for an organization. */
export type Scope = {
  base: '/api/admin' | '/api/organizations/current';
  /** As in "List the webhooks of the service". */
  whose: string;
  read: Extract<Access, { kind: 'permission' | 'organization' }>;
  write: Extract<Access, { kind: 'permission' | 'organization' }>;
  /** Why the scope itself refuses a read, and a change. */
  readErrors: readonly ScopeReason[];
  writeErrors: readonly ScopeReason[];
};

export const ofService = {
  base: '/api/admin',
  whose: 'of the service',
  readErrors: [],
  writeErrors: [],
} as const;

/** Changes check the caller's rank again under the organization's lock. */
export const ofOrganization = {
  base: '/api/organizations/current',
  whose: "of the caller's organization",
  readErrors: ['NO_ORGANIZATION'],
  writeErrors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
} as const;
