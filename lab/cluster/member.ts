import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Machine } from './network.ts';

const sample = new URL('../../deploy/patroni/patroni.yml', import.meta.url);
/** The passwords in the sample. */
export const superuser = 'postgres:change-me-superuser';

/** As which user everything runs: PostgreSQL refuses root. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];

export type Member = ReturnType<typeof createMember>;

/** A machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export function createMember(machine: Machine, { all, folder }: { all: readonly Machine[]; folder: string }) {
  const home = join(folder, machine.name);
  const owner = userOf('postgres');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, owner.uid, owner.gid);
  const data = join(home, 'data');
  const file = join(home, 'patroni.yml');
  writeFileSync(file, configure(machine, all, data));
  const log = openSync(join(folder, `${machine.name}.log`), 'a');
  const inside = (...command: string[]) => ['netns', 'exec', machine.namespace, ...asPostgres, ...command];
  const launch = (...command: string[]) =>
    spawn('ip', inside(...command), {
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', ETCD_UNSUPPORTED_ARCH: process.arch },
      stdio: ['ignore', log, log],
    });
  const etcd = keep(() => launch('etcd', ...etcdOptions(machine, all, join(home, 'etcd'))));
  const patroni = keep(() => launch('patroni', file));
  return {
    ...machine,
    etcd,
    patroni,
    /** Of its PostgreSQL, without Patroni's knowledge. */
    killPostgres: () =>
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    async patronictl(...args: string[]) {
      const command = inside('patronictl', '-c', file, ...args);
      return (await promisify(execFile)('ip', command, { cwd: home, timeout: 120_000 })).stdout;
    },
  };
}

/** Patroni ends with its PostgreSQL, which writes everything to the disk first. */
const endMs = 90_000;

/** A program that we start and end. */
function keep(launch: () => ChildProcess) {
  let child: ChildProcess | undefined;
  return {
    start() {
      child = launch();
    },
    async end(signal: NodeJS.Signals) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      const late = pause(endMs, 'late', { ref: false });
      if ((await Promise.race([gone, late])) === 'late')
        throw new Error(`not ended in ${endMs} ms by ${signal}`);
    },
  };
}

/** The sample in deploy/, with the addresses of this network. */
function configure({ name, inside }: Machine, all: readonly Machine[], data: string): string {
  const own = readFileSync(sample, 'utf8')
    .replace('name: one', `name: ${name}`)
    .replaceAll('connect_address: pg-one', `connect_address: ${inside}`)
    .replace('/var/lib/postgresql/15/latchkey', data);
  return withAddresses(own, all, (machine) => machine.inside);
}

export function withAddresses(
  text: string,
  all: readonly Machine[],
  addressOf: (machine: Machine) => string,
): string {
  return all.reduce(
    (done, machine) => done.replaceAll(`pg-${machine.name}:`, `${addressOf(machine)}:`),
    text,
  );
}

function etcdOptions({ name, inside }: Machine, all: readonly Machine[], data: string): string[] {
  const peers = all.map((each) => `${each.name}=http://${each.inside}:2380`).join(',');
  const options = {
    name,
    'data-dir': data,
    'listen-client-urls': 'http://0.0.0.0:2379',
    'advertise-client-urls': `http://${inside}:2379`,
    'listen-peer-urls': `http://${inside}:2380`,
    'initial-advertise-peer-urls': `http://${inside}:2380`,
    'initial-cluster': peers,
    'enable-v2': 'true',
    // Three members share one disk here.
    'heartbeat-interval': '300',
    'election-timeout': '3000',
  };
  return Object.entries(options).map(([option, value]) => `--${option}=${value}`);
}

function userOf(wanted: string): { uid: number; gid: number } {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === wanted);
  if (!entry) throw new Error(`there is no user called ${wanted}`);
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
