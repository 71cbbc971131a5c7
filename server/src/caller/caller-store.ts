import type { ApiKeyPermission } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';
import { memo } from '../crypto/memo.ts';
import { parseArray } from '../db/array-types.ts';
import { fieldsOf, type Lookup } from '../db/lookups.ts';

/** Of each kind, at least; twice as many at most. A row takes two or three kilobytes. */
const rowsRemembered = 1000;

export type CallerRow = UserRow & {
  organizationName: string | null;
  organizationSlug: string | null;
  /** As JSON, parsed only when needed. Null if there is none. */
  publicMetadata: string | null;
  /** Of the role that every user has. */
  rolePermissions: string[];
  /** Of further roles; some may be there already, or twice. */
  furtherPermissions: string[];
};

export type SessionCallerRow = CallerRow & {
  sessionId: string;
  sessionExpiresAt: Date;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

/** Columns by their names here: what each is in SQL, and what its text means. */
type Columns<Row> = {
  [Name in keyof Required<Row>]: readonly [sql: string, read: (text: string) => unknown];
};

const time = (text: string) => new Date(text);
const flag = (text: string) => text === 't';
const list = (text: string) => parseArray(text, String);
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
  organizationRole: ['u.organization_role', String],
  twoFactorEnabled: ['u.two_factor_enabled', flag],
  passkeyCount: ['u.passkey_count', Number],
  organizationName: ['o.name', String],
  organizationSlug: ['o.slug', String],
  publicMetadata: ['u.public_metadata::text', String],
  rolePermissions: ["(SELECT r.effective_permissions FROM roles r WHERE r.name = 'ROLE_' || u.role)", list],
  // Lists as texts: a join and unnest would cost everyone more, and most have no further role.
  furtherPermissions: [
    `ARRAY(SELECT (SELECT r.effective_permissions::text FROM roles r WHERE r.id = ur.role_id) FROM user_roles ur
            WHERE ur.user_id = u.id)`,
    lists,
  ],
};

/** The owner of a session, if they are active. The request's own clock decides whether it has expired. */
export const sessionCallers = callersBy<SessionCallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT s.*, s.id AS key FROM sessions s WHERE s.id = ${asked}`,
  columns: {
    ...personColumns,
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

/** The same by the hash of an API key that is not revoked, in hexadecimal. */
export const keyCallers = callersBy<KeyCallerRow>({
  key: 'text',
  credential: (asked) => `SELECT k.*, ${asked} AS key FROM api_keys k
                           WHERE k.key_hash = decode(${asked}, 'hex') AND k.revoked_at IS NULL`,
  columns: {
    ...personColumns,
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
  columns: personColumns,
  counts: 'true',
});

/**
 * The hot path: one prepared statement for many requests, so that any change or revocation applies to the
 * next request. For many keys, each OFFSET 0 forces the planner to walk from index to index, whatever it
 * assumes about the sizes of tables and arrays; behind a SELECT, the length of the array doesn't cause
 * replanning. For one key it does so anyway, and the plan without OFFSET 0 is smaller.
 */
function callersBy<Row extends CallerRow>({
  key,
  credential,
  columns,
  counts = 'u.is_active',
}: {
  key: 'uuid' | 'text';
  /** By what stands for the key in SQL. */
  credential: (asked: string) => string;
  columns: Columns<Omit<Row, 'lockedUntil'>>;
  counts?: string;
}): Lookup<Row> {
  const all = Object.entries(columns as Columns<Record<string, unknown>>);
  const select = `SELECT c.key, ROW(${all.map(([, [sql]]) => sql).join(', ')})::text AS row`;
  const read = (record: string) => {
    const fields = fieldsOf(record);
    const entries = all.map(([name, [, readField]], at) => {
      const text = fields[at] ?? null;
      return [name, text === null ? null : readField(text)] as const;
    });
    return Object.freeze(Object.fromEntries(entries)) as Row;
  };
  return {
    one: `${select}
      FROM (${credential(`$1::${key}`)}) AS c
      JOIN users u ON u.id = c.user_id AND ${counts}
      LEFT JOIN organizations o ON o.id = u.organization_id`,
    many: `${select}
      FROM (SELECT unnest((SELECT $1::${key}[])) AS key OFFSET 0) AS asked
     CROSS JOIN LATERAL (${credential('asked.key')} OFFSET 0) AS c
     CROSS JOIN LATERAL (SELECT * FROM users u WHERE u.id = c.user_id AND ${counts} OFFSET 0) AS u
      LEFT JOIN LATERAL (SELECT name, slug FROM organizations WHERE id = u.organization_id OFFSET 0) AS o ON true`,
    // The same text is the same row: it is fetched each time, and parsed only when it has changed.
    read: memo(read, rowsRemembered) as (record: string) => Row,
  };
}
