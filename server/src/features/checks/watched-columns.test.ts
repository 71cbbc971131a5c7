import { changesDuring } from '@latchkey/server/testing/checks';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newRole } from '@latchkey/server/testing/roles';
import { newUser, startService } from '@latchkey/server/testing/service';
import { newTeamRole } from '@latchkey/server/testing/team-roles';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import * as callerStore from '../../identity/caller/caller-store.ts';

const service = started(startService);

/** `to`: another value, as SQL. `subject`: whom a change of the column concerns. */
type Covered = {
  to: string;
  subject: 'person' | 'session' | 'key' | 'role' | 'organization' | 'lock' | 'all';
};
/** A change of the column concerns no answer. Without `to`, it can't be changed by itself. */
type Excused = { excused: string; to?: string };

const other = 'gen_random_uuid()';
const later = "now() + interval '1 day'";
const identity = 'never changes: it is what others refer to';
const search = 'made from other columns';

/** A session belongs to an organization by its connection: one isn't changed without the other. */
const linked = '(SELECT l.connection_id FROM sso_links l WHERE l.user_id = sessions.user_id)';
const joined = '(SELECT m.organization_id FROM organization_members m WHERE m.user_id = sessions.user_id)';
const begun = {
  connection: `${linked}, organization_id = ${joined}`,
  organization: `${joined}, connection_id = ${linked}`,
};

/** Every column of every table that an answer about a caller is read from. */
const columns: Record<string, Record<string, Covered | Excused>> = {
  users: {
    id: { excused: identity },
    email: { to: "'next-' || email", subject: 'person' },
    email_verified_at: { to: later, subject: 'person' },
    email_set_by_admin: { excused: 'neither shown nor judged', to: 'NOT email_set_by_admin' },
    pending_email: { to: "'pending@example.com'", subject: 'person' },
    pending_email_until: { to: later, subject: 'person' },
    username: { to: "'someone'", subject: 'person' },
    first_name: { to: "'Zoë'", subject: 'person' },
    last_name: { to: "'Zoë'", subject: 'person' },
    password_hash: { excused: 'a change ends sessions, which are noted', to: "'x'" },
    password_changed_at: { excused: 'neither shown nor judged', to: later },
    role: { to: "'MODERATOR'", subject: 'person' },
    is_active: { to: 'NOT is_active', subject: 'person' },
    last_login_at: { to: later, subject: 'person' },
    organization_id: { to: 'NULL', subject: 'person' },
    two_factor_secret: { excused: 'two_factor_enabled says whether it counts', to: "'\\x00'" },
    two_factor_enabled: { to: 'NOT two_factor_enabled', subject: 'person' },
    two_factor_verified: { excused: 'neither shown nor judged', to: 'NOT two_factor_verified' },
    two_factor_enabled_at: { excused: 'neither shown nor judged', to: later },
    two_factor_by_connection: { excused: 'only recent proofs read it', to: 'NOT two_factor_by_connection' },
    two_factor_last_step: { excused: 'only tells codes apart', to: '1' },
    passkey_count: { to: 'passkey_count + 1', subject: 'person' },
    locale: { to: "'de'", subject: 'person' },
    created_at: { to: later, subject: 'person' },
    updated_at: { to: later, subject: 'person' },
    public_metadata: { to: `'{"plan":"pro"}'`, subject: 'person' },
    private_metadata: { excused: 'not shown to the person', to: `'{"plan":"pro"}'` },
    search_text: { excused: search },
  },
  organizations: {
    id: { excused: identity },
    name: { to: "'Renamed'", subject: 'organization' },
    slug: { to: "'renamed-' || id", subject: 'organization' },
    created_at: { excused: 'not shown', to: later },
    updated_at: { excused: 'not shown', to: later },
    search_text: { excused: search },
  },
  organization_members: {
    organization_id: { excused: identity },
    user_id: { excused: identity },
    role: { to: "'MEMBER'", subject: 'person' },
    joined_at: { to: later, subject: 'person' },
    is_linked: { excused: 'how a membership is managed, not what it allows', to: 'NOT is_linked' },
    bound_by: { to: `ARRAY[${other}]`, subject: 'person' },
    role_ids: { to: `ARRAY[${other}]`, subject: 'person' },
    rank_by_directory: { excused: 'where the rank comes from', to: 'NOT rank_by_directory' },
    user_created_at: { excused: search, to: later },
    email: { excused: search, to: "'x'" },
    search_text: { excused: search, to: "'x'" },
  },
  sessions: {
    require_two_factor: {
      excused: 'set when the session begins, and never changed',
      to: 'NOT require_two_factor',
    },
    id: { excused: identity },
    user_id: { excused: identity },
    ip_address: { excused: 'not judged', to: "'192.0.2.1'" },
    user_agent: { excused: 'not judged', to: "'other'" },
    methods: { excused: 'only recent proofs read them, which no local answer replaces', to: "'{totp}'" },
    authenticated_at: { excused: 'only recent proofs read it', to: later },
    sign_in_method: { to: "'passkey'", subject: 'session' },
    signed_in_at: { to: later, subject: 'session' },
    second_factor: { to: 'NOT second_factor', subject: 'session' },
    proven_at: { excused: 'only recent proofs read it', to: later },
    own_proven_at: { excused: 'only recent proofs read it', to: later },
    remember_series: { excused: 'not judged', to: 'NULL' },
    connection_id: { to: begun.connection, subject: 'session' },
    organization_id: { to: begun.organization, subject: 'session' },
    break_glass_in: { to: `ARRAY[${other}]`, subject: 'session' },
    ends_at: { excused: 'limits refreshes, which move expires_at', to: later },
    refresh_counter: { excused: 'of refreshes', to: 'refresh_counter + 1' },
    refresh_rotated_at: { excused: 'of refreshes', to: '1' },
    refresh_shared_until: { excused: 'of refreshes', to: later },
    refresh_expires_at: { excused: 'of refreshes', to: later },
    impersonated_user_id: { to: other, subject: 'session' },
    impersonated_email: { to: "'x'", subject: 'session' },
    impersonation_started_at: { to: later, subject: 'session' },
    created_at: { to: later, subject: 'session' },
    last_seen_at: { excused: 'no answer is kept for more than a sixtieth of an idle limit', to: later },
    expires_at: { to: "expires_at - interval '1 hour'", subject: 'session' },
  },
  api_keys: {
    id: { excused: identity },
    user_id: { excused: identity },
    name: { excused: 'not shown', to: "'other'" },
    key_hash: { to: "'\\x00'", subject: 'key' },
    key_prefix: { excused: 'not shown', to: "'x'" },
    organization_id: { to: other, subject: 'key' },
    by_connection: { to: 'NOT by_connection', subject: 'key' },
    permission: { to: "'READ_WRITE'", subject: 'key' },
    expires_at: { to: later, subject: 'key' },
    last_used_at: { excused: 'not shown', to: later },
    created_at: { excused: 'not shown', to: later },
    revoked_at: { to: later, subject: 'key' },
  },
  roles: {
    id: { excused: identity },
    name: { to: "'ROLE_RENAMED'", subject: 'role' },
    description: { excused: 'not shown', to: "'other'" },
    parent_id: { to: 'NULL', subject: 'role' },
    is_system: { excused: 'neither shown nor judged', to: 'NOT is_system' },
    permissions: { to: "'{audit:read}'", subject: 'role' },
    effective_permissions: { to: "'{audit:read}'", subject: 'role' },
    created_at: { excused: 'not shown', to: later },
    updated_at: { excused: 'not shown', to: later },
  },
  user_roles: {
    user_id: { excused: identity },
    role_id: { excused: identity },
    organization_id: { to: other, subject: 'person' },
  },
  role_changes: { n: { excused: 'counts changes that are noted themselves', to: 'n + 1' } },
  policies: {
    organization_id: { excused: identity },
    version: { excused: 'not judged', to: 'version + 1' },
    two_factor_required: {
      to: 'true, two_factor_required_at = now()',
      subject: 'organization',
    },
    two_factor_grace_days: { to: '3', subject: 'organization' },
    two_factor_required_at: { to: 'now(), two_factor_required = true', subject: 'organization' },
    sign_in_methods: { to: "'{passkey}'", subject: 'organization' },
    session_minutes: { to: '60', subject: 'organization' },
    idle_minutes: { to: '60', subject: 'organization' },
    recent_proof_minutes: { excused: 'judges proofs, which no local answer replaces', to: '5' },
    email_domains: { excused: 'judges addresses of those who join', to: "'{example.com}'" },
    password_strength: { excused: 'judges new passwords', to: '3' },
    password_breach_check: { excused: 'judges new passwords', to: 'NOT password_breach_check' },
    updated_at: { excused: 'not shown', to: later },
  },
  organization_permissions: {
    names: { to: "'{a:x}', descriptions = '{First}'", subject: 'all' },
    descriptions: { to: "'{First}', names = '{a:x}'", subject: 'all' },
  },
  organization_roles: {
    id: { excused: identity },
    organization_id: { excused: 'never changes: a role stays where it is' },
    key: { to: "'org-other'", subject: 'organization' },
    name: { excused: 'not shown', to: "'Other'" },
    description: { excused: 'not shown', to: "'Other'" },
    permissions: { to: "'{a:x}'", subject: 'organization' },
    is_default: { to: 'NOT is_default', subject: 'organization' },
    created_at: { excused: 'not shown', to: later },
    updated_at: { excused: 'not shown', to: later },
  },
  scim_groups: {
    id: { excused: identity },
    organization_id: { excused: identity },
    display_name: { excused: 'not shown', to: "'Other'" },
    external_id: { excused: 'not shown', to: "'x'" },
    role: { excused: 'sets ranks, which are noted themselves', to: "'ADMIN'" },
    role_ids: { to: `ARRAY[${other}]`, subject: 'organization' },
    created_at: { excused: 'not shown', to: later },
    updated_at: { excused: 'not shown', to: later },
  },
  scim_group_members: { group_id: { excused: identity }, user_id: { excused: identity } },
  sso_connections: {
    id: { excused: identity },
    organization_id: { excused: identity },
    kind: { excused: 'how it signs in' },
    name: { excused: 'not shown', to: "'other'" },
    enabled: { to: 'true', subject: 'organization' },
    required: { to: 'true, enabled = true', subject: 'organization' },
    provisioning: { excused: 'judges sign-ins', to: 'NOT provisioning' },
    trusts_second_factor: { to: 'NOT trusts_second_factor', subject: 'organization' },
    admin_groups: { excused: 'judges sign-ins', to: "'{x}'" },
    group_roles: { excused: 'judges sign-ins', to: "'[1]'" },
    attributes: { excused: 'judges sign-ins', to: "'[]'" },
    session_hours: { excused: 'judges sign-ins', to: '3' },
    issuer: { excused: 'judges sign-ins', to: "'x'" },
    client_id: { excused: 'judges sign-ins', to: "'x'" },
    client_secret: { excused: 'judges sign-ins', to: "'\\x00'" },
    entity_id: { excused: 'judges sign-ins', to: "'x'" },
    sign_in_url: { excused: 'judges sign-ins', to: "'x'" },
    certificates: { excused: 'judges sign-ins', to: "'[1]'" },
    metadata_url: { excused: 'judges sign-ins', to: "'x'" },
    next_check_at: { excused: 'upkeep', to: later },
    warned: { excused: 'upkeep', to: "'[]'" },
    tested_at: { excused: 'not judged', to: later },
    created_at: { excused: 'only the order of ways back', to: later },
    updated_at: { excused: 'not shown', to: later },
  },
  organization_domains: {
    id: { excused: identity },
    organization_id: { excused: identity },
    name: { to: "'next.example'", subject: 'organization' },
    challenge: { excused: 'not judged', to: "'x'" },
    auto_join: { excused: 'judges those who join', to: 'NOT auto_join' },
    connection_id: { to: 'NULL', subject: 'organization' },
    verified_at: { to: 'NULL', subject: 'organization' },
    checked_at: { excused: 'upkeep', to: later },
    missing_since: { excused: 'upkeep', to: later },
    next_check_at: { excused: 'upkeep', to: later },
    created_at: { excused: 'not judged', to: later },
  },
  sso_links: {
    connection_id: { excused: identity },
    user_id: { excused: identity },
    subject: { excused: 'judges sign-ins', to: "'x'" },
    email: { to: "'x@example.com'", subject: 'person' },
    created_at: { excused: 'not judged', to: later },
    last_sign_in_at: { to: later, subject: 'person' },
    role_ids: { to: `ARRAY[${other}]`, subject: 'person' },
  },
  attempts: {
    subject: { excused: identity },
    failures: { excused: 'locks nothing by itself', to: 'failures + 1' },
    failed_at: { excused: 'locks nothing by itself', to: later },
    pending: { excused: 'locks nothing by itself', to: 'pending + 1' },
    pending_at: { excused: 'locks nothing by itself', to: later },
    locked_until: { to: later, subject: 'lock' },
  },
};

/** A person with a row in each of the tables, and what the changes of these rows concern. */
let rows: Record<string, string>;
let subjects: Record<Covered['subject'], string>;

beforeAll(async () => {
  const { id, client, email, organizationId } = await newUser(service);
  const key = await newKey(client, { permission: 'READ_ONLY' });
  const parent = await newRole(service, ['emails:read']);
  const role = await newRole(service, ['users:list'], parent.id);
  const { sql } = service;
  await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${id}, ${role.id})`;
  await sql`
    INSERT INTO policies (organization_id, version, two_factor_required, two_factor_grace_days, email_domains,
                          password_strength, password_breach_check, updated_at)
    VALUES (${organizationId}, 1, false, 0, '{}', 0, false, now())`;
  const connectionId = uuidv7();
  await sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, attributes, created_at, updated_at)
    VALUES (${connectionId}, ${organizationId}, 'oidc', 'Acme', '{}', now(), now())`;
  await sql`
    INSERT INTO organization_domains (id, organization_id, name, challenge, connection_id, verified_at, created_at)
    VALUES (${uuidv7()}, ${organizationId}, 'acme.example', 'x', ${connectionId}, now(), now())`;
  await sql`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at)
    VALUES (${connectionId}, ${id}, 'x', ${email}, now())`;
  const teamRole = await newTeamRole(service, organizationId);
  const groupId = uuidv7();
  await sql`
    INSERT INTO scim_groups (id, organization_id, display_name, role_ids, created_at, updated_at)
    VALUES (${groupId}, ${organizationId}, 'Staff', ARRAY[${teamRole.id}::uuid], now(), now())`;
  await sql`INSERT INTO scim_group_members (group_id, user_id) VALUES (${groupId}, ${id})`;
  await sql`
    INSERT INTO attempts (subject, pending_at) VALUES (sha256(convert_to(${email}, 'UTF8')), now())
        ON CONFLICT DO NOTHING`;
  const [session] = await sql<{ id: string }[]>`SELECT id FROM sessions WHERE user_id = ${id}`;
  const [lock] = await sql<
    { hash: string }[]
  >`SELECT encode(sha256(convert_to(${email}, 'UTF8')), 'hex') AS hash`;
  rows = {
    users: `id = '${id}'`,
    organizations: `id = '${organizationId}'`,
    roles: `id = '${role.id}'`,
    api_keys: `id = '${key.id}'`,
    policies: `organization_id = '${organizationId}'`,
    sso_connections: `id = '${connectionId}'`,
    organization_domains: `connection_id = '${connectionId}'`,
    attempts: `subject = '\\x${lock?.hash}'`,
    role_changes: 'true',
    organization_permissions: 'true',
    organization_roles: `id = '${teamRole.id}'`,
    scim_groups: `id = '${groupId}'`,
  };
  for (const table of ['organization_members', 'sessions', 'user_roles', 'sso_links', 'scim_group_members'])
    rows[table] = `user_id = '${id}'`;
  subjects = {
    person: `p:${id}`,
    session: `s:${session?.id}`,
    key: `k:${key.id}`,
    role: `r:${role.id}`,
    organization: `o:${organizationId}`,
    lock: `l:${lock?.hash}`,
    all: 'all',
  };
});

test('every table that callers are read from is listed here', () => {
  const texts = Object.values(callerStore)
    .flatMap((each) => (typeof each === 'object' ? [each.rows.one, each.rows.many] : []))
    .join(' ');
  const read = [...texts.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)\b(?!\()/g)].map(([, name = '']) => name);
  const tables = read.filter((name) => !['unnest', 'pg_postmaster_start_time'].includes(name));
  // The lock of an address is looked up by itself.
  expect([...new Set([...tables, 'attempts'])].sort()).toEqual(Object.keys(columns).sort());
});

test('every column of these tables is covered, or excused by name', async () => {
  const found = await service.sql<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY (${Object.keys(columns)}::text[])`;
  const names = found.map(({ table, column }) => `${table}.${column}`);
  const listed = Object.entries(columns).flatMap(([table, each]) =>
    Object.keys(each).map((column) => `${table}.${column}`),
  );
  expect(names.sort()).toEqual(listed.sort());
});

/** What one change of the column writes, rolled back afterwards. */
async function noted(table: string, column: string, to: string): Promise<string[]> {
  let found: string[] = [];
  await service.sql
    .begin(async (tx) => {
      await tx.unsafe(`UPDATE ${table} SET ${column} = ${to} WHERE ${rows[table]}`);
      const changes = await tx<{ subjectId: string }[]>`
        SELECT subject_id FROM check_changes WHERE xact = pg_current_xact_id()`;
      found = changes.map(({ subjectId }) => subjectId);
      throw new Error('enough');
    })
    .catch((error: Error) => {
      if (error.message !== 'enough') throw error;
    });
  return found;
}

const each = Object.entries(columns).flatMap(([table, of]) =>
  Object.entries(of).map(([column, what]) => [`${table}.${column}`, table, column, what] as const),
);

test.each(each.flatMap(([name, ...at]) => ('subject' in at[2] ? [[name, at[2].subject, at] as const] : [])))(
  'a change of %s is noted for the %s',
  async (_name, subject, [table, column, { to = '' }]) => {
    expect(await noted(table, column, to)).toContain(subjects[subject]);
  },
);

test.each(
  each.flatMap(([name, ...at]) =>
    'excused' in at[2] && at[2].to ? [[name, at[2].excused, at] as const] : [],
  ),
)('a change of %s writes nothing: %s', async (_name, _why, [table, column, { to = '' }]) => {
  expect(await noted(table, column, to)).toEqual([]);
});

describe('rows that come and go', () => {
  const deleted = (table: string) =>
    changesDuring(service, () =>
      service.sql.unsafe(`DELETE FROM ${table} WHERE ${rows[table]}`).then(() => undefined),
    );

  test.each([
    ['organization_roles', 'organization'],
    ['scim_group_members', 'person'],
    ['scim_groups', 'organization'],
    ['sso_links', 'person'],
    ['organization_domains', 'organization'],
    ['sso_connections', 'organization'],
    ['policies', 'organization'],
    ['user_roles', 'person'],
    ['roles', 'role'],
    ['api_keys', 'key'],
    ['sessions', 'session'],
    ['organization_members', 'person'],
    ['organizations', 'organization'],
    ['users', 'person'],
  ] as const)('a row of %s that goes is noted for the %s', async (table, subject) => {
    expect(await deleted(table)).toContain(subjects[subject]);
  });

  test('a lock that goes is noted, and attempts that locked nothing are not', async () => {
    const { sql } = service;
    expect(await changesDuring(service, () => sql`DELETE FROM attempts WHERE locked_until IS NULL`)).toEqual(
      [],
    );
    const locked = () =>
      sql`INSERT INTO attempts (subject, pending_at, locked_until) VALUES (sha256('x'), now(), now())`;
    expect(await changesDuring(service, locked)).toEqual([expect.stringMatching(/^l:/)]);
    expect(await changesDuring(service, () => sql`DELETE FROM attempts`)).toEqual([
      expect.stringMatching(/^l:/),
    ]);
  });

  test('a policy of the service concerns everyone', async () => {
    const { sql } = service;
    const policy = () => sql`
      INSERT INTO policies (version, two_factor_required, two_factor_grace_days, email_domains, password_strength,
                            password_breach_check, updated_at) VALUES (1, false, 0, '{}', 0, false, now())`;
    expect(await changesDuring(service, policy)).toEqual(['all']);
  });

  test('a table that is emptied concerns everyone, even in a session that skips triggers', async () => {
    for (const table of Object.keys(columns).filter((name) => name !== 'role_changes')) {
      const change = service.sql.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx.unsafe(`TRUNCATE ${table} CASCADE`);
        const found =
          await tx`SELECT 1 FROM check_changes WHERE xact = pg_current_xact_id() AND subject_id = 'all'`;
        throw new Error(`found ${found.length} for ${table}`);
      });
      await expect(change).rejects.toThrow(`found 1 for ${table}`);
    }
  });

  test('a change in a session that skips triggers is noted', async () => {
    const { id } = await newUser(service);
    const skipping = () =>
      service.sql.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx`UPDATE users SET is_active = false WHERE id = ${id}`;
      });
    expect(await changesDuring(service, skipping)).toEqual([`p:${id}`]);
  });
});
