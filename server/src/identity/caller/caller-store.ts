import type { ApiKeyPermission } from '@latchkey/contract';
import {
  type Columns,
  flag,
  list,
  readRecord,
  recordOf,
  serverVersion,
  time,
  versionOf,
} from '../../platform/db/lookup-columns.ts';
import { type Lookup, parseArray, type Statements } from '../../platform/db/lookups.ts';
import { roleCounts, roleCountsIn } from '../accounts/permission-store.ts';
import { belongsElsewhere, rankInDefault, type UserRow } from '../accounts/user-store.ts';
import { lastUseIfLimited, type PersonPolicies, policiesOfPerson } from '../policies/policy-store.ts';

export type CallerRow = UserRow & {
  /** The one that requests are about if they name none. The other fields say what the request is about. */
  defaultOrganizationId: string | null;
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
  /** Null if none applies to them. */
  policies: PersonPolicies | null;
  /** Their roles of the service and all their organizations, as the database names them in changes. */
  concerns: string[];
};

export type SessionCallerRow = CallerRow & {
  sessionId: string;
  sessionExpiresAt: Date;
  signInMethod: string | null;
  /** Whose identity provider opened the session. Null if none did, or its connection is gone. */
  signedInByOrganizationId: string | null;
  /** That identity provider is trusted with the second factor. */
  signedInByTrusted: boolean;
  connectionId: string | null;
  breakGlassIn: string[] | null;
  /** Read only for sessions that an identity provider opened. */
  belongsElsewhere: boolean;
  signedInAt: Date;
  secondFactor: boolean;
  /** Null if no policy limits idle sessions. */
  lastSeenAt: Date | null;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

const lists = (text: string) => parseArray(text, list).flat();

type PersonColumns = Columns<Omit<CallerRow, 'lockedUntil'>>;

const personColumns: PersonColumns = {
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
  defaultOrganizationId: ['u.organization_id', String],
  twoFactorEnabled: ['u.two_factor_enabled', flag],
  passkeyCount: ['u.passkey_count', Number],
  locale: ['u.locale', String],
  organizationName: ['o.name', String],
  organizationSlug: ['o.slug', String],
  publicMetadata: ['u.public_metadata::text', String],
  pendingEmail: ['u.pending_email', String],
  pendingEmailUntil: ['u.pending_email_until', time],
  rolePermissions: ["(SELECT r.effective_permissions FROM roles r WHERE r.name = 'ROLE_' || u.role)", list],
  // Lists as text: a join and unnest would cost everyone more, and most have no additional role.
  furtherPermissions: [permissionsIf(roleCounts), lists],
  policies: [policiesOfPerson, JSON.parse],
  concerns: [
    `ARRAY(SELECT 'r:' || r.id FROM roles r WHERE r.name = 'ROLE_' || u.role
           UNION ALL SELECT 'r:' || ur.role_id FROM user_roles ur WHERE ur.user_id = u.id
           UNION ALL SELECT 'o:' || y.organization_id FROM organization_members y WHERE y.user_id = u.id)`,
    list,
  ],
};

function permissionsIf(counts: string): string {
  return `ARRAY(SELECT coalesce((SELECT r.effective_permissions::text FROM roles r WHERE r.id = ur.role_id AND ${counts}), '{}')
             FROM user_roles ur WHERE ur.user_id = u.id)`;
}

/** The same for a person in the organization of `members m`, if they belong to it. Further roles count in the default. */
const chosenColumns: PersonColumns = {
  ...personColumns,
  organizationId: ['m.organization_id', String],
  organizationRole: ["coalesce(m.role, 'MEMBER')", String],
  furtherPermissions: [permissionsIf(roleCountsIn('m.organization_id')), lists],
};

const sessionColumns: Columns<Omit<SessionCallerRow, keyof CallerRow>> = {
  sessionId: ['c.id', String],
  sessionExpiresAt: ['c.expires_at', time],
  signInMethod: ['c.sign_in_method', String],
  signedInByOrganizationId: [
    '(SELECT x.organization_id FROM sso_connections x WHERE x.id = c.connection_id)',
    String,
    null,
  ],
  signedInByTrusted: [
    'EXISTS (SELECT 1 FROM sso_connections x WHERE x.id = c.connection_id AND x.trusts_second_factor)',
    flag,
    null,
  ],
  connectionId: ['c.connection_id', String],
  breakGlassIn: ['c.break_glass_in', list],
  belongsElsewhere: [`c.connection_id IS NOT NULL AND ${belongsElsewhere}`, flag, null],
  signedInAt: ['coalesce(c.signed_in_at, c.created_at)', time],
  secondFactor: ['c.second_factor', flag],
  lastSeenAt: [lastUseIfLimited('c.last_seen_at'), time],
  impersonatedUserId: ['c.impersonated_user_id', String],
  impersonatedEmail: ['c.impersonated_email', String],
  impersonationStartedAt: ['c.impersonation_started_at', time],
};

/** The owner of a session, if they are active. The request's own clock decides whether it has expired. */
export const sessionCallers = callersBy<SessionCallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT s.*, s.id AS key FROM sessions s WHERE s.id = ${asked}`,
  own: sessionColumns,
});

/** The key of a lookup in a chosen organization: a session or a user, and the organization. Both are UUIDs. */
export const inOrganization = (id: string, organizationId: string) => `${id}/${organizationId}`;
const idIn = (asked: string) => `split_part(${asked}, '/', 1)::uuid`;
const chosenIn = (asked: string) => `split_part(${asked}, '/', 2)::uuid AS chosen_id`;

/** The same in a chosen organization. Its id is null if they don't belong to it. */
export const chosenSessionCallers = callersBy<SessionCallerRow>({
  key: 'text',
  credential: (asked) =>
    `SELECT s.*, ${asked} AS key, ${chosenIn(asked)} FROM sessions s WHERE s.id = ${idIn(asked)}`,
  own: sessionColumns,
  chosen: 'c.chosen_id',
});

export type KeyCallerRow = CallerRow & {
  keyId: string;
  keyPrefix: string;
  keyPermission: ApiKeyPermission;
  keyExpiresAt: Date | null;
  isBound: boolean;
  boundTo: string | null;
};

const isBound = `EXISTS (SELECT 1 FROM several_organizations)`;

/**
 * The same, by the hexadecimal hash of an API key that isn't revoked. It acts in the organization it was made in, or,
 * while people could never belong to several, in the default.
 */
export const keyCallers = callersBy<KeyCallerRow>({
  key: 'text',
  credential: (asked) => `SELECT k.*, ${asked} AS key FROM api_keys k
                           WHERE k.key_hash = decode(${asked}, 'hex') AND k.revoked_at IS NULL`,
  own: {
    keyId: ['c.id', String],
    keyPrefix: ['c.key_prefix', String],
    keyPermission: ['c.permission', String],
    keyExpiresAt: ['c.expires_at', time],
    isBound: [isBound, flag],
    boundTo: ['c.organization_id', String],
  },
  chosen: `CASE WHEN ${isBound} THEN c.organization_id ELSE u.organization_id END`,
});

export type TargetRow = CallerRow & {
  /** They belong to another organization than their default, too. */
  belongsElsewhere: boolean;
};

const targetColumns: Columns<Omit<TargetRow, keyof CallerRow>> = {
  belongsElsewhere: [belongsElsewhere, flag, null],
};

/** The target of someone else's session, whatever their state. */
export const impersonatedCallers = callersBy<TargetRow>({
  key: 'uuid',
  credential: (asked) => `SELECT ${asked} AS key, ${asked} AS user_id`,
  own: targetColumns,
  counts: 'true',
});

/** The same in a chosen organization. Its id is null if they don't belong to it. */
export const chosenImpersonatedCallers = callersBy<TargetRow>({
  key: 'text',
  credential: (asked) => `SELECT ${asked} AS key, ${idIn(asked)} AS user_id, ${chosenIn(asked)}`,
  own: targetColumns,
  counts: 'true',
  chosen: 'c.chosen_id',
});

/**
 * The hot path: one prepared statement serves many requests, so any change or revocation applies to the next request. A
 * version holds what is read here from the credential's own row, the transactions that wrote the other rows, and how
 * often roles, policies and connections have changed. While the version stays the same, so does the row. A change of
 * memberships writes the person's row, so versions are read without them.
 */
function callersBy<Row extends CallerRow>(who: {
  key: 'uuid' | 'text';
  /** Takes the SQL expression for the key. */
  credential: (asked: string) => string;
  own: Columns<Omit<Row, keyof CallerRow>>;
  counts?: string;
  /** The SQL expression for the organization that the request is about. Otherwise it is the default. */
  chosen?: string;
}): Lookup<Row> {
  const { chosen } = who;
  const all = { ...(chosen ? chosenColumns : personColumns), ...who.own } as Columns<Row>;
  const version = `concat_ws('.', ${versionOf(who.own)}, u.id, u.version, o.version, (SELECT n FROM role_changes),
                             ${serverVersion}) AS version`;
  const member = `LEFT JOIN LATERAL (
    SELECT m.* FROM organization_members m WHERE m.user_id = u.id AND m.organization_id = ${chosen} OFFSET 0) AS m ON true`;
  const joined = chosen ? { join: member, about: 'm.organization_id' } : undefined;
  return {
    rows: statementsFor(who, `c.key, ${version}, ${recordOf(all)} AS row`, joined),
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
    chosen = 'u.organization_id',
  }: { key: string; credential: (asked: string) => string; counts?: string; chosen?: string },
  columns: string,
  { join, about } = { join: '', about: chosen },
): Statements {
  const users = `SELECT u.*, u.xmin AS version FROM users u`;
  const organizations = `SELECT o.*, o.xmin AS version FROM organizations o`;
  return {
    one: `SELECT ${columns}
      FROM (${credential(`$1::${key}`)}) AS c
      JOIN (${users}) AS u ON u.id = c.user_id AND ${counts} ${join}
      LEFT JOIN (${organizations}) AS o ON o.id = ${about}`,
    many: `SELECT ${columns}
      FROM (SELECT unnest((SELECT $1::${key}[])) AS key OFFSET 0) AS asked
     CROSS JOIN LATERAL (${credential('asked.key')} OFFSET 0) AS c
     CROSS JOIN LATERAL (${users} WHERE u.id = c.user_id AND ${counts} OFFSET 0) AS u ${join}
      LEFT JOIN LATERAL (${organizations} WHERE o.id = ${about} OFFSET 0) AS o ON true`,
  };
}
