import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  findInstalledPostgres,
  runInstalledPostgres,
  startInstalledPostgres,
} from '@latchkey/server/testing/installed-postgres';
import { freePort } from '@latchkey/server/testing/net';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { isRoot, nobody } from '../../embedded-postgres/src/run-user.ts';
import { flag } from '../flag.ts';
import { audit, type Ledger, sizeOf } from '../load/ledger.ts';
import { startLoad } from '../load/load.ts';
import { command, removeNodes, secrets, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';

const run = promisify(execFile);
const writes = flag('writes', 2000);
const report = createReport('recovery', ['step', 'seconds', 'MB', 'what came out']);
afterAll(() => report.write());
afterAll(removeNodes);

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, Number(((performance.now() - begun) / 1000).toFixed(1))];
}

async function megabytes(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path]);
  return Number(stdout.split('\t')[0]);
}

/** Runs the command as installed; its last line says what came out. */
async function latchkey(args: string[], url: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...secrets, DATABASE_URL: url };
  const { stdout } = await run(process.execPath, [command, ...args], { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** A PostgreSQL of Debian's that archives its log, with an empty database. */
async function startArchiving() {
  const bin = findInstalledPostgres('recovering') ?? '';
  expect(bin).not.toBe('');
  const user = isRoot() ? await nobody() : undefined;
  const folder = await temporaryFolder('recovery');
  const archive = join(folder, 'archive');
  await mkdir(archive);
  if (user) for (const path of [folder, archive]) await chown(path, user.uid, user.gid);
  const archived = `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  const server = await startInstalledPostgres(bin, ['archive_mode=on', archived]);
  const { PGUSER = '', PGPASSWORD = '' } = server.env;
  const urlOf = (port = server.port) => `postgres://${PGUSER}:${PGPASSWORD}@127.0.0.1:${port}/latchkey`;
  const program = (name: string, ...args: string[]) =>
    run(join(bin, name), args, { env: { ...process.env, ...server.env } });
  await program('psql', '-c', 'CREATE DATABASE latchkey', 'postgres');
  return { bin, folder, archive, server, urlOf, program };
}
type Archiving = Awaited<ReturnType<typeof startArchiving>>;

/** Writes, a base backup in between, and then the accident. Returns what was acknowledged before the moment to return to. */
async function destroy({ server, archive, urlOf, program }: Archiving, base: string) {
  const sql = postgres(urlOf(), { max: 1, onnotice() {} });
  const mailbox = await startMailbox();
  const node = await startNode({ DATABASE_URL: urlOf(), SMTP_URL: mailbox.url });
  const load = await startLoad({ bases: [node.url], people: 2 });
  const more = async (count: number) => {
    for (const goal = load.acknowledged() + count; load.acknowledged() < goal; ) await load.next();
  };
  await more(writes / 2);
  const [, seconds] = await timed(() => program('pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast'));
  report.add(['pg_basebackup, under load', seconds, await megabytes(base), 'a folder with its manifest']);
  await more(writes / 2);
  const kept = Object.entries(load.ledger).map(([kind, ids]) => [kind, new Set(ids)]);
  const [moment] = await sql<{ at: string }[]>`SELECT clock_timestamp()::text AS at`;
  await more(100);
  await load.stop();
  await node.stop();
  await mailbox.close();
  await sql`TRUNCATE users CASCADE`;
  const [last] = await sql<{ name: string }[]>`SELECT pg_walfile_name(pg_switch_wal()) AS name`;
  await expect.poll(() => readdir(archive), { timeout: 60_000 }).toContain(last?.name);
  expect(await sql`SELECT 1 FROM users`).toHaveLength(0);
  await sql.end();
  await server.stop();
  return { before: Object.fromEntries(kept) as Ledger, moment: moment?.at ?? '' };
}

async function recover({ bin, folder, archive }: Archiving, base: string, moment: string) {
  const data = join(folder, 'recovered');
  const port = await freePort();
  await cp(base, data, { recursive: true });
  const lines = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    "recovery_target_action = 'promote'",
  ];
  await writeFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  await writeFile(join(data, 'recovery.signal'), '');
  return { port, ...(await runInstalledPostgres(bin, { data, port, settings: [] })) };
}

test('a database that was destroyed comes back as of the moment before, from a base backup and archived log', async () => {
  const place = await startArchiving();
  const base = join(place.folder, 'base');
  const { before, moment } = await destroy(place, base);

  const [recovered, seconds] = await timed(() => recover(place, base, moment));
  const url = place.urlOf(recovered.port);
  const sql = postgres(url, { max: 1, onnotice() {} });
  const isDone = async () => (await sql`SELECT NOT pg_is_in_recovery() AS done`)[0]?.done;
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
  const { lost, halfWritten } = await audit(sql, before);
  await sql.end();
  const outcome = `${sizeOf(before)} acknowledged writes, ${lost.length} lost, ${halfWritten.length} half there`;
  report.add(['recovery to the moment before', seconds, await megabytes(place.archive), outcome]);
  expect({ lost: lost.slice(0, 5), halfWritten }).toEqual({ lost: [], halfWritten: [] });

  const verify = async (name: string, args: string[], said: RegExp) => {
    const [last, took] = await timed(() => latchkey(args, url));
    report.add([name, took, '', last]);
    expect(last).toMatch(said);
  };
  await verify('audit verify, of what was recovered', ['audit', 'verify'], /is intact\.$/);
  const node = await startNode({ DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:1' });
  await node.stop();
  const dump = join(place.folder, 'latchkey.dump');
  const args = ['-p', String(recovered.port), '--format=custom', `--file=${dump}`, 'latchkey'];
  const [, dumped] = await timed(() => place.program('pg_dump', ...args));
  report.add(['pg_dump, custom format', dumped, await megabytes(dump), 'a file']);
  await recovered.stop();
  const good = /^The backup can be restored\.$/;
  const withPrograms = ['backup', 'verify', base, '--postgres', place.bin];
  await verify('backup verify, of the base backup', withPrograms, good);
  await verify('backup verify, of the dump', ['backup', 'verify', dump], good);
});
