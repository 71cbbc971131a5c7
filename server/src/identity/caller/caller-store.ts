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
import { roleCountsIn } from '../accounts/permission-store.ts';
import { belongsElsewhere, rankIn, type UserRow } from '../accounts/user-store.ts';
import { lastUseIfLimited, type PersonPolicies, policiesOfPerson } from '../policies/policy-store.ts';
import { catalogFor, readCatalog, readTeamRoles, type TeamRoles, teamRolesIn } from './team-roles.ts';

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
  /** In the organization that the request is about. */
  teamRoles: TeamRoles;
  /** For a rank that holds all of it. */
  catalog: readonly string[] | null;
  /** Null if none applies to them. */
  policies: PersonPolicies | null;
  /** Their roles of the service and all their organizations, as the database names them in changes. */
  concerns: string[];
};

export type SessionCallerRow = CallerRow & {
  sessionId: string;
  sessionExpiresAt: Date;
  signInMethod: string | null;
  /** Whose identity provider began the session. Null: it is the person's own. */
  signedInByOrganizationId: string | null;
  /** That identity provider is trusted with the second factor. */
  signedInByTrusted: boolean;
  connectionId: string | null;
  breakGlassIn: string[] | null;
  signedInAt: Date;
  secondFactor: boolean;
  /** A hook asked for a second factor. */
  requireTwoFactor: boolean;
  /** Null if no policy limits idle sessions. */
  lastSeenAt: Date | null;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

const lists = (text: string) => parseArray(text, list).flat();

type PersonColumns = Columns<Omit<CallerRow, 'lockedUntil'>>;

/** Of a person in this organization, an SQL expression. Further roles count in the default. */
const personColumns = (about: string): PersonColumns => ({
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
  organizationId: [about, String],
  organizationRole: [rankIn(about), String],
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
  furtherPermissions: [permissionsIf(roleCountsIn(about)), lists],
  teamRoles: [teamRolesIn(about), readTeamRoles],
  catalog: [catalogFor(rankIn(about)), readCatalog],
  policies: [policiesOfPerson, JSON.parse],
  concerns: [
    `ARRAY(SELECT 'r:' || r.id FROM roles r WHERE r.name = 'ROLE_' || u.role
           UNION ALL SELECT 'r:' || ur.role_id FROM user_roles ur WHERE ur.user_id = u.id
           UNION ALL SELECT 'o:' || y.organization_id FROM organization_members y WHERE y.user_id = u.id)`,
    list,
  ],
});

function permissionsIf(counts: string): string {
  return `ARRAY(SELECT coalesce((SELECT r.effective_permissions::text FROM roles r WHERE r.id = ur.role_id AND ${counts}), '{}')
             FROM user_roles ur WHERE ur.user_id = u.id)`;
}

/** The same in the organization of `members m`, if they belong to it. */
const chosenColumns: PersonColumns = {
  ...personColumns('m.organization_id'),
  organizationRole: ["coalesce(m.role, 'MEMBER')", String],
  catalog: [catalogFor('m.role'), readCatalog],
};

const sessionColumns: Columns<Omit<SessionCallerRow, keyof CallerRow>> = {
  sessionId: ['c.id', String],
  sessionExpiresAt: ['c.expires_at', time],
  signInMethod: ['c.sign_in_method', String],
  signedInByOrganizationId: ['c.organization_id', String],
  signedInByTrusted: [
    'EXISTS (SELECT 1 FROM sso_connections x WHERE x.id = c.connection_id AND x.trusts_second_factor)',
    flag,
    null,
  ],
  connectionId: ['c.connection_id', String],
  breakGlassIn: ['c.break_glass_in', list],
  signedInAt: ['coalesce(c.signed_in_at, c.created_at)', time],
  secondFactor: ['c.second_factor', flag],
  requireTwoFactor: ['c.require_two_factor', flag],
  lastSeenAt: [lastUseIfLimited('c.last_seen_at'), time],
  impersonatedUserId: ['c.impersonated_user_id', String],
  impersonatedEmail: ['c.impersonated_email', String],
  impersonationStartedAt: ['c.impersonation_started_at', time],
};

/** Where a session acts: in the organization that it belongs to, or its owner's default. */
const home = 'coalesce(c.organization_id, u.organization_id)';

/** The owner of a session, if they are active. The request's own clock decides whether it has expired. */
export const sessionCallers = callersBy<SessionCallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT s.*, s.id AS key FROM sessions s WHERE s.id = ${asked}`,
  own: sessionColumns,
  about: home,
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
  boundTo: string | null;
  byConnection: boolean;
};

/** The same, by the hexadecimal hash of an API key that isn't revoked. It acts in the organization it was made in. */
export const keyCallers = callersBy<KeyCallerRow>({
  key: 'text',
  credential: (asked) => `SELECT k.*, ${asked} AS key FROM api_keys k
                           WHERE k.key_hash = decode(${asked}, 'hex') AND k.revoked_at IS NULL`,
  own: {
    keyId: ['c.id', String],
    keyPrefix: ['c.key_prefix', String],
    keyPermission: ['c.permission', String],
    keyExpiresAt: ['c.expires_at', time],
    boundTo: ['c.organization_id', String],
    byConnection: ['c.by_connection', flag],
  },
  chosen: 'c.organization_id',
});

/** A person by their id, if they are active. */
export const persons = callersBy<CallerRow>({
  key: 'uuid',
  credential: (asked) => `SELECT ${asked} AS key, ${asked} AS user_id`,
  own: {},
});

/** The same in a chosen organization. Its id is null if they don't belong to it. */
export const chosenPersons = callersBy<CallerRow>({
  key: 'text',
  credential: (asked) => `SELECT ${asked} AS key, ${idIn(asked)} AS user_id, ${chosenIn(asked)}`,
  own: {},
  chosen: 'c.chosen_id',
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
  /** The SQL expression for the organization that the request is about, if they do belong to it. */
  chosen?: string;
  /** The same for one that they belong to in any case. Otherwise it is the default. */
  about?: string;
}): Lookup<Row> {
  const { chosen, about = 'u.organization_id' } = who;
  const all = { ...(chosen ? chosenColumns : personColumns(about)), ...who.own } as Columns<Row>;
  const version = `concat_ws('.', ${versionOf(who.own)}, u.id, u.version, o.version, (SELECT n FROM role_changes),
                             ${serverVersion}) AS version`;
  const member = `LEFT JOIN LATERAL (
    SELECT m.* FROM organization_members m WHERE m.user_id = u.id AND m.organization_id = ${chosen} OFFSET 0) AS m ON true`;
  const joined = chosen ? { join: member, about: 'm.organization_id' } : { join: '', about };
  return {
    rows: statementsFor(who, `c.key, ${version}, ${recordOf(all)} AS row`, joined),
    versions: statementsFor(who, `c.key, ${version}`, { join: '', about: chosen ?? about }),
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
  { join, about }: { join: string; about: string },
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
