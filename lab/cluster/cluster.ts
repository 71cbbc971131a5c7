import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@latchkey/server/testing/net';
import postgres from 'postgres';
import { createMember, type Member, superuser, withAddresses } from './member.ts';
import { createNetwork } from './network.ts';

const haproxySample = new URL('../../deploy/patroni/haproxy.cfg', import.meta.url);
const userInfo = 'latchkey:latchkey-password';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Waits for what should happen, and says what didn't. */
export async function until(what: string, check: () => Promise<boolean>, seconds = 120): Promise<void> {
  for (const latest = Date.now() + seconds * 1000; !(await check()); await pause(200))
    if (Date.now() > latest) throw new Error(`not within ${seconds} s: ${what}`);
}

/** Three members of Patroni and etcd, each in a network namespace of its own, and haproxy in front of them. */
export async function startCluster(closing: (() => unknown)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'));
  chmodSync(folder, 0o755);
  closing.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const network = createNetwork(['one', 'two', 'three']);
  process.once('exit', network.remove);
  closing.push(() => {
    process.removeListener('exit', network.remove);
    network.remove();
  });
  const all = network.machines;
  const members = all.map((machine) => createMember(machine, { all, folder }));
  for (const { etcd } of members) etcd.start();
  for (const { patroni } of members) patroni.start();
  const cluster = { folder, members, ...network, leader: () => leaderOf(members) };
  await until('three members, one of them synchronous', () => isWhole(members)).catch((error: unknown) => {
    for (const { name } of all) console.error(readFileSync(join(folder, `${name}.log`), 'utf8').slice(-3000));
    throw error;
  });
  await createDatabase(await cluster.leader());
  const haproxyPort = await startHaproxy(members, folder, closing);
  const hosts = all.map(({ outside }) => `${outside}:5432`).join(',');
  return {
    ...cluster,
    isWhole: () => isWhole(members),
    urls: {
      'all hosts': `postgres://${userInfo}@${hosts}/latchkey`,
      haproxy: `postgres://${userInfo}@127.0.0.1:${haproxyPort}/latchkey`,
    },
  };
}

/** Whether a PostgreSQL takes writes, as it says itself. */
export async function isPrimary(at: Pick<Member, 'outside'>, port?: number): Promise<boolean> {
  const sql = connectTo(at, 'latchkey', port);
  try {
    const [row] = await sql<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`;
    return row?.standby === false;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Connects to a member as its owner. */
export const connectTo = ({ outside }: Pick<Member, 'outside'>, database = 'latchkey', port = 5432) =>
  postgres(`postgres://${superuser}@${outside}:${port}/${database}`, {
    max: 1,
    connect_timeout: 2,
    fetch_types: false,
    onnotice() {},
  });

async function createDatabase(leader: Member): Promise<void> {
  const sql = connectTo(leader, 'postgres');
  const [user, password] = userInfo.split(':');
  await sql.unsafe(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
  await sql.unsafe(`CREATE DATABASE latchkey OWNER ${user}`);
  await sql.end();
}

async function startHaproxy(members: Member[], folder: string, closing: (() => unknown)[]): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const sample = readFileSync(haproxySample, 'utf8').replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`);
  writeFileSync(
    file,
    withAddresses(sample, members, ({ outside }) => outside),
  );
  const child = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  closing.push(async () => {
    process.removeListener('exit', killChild);
    const gone = once(child, 'exit');
    killChild();
    await gone;
  });
  await until('haproxy leads to the leader', () => isPrimary({ outside: '127.0.0.1' }, port), 30);
  return port;
}

/** What Patroni's own interface answers in time. Undefined: nothing. */
async function ask({ outside }: Pick<Member, 'outside'>, path: string) {
  try {
    const answer = await fetch(`http://${outside}:8008${path}`, { signal: AbortSignal.timeout(3000) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

/** Those that say they lead. */
export async function leadersAmong(members: readonly Member[]): Promise<Member[]> {
  const answers = await Promise.all(
    members.map(async (member) => (await ask(member, '/primary'))?.status === 200),
  );
  return members.filter((_, nth) => answers[nth]);
}

async function leaderOf(members: readonly Member[]): Promise<Member> {
  let found: Member | undefined;
  await until('a leader', async () => {
    [found] = await leadersAmong(members);
    return found !== undefined;
  });
  return found as Member;
}

type Told = { members: { role: string; state: string; lag?: number }[] };

/** One leads, and two follow, one of them synchronously. */
async function isWhole(members: readonly Member[]): Promise<boolean> {
  for (const member of members) {
    const answer = await ask(member, '/cluster');
    if (answer?.status !== 200) continue;
    const { members: told } = JSON.parse(answer.text) as Told;
    const roles = told.map(({ role }) => role).sort();
    const well = told.every(({ state, lag = 0 }) => /running|streaming/.test(state) && lag < 1_000_000);
    return (
      well && roles.join() === 'leader,replica,sync_standby' && (await leadersAmong(members)).length === 1
    );
  }
  return false;
}
