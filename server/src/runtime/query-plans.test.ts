import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { makePartitions } from '../records/audit/partition-store.ts';

type Size = Record<string, number | string | Date>;
type Page = { id: string; text: string; who: string; path(size: Size): string };
// Examines what the growth benchmark measures.
const { pages } = (await import('../../../lab/bench/growth/pages.mjs' as string)) as { pages: Page[] };
/** `WRITE_PLANS=1` writes them to files. */
const planFile = (area: string) =>
  fileURLToPath(new URL(`../../../lab/bench/growth/plans/${area}.txt`, import.meta.url));

/** Nonempty tables and partitions that grow with the service. What is folded every few seconds does not grow. */
const growing =
  /^(users|user_logins|organization_members|member_logins|organizations|audit_logs|audit_emails|audit_organizations)/;
let grown: string[];
/** Nearly all users match, so the first ten thousand rows answer. */
const dense = ['users.active'];

const counts = { users: 10_000, organizations: 1000, entries: 20_000 };
/** How many times larger the planner is told the tables are. */
const factor = 100;
const hugeId = uuidv7();

const service = started(startService);
const clients: Record<string, Client> = {};
let size: Size;

beforeAll(async () => {
  const admin = await newStaff(service, 'ADMIN');
  await fill(admin.id);
  await pretend();
  const [owner] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = 'owner@example.com'`;
  clients.admin = admin.client;
  clients.hugeOwner = await clientFor(service, owner?.id ?? '');
  clients.smallOwner = await clientFor(service, admin.id);
  const now = service.clock.now();
  const huge = {
    hugeId,
    hugeMembers: counts.users / 10,
    hugeEntries: counts.entries / 10,
    hugeEmail: 'owner@example.com',
  };
  size = { ...counts, ...huge, now };
});

/** Bypasses the triggers and counts afterwards, as the seeding command does. */
async function fill(adminId: string): Promise<void> {
  const now = service.clock.now();
  await service.sql.begin(async (tx) => {
    await makePartitions(tx, now, new Date(now.getTime() - 400 * 86_400_000));
    await tx`SELECT set_config('session_replication_role', 'replica', true)`;
    await tx`
      INSERT INTO organizations (id, name, slug, created_at, updated_at)
      SELECT CASE n WHEN 1 THEN ${hugeId}::uuid ELSE uuidv7() END, 'Global Labs ' || md5(n::text), 'labs-' || n,
             ${now}::timestamptz - n * interval '1 hour', ${now} FROM generate_series(1, ${counts.organizations}::int) n`;
    await tx`
      WITH o AS (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM organizations)
      INSERT INTO users (id, email, first_name, last_name, username, role, is_active, organization_id,
                         last_login_at, created_at, updated_at)
      SELECT uuidv7(), CASE n WHEN 1 THEN 'owner@example.com' ELSE lower(first) || n || '@mail.example' END, first,
             CASE WHEN n % 1000 = 0 THEN 'Quistgaard' WHEN n % 9 = 0 THEN 'Smith' ELSE md5(n::text) END, 'user_' || n,
             CASE WHEN n % 500 = 0 THEN 'ADMIN' WHEN n % 100 = 0 THEN 'MODERATOR' ELSE 'USER' END, n % 50 <> 7,
             CASE WHEN n % 10 < 1 OR n = 1 THEN ${hugeId}::uuid ELSE o.id END,
             CASE WHEN n % 5 > 0 THEN ${now}::timestamptz - hashtext(n::text) % 9000 * interval '1 minute' END,
             ${now}::timestamptz - n * interval '10 minutes', ${now}
        FROM (SELECT n, (array['Maria', 'Anna', 'Xenia', 'David', 'James', 'Øyvind'])[1 + n % 6] AS first
                FROM generate_series(1, ${counts.users}::int) n) AS people
        JOIN o ON o.nth = 1 + n % ${counts.organizations}`;
    await tx`
      INSERT INTO organization_members (organization_id, user_id, role, joined_at, user_created_at, email, search_text)
      SELECT organization_id, id, CASE email WHEN 'owner@example.com' THEN 'OWNER' ELSE 'MEMBER' END, created_at, created_at,
             email, search_text
        FROM users WHERE organization_id IS NOT NULL ON CONFLICT DO NOTHING`;
    await tx`
      WITH u AS (SELECT id, email, organization_id, row_number() OVER (ORDER BY id) AS nth FROM users)
      INSERT INTO audit_logs (id, user_id, user_email, organization_id, action, category, created_at)
      SELECT uuidv7(), u.id, u.email, u.organization_id,
             CASE WHEN n % 1000 = 0 THEN 'ADMIN_USER_DEACTIVATED' WHEN n % 20 = 0 THEN 'SECURITY_PASSWORD_CHANGED'
                  ELSE 'AUTH_LOGIN_SUCCESS' END,
             CASE WHEN n % 1000 = 0 THEN 'admin' WHEN n % 20 = 0 THEN 'security' ELSE 'authentication' END,
             ${now}::timestamptz - n * interval '28 minutes'
        FROM generate_series(1, ${counts.entries}::int) n JOIN u ON u.nth = 1 + n % ${counts.users}`;
    await tx`UPDATE users SET two_factor_enabled = true WHERE id = ${adminId}`;
    await tx`TRUNCATE user_logins, member_logins`;
    await tx`INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM users`;
    await tx`
      INSERT INTO member_logins SELECT id, organization_id, coalesce(last_login_at, '-infinity') FROM users
       WHERE organization_id IS NOT NULL`;
    await tx`SELECT recount_audit()`;
  });
}

/** The planner goes by the statistics of the rows there are, and by more rows than there are. */
async function pretend(): Promise<void> {
  const { sql } = service;
  // Autovacuum would analyze it again, and correct the size.
  await sql.unsafe(`
    DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', t);
      END LOOP;
    END $$`);
  await sql`VACUUM (ANALYZE)`;
  await sql`
    UPDATE audit_organizations SET counted = true, entries = ${counts.entries * factor} WHERE organization_id = ${hugeId}`;
  const rows = await sql<{ name: string }[]>`
    UPDATE pg_class SET reltuples = reltuples * ${factor}
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples > 100
       AND relname ~ ${growing.source} RETURNING relname AS name`;
  grown = rows.map(({ name }) => name);
}

type Asked = { statement: string; parameters: unknown[] };

/** What a page asks of the database, apart from who is asking. */
async function askedBy({ path, who }: Page): Promise<Asked[]> {
  const asked: Asked[] = [];
  const debug = (_connection: number, statement: string, parameters: unknown[]) =>
    void asked.push({ statement, parameters: [...parameters] });
  Object.assign(service.sql.options, { debug });
  try {
    const answer = await clients[who]?.get(path(size));
    expect(answer?.status, answer?.text).toBe(200);
  } finally {
    Object.assign(service.sql.options, { debug: false });
  }
  return asked.filter(({ statement }) => !/\bsessions\b/.test(statement));
}

/** How PostgreSQL would answer it, in a transaction with the same settings. */
async function plansOf(page: Page): Promise<string> {
  const plans: string[] = [];
  const asked = await askedBy(page);
  await service.sql.begin(async (tx) => {
    for (const { statement, parameters } of asked) {
      if (/set_config/.test(statement)) await tx.unsafe(statement, parameters as never[]);
      else if (/^\s*(SELECT|WITH)\b/i.test(statement)) {
        const rows = await tx.unsafe(`EXPLAIN (COSTS OFF) ${statement}`, parameters as never[]);
        plans.push(rows.map((row) => `${Object.values(row)[0]}\n`).join(''));
      }
    }
  });
  expect(plans.length, page.text).toBeGreaterThan(0);
  return plans.join('\n');
}

/** A scan that filters nothing reads no more rows than its limit. */
const boundedScan = /-> {2}Limit\n +-> {2}Seq Scan on \w+(?: \w+)?\n(?! +\w[\w ]*:)/g;

function scansIn(plans: string): string[] {
  return [...plans.replace(boundedScan, '').matchAll(/Seq Scan on (\w+)/g)].flatMap(([, table = '']) =>
    grown.includes(table) ? [table] : [],
  );
}

/** What is the same for every month is listed once. */
function normalized(plan: string): string {
  return plan
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d:[\d.]+(\+00)?)?/g, '<time>')
    .replace(/(audit_logs)_\d{4}_\d\d(\w*)( audit_logs_\d+)?/g, '$1_<month>$2')
    .replace(/\b(audit_logs)_\d+\b/g, '$1_<month>')
    .replace(/'\d+'::bigint/g, '<n>')
    .replace(/'\{[^']{80,}\}'/g, "'{…}'")
    .replace(/(^ *-> {2}.*\n(?:^ +(?! |->).*\n)*)\1+/gm, '$1');
}

test.each([
  ['users', /^users/],
  ['organizations', /^(organizations|members|current)/],
  ['audit', /^(audit|activity)/],
])(
  'every page of %s is served by indexes',
  async (area, which) => {
    const scans: Record<string, string[]> = {};
    const written = new Map<string, string[]>();
    for (const page of pages.filter(({ id }) => which.test(id))) {
      const plans = await plansOf(page);
      if (scansIn(plans).length > 0 && !dense.includes(page.id)) scans[page.text] = scansIn(plans);
      written.set(normalized(plans), [...(written.get(normalized(plans)) ?? []), `## ${page.text}\n`]);
    }
    const text = [...written].map(([plans, titles]) => `${titles.join('')}\n${plans}`).join('\n');
    if (process.env.WRITE_PLANS) writeFileSync(planFile(area), text);
    expect(scans).toEqual({});
    const titlesIn = (plans: string) => plans.match(/^## .*/gm)?.sort();
    expect(titlesIn(readFileSync(planFile(area), 'utf8'))).toEqual(titlesIn(text));
  },
  60_000,
);

test('a rare action with a common part of an address is found in the index alone, and counted exactly', async () => {
  const path =
    '/api/admin/audit-logs?organizationId=all&userEmail=mail.example&action=ADMIN_USER_DEACTIVATED&limit=10&page=2';
  const plans = await plansOf({ id: 'audit.rare', text: 'audit, rare', who: 'admin', path: () => path });
  expect(plans).toMatch(/Index Only Scan using audit_logs_\d{4}_\d\d_action/);
  expect(plans).not.toMatch(/Index Scan using audit_logs_\d{4}_\d\d_action/);
  const expected = await service.sql<{ id: string }[]>`
    SELECT id FROM audit_logs WHERE action = 'ADMIN_USER_DEACTIVATED' AND user_email LIKE '%mail.example%'
     ORDER BY created_at DESC, id DESC`;
  const { body } = (await clients.admin?.get(path)) ?? {};
  expect(body).toMatchObject({ total: expected.length });
  expect(body).not.toHaveProperty('totalIsEstimate');
  expect(body.logs.map(({ id }: { id: string }) => id)).toEqual(expected.slice(10, 20).map(({ id }) => id));
});

test('a page that loses its index is detected', async () => {
  const page = pages.find(({ id }) => id === 'users.search.a rare name');
  if (!page) throw new Error('there is no such page');
  await service.sql`DROP INDEX users_search_idx`;
  expect(scansIn(await plansOf(page))).toContain('users');
});
