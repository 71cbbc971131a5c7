// Fills an empty database with as many users, organizations and audit entries as you like, by COPY.
//   npm run lab -- seed --database embedded:lab/bench/.data/large --users 1000000 --organizations 100000 --audit 10000000
import { parseArgs } from 'node:util';
import { roll, share } from './dice.mjs';
import { load, setIndexesAside } from './load.mjs';
import { openDatabase } from './open-database.mjs';
import { Population } from './people.mjs';
import { startStep } from './progress.mjs';
import { trail } from './trail.mjs';

const months = 24;
const sizes = { users: '10000', organizations: '1000', audit: '10000' };
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: process.env.DATABASE_URL ?? 'embedded:lab/bench/.data/small' },
    ...Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [name, { type: 'string', default: size }]),
    ),
    until: { type: 'string', default: new Date().toISOString() },
  },
});
const [users, organizations, entries] = [values.users, values.organizations, values.audit].map(Number);
const until = Date.parse(values.until);
const from = new Date(until).setUTCMonth(new Date(until).getUTCMonth() - months);
const people = new Population({ users, organizations, from, until });

const iso = (ms) => (ms === null ? null : new Date(ms).toISOString());
// No password matches this hash.
const passwordHash = `$2b$12$${'x'.repeat(53)}`;

const tables = {
  organizations: {
    columns: ['id', 'name', 'slug', 'created_at', 'updated_at'],
    total: organizations,
    row(n) {
      const { id, name, slug, at } = people.organization(n);
      return [id, name, slug, iso(at), iso(at)];
    },
  },
  users: {
    columns:
      `id email username password_hash first_name last_name role is_active email_verified_at last_login_at
      organization_id two_factor_enabled created_at updated_at`.split(/\s+/),
    total: users,
    row(n) {
      const user = people.user(n);
      const joined = iso(user.joined);
      const names = [user.id, user.email, user.username, passwordHash, user.firstName, user.lastName];
      const state = [user.role, user.isActive, joined, iso(user.lastLogin)];
      return [...names, ...state, user.organizationId, user.role === 'ADMIN', joined, joined];
    },
  },
  organization_members: {
    columns: `organization_id user_id role joined_at user_created_at email search_text`.split(' '),
    total: users,
    row(n) {
      const { id, email, username, firstName, lastName, ...user } = people.user(n);
      const { organizationId, organizationRole, joined } = user;
      const searched = [`${firstName} ${lastName}`, email, username ?? ''].join('\x1f').toLowerCase();
      return organizationId === null
        ? undefined
        : [organizationId, id, organizationRole, iso(joined), iso(joined), email, searched];
    },
  },
  sessions: {
    columns: `id user_id created_at last_seen_at expires_at ip_address user_agent refresh_expires_at`.split(
      ' ',
    ),
    total: users,
    row(n) {
      const { id, lastLogin } = people.user(n);
      if (lastLogin === null || lastLogin < until - 7 * 86_400_000) return undefined;
      const ends = iso(lastLogin + 7 * 86_400_000);
      const sessionId = id.replace(/^.{8}/, roll(n, 4).toString(16).padStart(8, '0'));
      return [sessionId, id, iso(lastLogin), iso(lastLogin), ends, `192.0.2.${n % 250}`, 'Mozilla/5.0', ends];
    },
  },
  devices: {
    columns: ['user_id', 'network', 'browser', 'os', 'last_seen_at'],
    total: users,
    row(n) {
      const { id, lastLogin } = people.user(n);
      const network = `${roll(n, 5) % 200}.${roll(n, 6) % 250}.0.0/24`;
      return lastLogin === null
        ? undefined
        : [id, network, 'Chrome', share(n, 7) < 0.6 ? 'Windows' : 'macOS', iso(lastLogin)];
    },
  },
};

function auditTable() {
  const entry = trail({ entries, from, until, people, users });
  return {
    columns:
      'id user_id user_email action category ip_address user_agent organization_id metadata created_at'.split(
        ' ',
      ),
    total: entries,
    row(n) {
      const { id, at, action, category, actor, ip, agent, metadata } = entry(n);
      const doer = [actor.id, actor.email];
      return [id, ...doer, action, category, ip, agent, actor.organizationId, metadata, iso(at)];
    },
  };
}

/** Counted, not loaded. */
const derived = ['audit_emails', 'audit_days', 'audit_organizations', 'user_logins', 'member_logins'];

async function step(name, doing) {
  const shown = startStep(name, 1);
  await doing();
  shown.end();
}

const database = await openDatabase(values.database);
try {
  const { sql } = database;
  if ((await sql`SELECT 1 FROM users LIMIT 1`).length > 0) throw new Error('the database is not empty');
  const all = { ...tables, audit_logs: auditTable() };
  await sql`SELECT set_config('session_replication_role', 'replica', false)`;
  await sql`
    SELECT make_audit_partition(month::date)
      FROM generate_series(${iso(from)}::timestamptz, ${iso(until)}::timestamptz, interval '15 days') AS month`;
  const aside = [...Object.keys(all), 'audit_emails', 'user_logins', 'member_logins'];
  const buildIndexes = await setIndexesAside(sql, aside);
  for (const [name, { columns, ...rows }] of Object.entries(all)) await load(sql, name, columns, rows);
  await step('figures', async () => {
    await sql`INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM users`;
    await sql`
      INSERT INTO member_logins SELECT id, organization_id, coalesce(last_login_at, '-infinity') FROM users
       WHERE organization_id IS NOT NULL`;
    await sql`SELECT recount_audit()`;
  });
  await buildIndexes();
  await step('statistics', async () => {
    for (const name of [...Object.keys(all), ...derived]) await sql`VACUUM (ANALYZE) ${sql(name)}`;
  });
} finally {
  await database.close();
}
