import {
  lifetimes,
  mcpScopes,
  type OidcScope,
  type OrganizationRole,
  type SigningAlgorithm,
} from '@latchkey/contract';
import { permissionsIn } from '../../identity/accounts/permission-store.ts';
import { vouchedOf } from '../../identity/accounts/trusted-roles.ts';
import { type UserRow, userColumns } from '../../identity/accounts/user-store.ts';
import {
  catalogFor,
  readCatalog,
  readTeamRoles,
  type TeamRoles,
  teamOf,
  teamRolesIn,
} from '../../identity/caller/team-roles.ts';
import { type PersonPolicies, policiesOfPerson } from '../../identity/policies/policy-store.ts';
import { isShared, sharingEnds } from '../../identity/sessions/rotation-store.ts';
import { onPrimary } from '../../platform/db/server-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';
import type { ExtraClaims } from '../../records/hooks/claims.ts';
import { type AskedHook, hookAt } from '../../records/hooks/hook-store.ts';
import { recallNotices } from './logout-store.ts';

type GrantFields = {
  grantId: string;
  applicationId: string;
  clientId: string;
  signingAlgorithm: SigningAlgorithm;
  /** The session it began in. */
  sid: string;
  /** What was granted and the application may still have. */
  scopes: OidcScope[];
  resource: string | null;
  authTime: Date | null;
  amr: string[];
  /** What a hook added to its latest tokens. */
  claims: ExtraClaims | null;
  hook: AskedHook | null;
  counter: number;
  rotatedAt: string | null;
  isShared: boolean;
};

/** What policies judge a grant by. Only one that ends with its session has a time of its last use. */
type Judged = {
  policies: PersonPolicies | null;
  signInMethod: string | null;
  /** Whose identity provider opened the session. Null if none did, or its connection is gone. */
  signedInByOrganizationId: string | null;
  /** That identity provider is trusted with the second factor. */
  signedInByTrusted: boolean;
  connectionId: string | null;
  breakGlassIn: string[] | null;
  /** It outlives its session. */
  isOffline: boolean;
  secondFactor: boolean;
  signedInAt: Date | null;
  lastSeenAt: Date | null;
};

/** A grant that is valid right now, with the user as they are now. */
export type GrantRow = UserRow &
  GrantFields &
  Judged & {
    organizationName: string | null;
    organizationSlug: string | null;
    permissions: string[];
    /** By an identity provider, which speaks for them in its organization only. */
    isVouched: boolean;
    /** What they hold in that organization for the team's application. */
    team: TeamRoles;
  };

/** While people could never belong to several, tokens are about the one they belong to now. */
const aboutId = `CASE WHEN g.organization_bound OR EXISTS (SELECT 1 FROM several_organizations)
                      THEN g.organization_id ELSE u.organization_id END`;

/** What roles permit there: in the default everything; elsewhere only what counts everywhere. */
function permittedIn(row: { permissions: string[]; isDefault: boolean; isVouched: boolean }): string[] {
  if (!row.isDefault && !row.permissions.includes('users:read')) return [];
  return row.isVouched ? [...vouchedOf(row.permissions)] : row.permissions;
}

/**
 * Undefined once anything it depends on is over: the session, unless it has offline_access; the account; the
 * application, also while it is disabled; the membership, if the application asked for the organization or is for it. A
 * grant whose user left another organization tells nothing of it any more.
 */
export async function findGrant(db: Db, id: string, now: Date): Promise<GrantRow | undefined> {
  const [row] = await db<
    (GrantRow & {
      aboutId: string | null;
      aboutRole: OrganizationRole;
      isDefault: boolean;
      teamRoles: string;
      catalog: string | null;
    })[]
  >`
    SELECT ${userColumns(db, now)}, m.organization_id AS about_id, coalesce(m.role, 'MEMBER') AS about_role,
           m.organization_id IS NOT DISTINCT FROM u.organization_id AS is_default,
           g.connection_id IS NOT NULL AS is_vouched, g.id AS grant_id, g.application_id, a.client_id, a.signing_algorithm, g.sid,
           ARRAY(SELECT scope FROM unnest(g.scopes) AS scope WHERE scope = ANY (a.scopes || ${[...mcpScopes]}::text[])) AS scopes, g.resource, g.auth_time, g.amr,
           g.claims, ${hookAt(db, 'token.claims', now)} AS hook, g.refresh_counter AS counter, g.refresh_rotated_at AS rotated_at,
           ${isShared(db, 'g.refresh_shared_until')}, o.name AS organization_name, o.slug AS organization_slug,
           ${permissionsIn(db, 'm.organization_id')} AS permissions,
           ${db.unsafe(teamRolesIn('m.organization_id'))} AS team_roles, ${db.unsafe(catalogFor('m.role'))} AS catalog,
           ${db.unsafe(policiesOfPerson)} AS policies,
           coalesce(s.sign_in_method, g.sign_in_method) AS sign_in_method,
           x.organization_id AS signed_in_by_organization_id,
           coalesce(x.trusts_second_factor, false) AS signed_in_by_trusted,
           s.connection_id, s.break_glass_in, g.session_id IS NULL AS is_offline,
           g.second_factor OR coalesce(s.second_factor, false) AS second_factor,
           CASE WHEN g.session_id IS NOT NULL THEN coalesce(s.signed_in_at, s.created_at) END AS signed_in_at,
           CASE WHEN g.session_id IS NOT NULL THEN s.last_seen_at END AS last_seen_at
      FROM application_grants g JOIN applications a ON a.id = g.application_id JOIN users u ON u.id = g.user_id
      LEFT JOIN organization_members m ON m.user_id = u.id AND m.organization_id = ${db.unsafe(aboutId)}
      LEFT JOIN organizations o ON o.id = m.organization_id
      LEFT JOIN sessions s ON s.id = g.sid
      LEFT JOIN sso_connections x ON x.id = g.connection_id
     WHERE g.id = ${id} AND g.refresh_expires_at > ${now} AND u.is_active AND a.enabled
       AND (s.expires_at > ${now} OR (g.session_id IS NULL AND 'offline_access' = ANY (a.scopes)))
       AND (a.organization_id IS NULL OR m.organization_id = a.organization_id)
       AND (NOT g.organization_bound OR m.organization_id IS NOT NULL)
       AND ${onPrimary(db)}`;
  if (!row) return undefined;
  const { aboutId: organizationId, aboutRole: organizationRole, isDefault, isVouched, ...rest } = row;
  const { teamRoles, catalog, ...grant } = rest;
  const permissions = permittedIn({ permissions: grant.permissions, isDefault, isVouched });
  const team = teamOf({
    teamRoles: readTeamRoles(teamRoles),
    catalog: catalog === null ? null : readCatalog(catalog),
  });
  return { ...grant, organizationId, organizationRole, permissions, team, isVouched };
}

type NewGrant = {
  id: string;
  applicationId: string;
  userId: string;
  sessionId: string;
  organizationId: string | null;
  organizationBound: boolean;
  scopes: string[];
  resource: string | null;
  authTime: Date | null;
  amr: string[];
  refreshExpiresAt: Date;
  now: Date;
};

/** With the hook that adds claims to its tokens. Also notes that this session is signed in to the application, which is told when the session ends. */
export async function insertGrant(tx: Db, grant: NewGrant): Promise<AskedHook | null> {
  const { id, applicationId, userId, sessionId, scopes, resource, authTime, amr, refreshExpiresAt, now } =
    grant;
  const { organizationId, organizationBound } = grant;
  const boundTo = scopes.includes('offline_access') ? null : sessionId;
  const [made] = await tx<{ hook: AskedHook | null }[]>`
    INSERT INTO application_grants (id, application_id, user_id, session_id, sid, organization_id, organization_bound,
                                    scopes, resource, auth_time, amr, sign_in_method, connection_id, second_factor,
                                    refresh_expires_at, created_at, last_used_at)
    VALUES (${id}, ${applicationId}, ${userId}, ${boundTo}, ${sessionId}, ${organizationId}, ${organizationBound},
            ${scopes}, ${resource}, ${authTime}, ${amr},
            (SELECT sign_in_method FROM sessions WHERE id = ${sessionId}),
            (SELECT connection_id FROM sessions WHERE id = ${sessionId}),
            coalesce((SELECT second_factor FROM sessions WHERE id = ${sessionId}), false),
            ${refreshExpiresAt}, ${now}, ${now})
    RETURNING ${hookAt(tx, 'token.claims', now)} AS hook`;
  await tx`
    INSERT INTO application_sessions (session_id, application_id, user_id)
    VALUES (${sessionId}, ${applicationId}, ${userId}) ON CONFLICT DO NOTHING`;
  await tx`UPDATE applications SET last_used_at = ${now} WHERE id = ${applicationId}`;
  return made?.hook ?? null;
}

/** What userinfo adds from now on. */
export async function saveClaims(tx: Db, id: string, claims: ExtraClaims | null): Promise<void> {
  await tx`
    UPDATE application_grants SET claims = ${claims && JSON.stringify(claims)}::text::json WHERE id = ${id}`;
}

/** True if the grant existed. */
export async function deleteGrant(tx: Db, id: string): Promise<boolean> {
  return (await tx`DELETE FROM application_grants WHERE id = ${id} RETURNING id`).length === 1;
}

/** Succeeds for exactly one caller: the counter moves only from the value in the token. */
export async function rotateGrant(
  db: Db,
  rotation: {
    id: string;
    applicationId: string;
    counter: number;
    claims: ExtraClaims | null;
    sharedUntil: number;
    expiresAt: Date;
    now: Date;
  },
): Promise<boolean> {
  const { id, applicationId, counter, sharedUntil, expiresAt, now } = rotation;
  const claims = rotation.claims && JSON.stringify(rotation.claims);
  const rows = await db`
    UPDATE application_grants SET refresh_counter = refresh_counter + 1, refresh_rotated_at = ${sharedUntil},
           refresh_shared_until = ${sharingEnds(db)}, refresh_expires_at = ${expiresAt}, last_used_at = ${now},
           claims = ${claims}::text::json
     WHERE id = ${id} AND application_id = ${applicationId} AND refresh_counter = ${counter}
       AND refresh_expires_at > ${now}
    RETURNING id`;
  return rows.length === 1;
}

export async function settleGrant(db: Db, id: string, counter: number, rotatedAt: number): Promise<void> {
  await db`
    UPDATE application_grants SET refresh_rotated_at = least(refresh_rotated_at, ${rotatedAt}::bigint)
     WHERE id = ${id} AND refresh_counter = ${counter}`;
}

/** When and how the holder of a session authenticated: one proof. A later, weaker one is left out. */
export type SessionProof = { authenticatedAt: Date | null; methods: string[] };

export async function findSessionProof(db: Db, sessionId: string): Promise<SessionProof | undefined> {
  const [row] = await db<SessionProof[]>`
    SELECT authenticated_at, coalesce(methods, '{}') AS methods FROM sessions WHERE id = ${sessionId}`;
  return row;
}

const day = 86_400_000;

export const oidcSweeps: Sweep[] = [
  recallNotices,
  // A used code is kept for a day to detect replays.
  (db, now) => sweepSome(db, 'application_codes', db`expires_at < ${new Date(now.getTime() - day)}`),
  // A device that asks late is told that its code has expired.
  (db, now) => sweepSome(db, 'device_codes', db`expires_at < ${new Date(now.getTime() - day / 24)}`),
  (db, now) => sweepSome(db, 'application_grants', db`refresh_expires_at < ${now}`),
  (db, now) => {
    const since = new Date(now.getTime() - lifetimes.unusedClientDays * day);
    return sweepSome(
      db,
      'applications',
      db`dynamic AND (enabled OR client_id NOT LIKE '%:%') AND coalesce(last_used_at, created_at) < ${since}
         AND NOT EXISTS (SELECT 1 FROM application_grants g WHERE g.application_id = applications.id)`,
    );
  },
  (db, now) => sweepSome(db, 'signing_keys', db`published_until < ${new Date(now.getTime() - day)}`),
];
