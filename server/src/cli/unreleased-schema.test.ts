import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, spawnCommand, urlOf } from '@latchkey/server/testing/command';
import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../platform/db/sql.ts';

/** The part in parentheses says how it was noticed. */
const refusal = (sign: string) =>
  `An unreleased version of Latchkey made this database (${sign}), and it can't be upgraded. Nothing in it was changed. Keep running that version, or start over with an empty database: move the accounts with "npx latchkey users export --with-password-hashes" of that version and "npx latchkey users import" of this one. Organizations, roles, second factors and the audit trail stay behind.`;

const catalogs = ['class', 'attribute', 'constraint', 'index', 'proc', 'trigger', 'type', 'namespace'];

/** All rows and the schema, with the transaction that wrote each of them: a change and its undoing show, too. */
async function contentsOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const names = [...tables.map(({ name }) => name), ...catalogs.map((name) => `pg_${name}`)];
  const contents: Record<string, string> = {};
  for (const name of names) {
    const [row] = await sql<{ all: string }[]>`
      SELECT coalesce(string_agg(t.ctid::text || t.xmin || t.xmax || t::text, E'\n' ORDER BY t.ctid), '') AS all
        FROM ${sql(name)} t`;
    contents[name] = row?.all ?? '';
  }
  return contents;
}

/** The table of migrations as it was before files had checksums. */
async function asEarlierCommit(sql: Sql): Promise<void> {
  await sql`ALTER TABLE migrations DROP COLUMN checksum`;
  await sql`UPDATE migrations SET name = '0002_control.sql' WHERE name LIKE '0002%'`;
}

const databases: [string, string, (sql: Sql) => Promise<unknown>][] = [
  ['made by an earlier commit', 'its migrations have no checksums', asEarlierCommit],
  [
    'with a file that is gone',
    '0002_control.sql differs',
    (sql) => sql`UPDATE migrations SET name = '0002_control.sql' WHERE name LIKE '0002%'`,
  ],
  [
    'with a file that has changed',
    '0003_accounts.sql differs',
    (sql) => sql`UPDATE migrations SET checksum = md5(checksum) WHERE name = '0003_accounts.sql'`,
  ],
];

describe.each(databases)('a database %s', (_, sign, change) => {
  const database = started(testDatabase);
  let cwd: string;
  let before: Record<string, string>;
  let env: Record<string, string>;
  beforeAll(async () => {
    const { sql } = database;
    await change(sql);
    await sql`INSERT INTO users (id, email, created_at, updated_at) VALUES (gen_random_uuid(), 'a@b.example', now(), now())`;
    before = await contentsOf(sql);
    cwd = await mkdtemp(join(tmpdir(), 'latchkey-unreleased-'));
    env = { DATABASE_URL: urlOf(database.connection), PORT: String(await freePort()) };
  });
  afterAll(async () => {
    await rm(cwd, { recursive: true, force: true });
  });

  test.each(['serve', 'migrate', 'migrate --dry-run', 'users export'])(
    'is refused by "%s" in one line, and not touched',
    async (command) => {
      const run = command === 'serve' ? spawnCommand : runCommand;
      const outcome = await run(command.split(' '), { cwd, env });
      expect(outcome).toEqual({ code: 1, out: '', error: `${refusal(sign)}\n` });
      expect(await contentsOf(database.sql)).toEqual(before);
    },
  );

  test('is a fault that doctor finds, and not touched', async () => {
    const { code, out } = await runCommand(['doctor', '--json'], { cwd, env });
    expect(code).toBe(1);
    const { findings } = JSON.parse(out);
    const about = findings.filter(({ area }: { area: string }) => area === 'schema');
    expect(about).toEqual([{ area: 'schema', status: 'fault', message: refusal(sign) }]);
    expect(await contentsOf(database.sql)).toEqual(before);
  });
});
