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

/** What members say about each other is a few turns of their loop old. */
const steadyMs = 12_000;

/** Longer than any answer of a member that is well. */
const answerMs = 5000;

/** Waits for what should happen, and says what didn't. A check without an answer counts as no. */
export async function until(what: string, check: () => Promise<boolean>, seconds = 120): Promise<void> {
  const latest = performance.now() + seconds * 1000;
  while (!(await answered(check(), 2 * answerMs))) {
    if (performance.now() > latest) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(200);
  }
}

const answered = (asking: Promise<boolean>, limitMs = answerMs) =>
  Promise.race([asking, pause(limitMs, false, { ref: false })]);

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
    makeWhole: () => makeWhole(members),
    urls: {
      'all hosts': `postgres://${userInfo}@${hosts}/latchkey`,
      haproxy: `postgres://${userInfo}@127.0.0.1:${haproxyPort}/latchkey`,
    },
  };
}

/** Whether a PostgreSQL takes writes, as it says itself. */
export async function isPrimary(at: Pick<Member, 'outside'>, port?: number): Promise<boolean> {
  const sql = connectTo(at, 'latchkey', port);
  const asking = sql<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`
    .then(([row]) => row?.standby === false)
    .catch(() => false);
  const found = await answered(asking);
  await answered(sql.end({ timeout: 1 }).then(() => true));
  return found;
}

/** Connects to a member as its owner. */
export const connectTo = ({ outside }: Pick<Member, 'outside'>, database = 'latchkey', port = 5432) =>
  postgres(`postgres://${superuser}@${outside}:${port}/${database}`, {
    max: 1,
    connect_timeout: 10,
    connection: { statement_timeout: 60_000 },
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

type Told = { name: string; role: string; state: string; lag?: number }[];

/** What Patroni says about all members, by whichever of them answers first in turn. */
async function toldAbout(members: readonly Member[]): Promise<Told> {
  for (const member of members) {
    const answer = await ask(member, '/cluster');
    if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Told }).members;
  }
  return [];
}

const isWell = ({ state, lag = 0 }: Told[number]) => /running|streaming/.test(state) && lag < 1_000_000;

/** One leads, and two follow, one of them synchronously. */
async function isWhole(members: readonly Member[]): Promise<boolean> {
  const told = await toldAbout(members);
  const roles = told.map(({ role }) => role).sort();
  return (
    told.every(isWell) &&
    roles.join() === 'leader,replica,sync_standby' &&
    (await leadersAmong(members)).length === 1
  );
}

/** Whether it has been whole for a while. */
function steadily(members: readonly Member[]): () => Promise<boolean> {
  let since: number | undefined;
  return async () => {
    since = (await isWhole(members)) ? (since ?? performance.now()) : undefined;
    return since !== undefined && performance.now() - since > steadyMs;
  };
}

/**
 * Waits until the cluster is whole. A member that doesn't rejoin by itself is made anew, as an operator would do it. Returns
 * how many were.
 */
async function makeWhole(members: readonly Member[]): Promise<number> {
  const alone = await until('whole without help', steadily(members), 120).then(
    () => true,
    () => false,
  );
  if (alone) return 0;
  const left = (await toldAbout(members)).filter((each) => each.role !== 'leader' && !isWell(each));
  const leader = await leaderOf(members);
  for (const { name } of left) await leader.patronictl('reinit', 'latchkey', name, '--force');
  await until('whole after members were made anew', steadily(members), 180);
  return left.length;
}
