import type { ApiKeyPermission } from '@latchkey/contract';
import {
  type Columns,
  flag,
  list,
  readRecord,
  recordOf,
  serverVersion,
  time,
} from '../../platform/db/lookup-columns.ts';
import { type Lookup, parseArray, type Statements } from '../../platform/db/lookups.ts';
import { roleCounts } from '../accounts/permission-store.ts';
import { rankInDefault, type UserRow } from '../accounts/user-store.ts';

export type CallerRow = UserRow & {
  organizationName: string | null;
  organizationSlug: string | null;
  /** As JSON, parsed only when needed. Null if there is none. */
  publicMetadata: string | null;
  pendingEmail: string | null;
  pendingEmailUntil: Date | null;
  /** From the role that every user has. */
  rolePermissions: string[];
  /** From additional roles that count; may repeat permissions, including those above. */
  furtherPermissions: string[];
};

export type SessionCallerRow = CallerRow & {
  sessionId: string;
  sessionExpiresAt: Date;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

const lists = (text: string) => parseArray(text, list).flat();

const personColumns: Columns<Omit<CallerRow, 'lockedUntil'>> = {
  id: ['u.id', String],
  email: ['u.email', String],
  username: ['u.username', String],
  firstName: ['u.first_name', String],
  lastName: ['u.last_name', String],
  role: ['u.role', String],
  isActive: ['u.is_active', flag],
  emailVerifiedAt: ['u.email_verified_at', time],
  lastLoginAt: ['u.last_login_at', time],
  createdAt: ['u.created_at', time],
  updatedAt: ['u.updated_at', time],
  organizationId: ['u.organization_id', String],
  organizationRole: [rankInDefault, String],
  twoFactorEnabled: ['u.two_factor_enabled', flag],
  passkeyCount: ['u.passkey_count', Number],
  organizationName: ['o.name', String],
  organizationSlug: ['o.slug', String],
  publicMetadata: ['u.public_metadata::text', String],
  pendingEmail: ['u.pending_email', String],
  pendingEmailUntil: ['u.pending_email_until', time],
  rolePermissions: ["(SELECT r.effective_permissions FROM roles r WHERE r.name = 'ROLE_' || u.role)", list],
  // Lists as text: a join and unnest would cost everyone more, and most have no additional role.
  furtherPermissions: [
    `ARRAY(SELECT coalesce((SELECT r.effective_permissions::text FROM roles r WHERE r.id = ur.role_id AND ${roleCounts}), '{}')
             FROM user_roles ur WHERE ur.user_id = u.id)`,
    lists,
  ],
};

/** The owner of a session, if they are active. The request's own clock decides whether it has expired. */
export const sessionCallers = callersBy<SessionCallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT s.*, s.id AS key FROM sessions s WHERE s.id = ${asked}`,
  own: {
    sessionId: ['c.id', String],
    sessionExpiresAt: ['c.expires_at', time],
    impersonatedUserId: ['c.impersonated_user_id', String],
    impersonatedEmail: ['c.impersonated_email', String],
    impersonationStartedAt: ['c.impersonation_started_at', time],
  },
});

export type KeyCallerRow = CallerRow & {
  keyId: string;
  keyPrefix: string;
  keyPermission: ApiKeyPermission;
  keyExpiresAt: Date | null;
};

/** The same, by the hexadecimal hash of an API key that isn't revoked. */
export const keyCallers = callersBy<KeyCallerRow>({
  key: 'text',
  credential: (asked) => `SELECT k.*, ${asked} AS key FROM api_keys k
                           WHERE k.key_hash = decode(${asked}, 'hex') AND k.revoked_at IS NULL`,
  own: {
    keyId: ['c.id', String],
    keyPrefix: ['c.key_prefix', String],
    keyPermission: ['c.permission', String],
    keyExpiresAt: ['c.expires_at', time],
  },
});

/** The target of someone else's session, whatever their state. */
export const impersonatedCallers = callersBy<CallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT ${asked} AS key, ${asked} AS user_id`,
  own: {},
  counts: 'true',
});

/**
 * The hot path: one prepared statement serves many requests, so any change or revocation applies to the next request. A
 * version holds what is read here from the credential's own row (the rest of it changes with every use), the
 * transactions that wrote the other rows, and how often roles have changed. While the version stays the same, so does the
 * row.
 */
function callersBy<Row extends CallerRow>(who: {
  key: 'uuid' | 'text';
  /** Takes the SQL expression for the key. */
  credential: (asked: string) => string;
  own: Columns<Omit<Row, keyof CallerRow>>;
  counts?: string;
}): Lookup<Row> {
  const all = { ...personColumns, ...who.own } as Columns<Row>;
  const version = `concat_ws('.', ${recordOf(who.own)}, u.id, u.version, o.version, (SELECT n FROM role_changes),
                             ${serverVersion}) AS version`;
  return {
    rows: statementsFor(who, `c.key, ${version}, ${recordOf(all)} AS row`),
    versions: statementsFor(who, `c.key, ${version}`),
    read: readRecord(all),
  };
}

/**
 * For many keys, each OFFSET 0 forces the planner to walk from index to index, whatever it assumes about the sizes of
 * tables and arrays; inside a SELECT, the length of the array doesn't cause replanning. For one key, the planner does
 * so anyway, and the plan without OFFSET 0 is smaller.
 */
function statementsFor(
  {
    key,
    credential,
    counts = 'u.is_active',
  }: { key: string; credential: (asked: string) => string; counts?: string },
  columns: string,
): Statements {
  const users = `SELECT u.*, u.xmin AS version FROM users u`;
  const organizations = `SELECT o.*, o.xmin AS version FROM organizations o`;
  return {
    one: `SELECT ${columns}
      FROM (${credential(`$1::${key}`)}) AS c
      JOIN (${users}) AS u ON u.id = c.user_id AND ${counts}
      LEFT JOIN (${organizations}) AS o ON o.id = u.organization_id`,
    many: `SELECT ${columns}
      FROM (SELECT unnest((SELECT $1::${key}[])) AS key OFFSET 0) AS asked
     CROSS JOIN LATERAL (${credential('asked.key')} OFFSET 0) AS c
     CROSS JOIN LATERAL (${users} WHERE u.id = c.user_id AND ${counts} OFFSET 0) AS u
      LEFT JOIN LATERAL (${organizations} WHERE o.id = u.organization_id OFFSET 0) AS o ON true`,
  };
}
