import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A machine of the cluster, as far as its network goes. */
export type Machine = {
  name: string;
  namespace: string;
  /** Where the other machines reach it. */
  inside: string;
  /** Where clients on this machine reach it. */
  outside: string;
};

const prefix = 'latchkey-lab-';
const ip = (...args: string[]) =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * A namespace for each machine, with two links: one to the other machines, over a bridge in a namespace of its own, and one
 * to us. Either can be cut alone. Addresses are those that RFC 2544 reserves for tests, and nothing leaves this machine.
 */
export function createNetwork(names: readonly string[]) {
  removeAbandoned();
  const own = `${prefix}${process.pid}`;
  const wires = `${own}-wires`;
  ip('netns', 'add', wires);
  ip('-n', wires, 'link', 'add', 'bridge', 'type', 'bridge');
  ip('-n', wires, 'link', 'set', 'bridge', 'up');
  const machines = names.map((name, nth): Machine => {
    const machine = {
      name,
      namespace: `${own}-${name}`,
      inside: `198.18.1.${nth + 1}`,
      outside: `198.18.2.${4 * nth + 2}`,
    };
    connectMachine(machine, wires, `198.18.2.${4 * nth + 1}`);
    return machine;
  });
  const set = ({ name }: Machine, state: 'up' | 'down') =>
    ip('-n', wires, 'link', 'set', `to-${name}`, state);
  return {
    machines,
    /** Takes it away from the other machines. We still reach it. */
    cut: (machine: Machine) => set(machine, 'down'),
    mend: (machine: Machine) => set(machine, 'up'),
    remove: () => removeAll(own),
  };
}

function connectMachine({ name, namespace, inside, outside }: Machine, wires: string, ours: string): void {
  ip('netns', 'add', namespace);
  ip('-n', namespace, 'link', 'set', 'lo', 'up');
  ip('-n', wires, 'link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'inside', 'netns', namespace);
  ip('-n', wires, 'link', 'set', `to-${name}`, 'master', 'bridge', 'up');
  ip('-n', namespace, 'addr', 'add', `${inside}/24`, 'dev', 'inside');
  ip('-n', namespace, 'link', 'set', 'inside', 'up');
  const ourEnd = `lk${process.pid}${name}`.slice(0, 15);
  ip('link', 'add', ourEnd, 'type', 'veth', 'peer', 'name', 'outside', 'netns', namespace);
  ip('addr', 'add', `${ours}/30`, 'dev', ourEnd);
  ip('link', 'set', ourEnd, 'up');
  ip('-n', namespace, 'addr', 'add', `${outside}/30`, 'dev', 'outside');
  ip('-n', namespace, 'link', 'set', 'outside', 'up');
}

/** Ends every process in these namespaces; their links go with them. */
function removeAll(own: string): void {
  for (const namespace of namespaces().filter((each) => each.startsWith(`${own}-`))) {
    for (const pid of ip('netns', 'pids', namespace).split('\n').filter(Boolean)) end(Number(pid));
    ip('netns', 'del', namespace);
  }
}

/** What runs left that were killed before they could clean up. */
function removeAbandoned(): void {
  for (const namespace of namespaces()) {
    const [own, pid] = /^latchkey-lab-(\d+)/.exec(namespace) ?? [];
    if (own && !existsSync(`/proc/${pid}`)) removeAll(own);
  }
}

const namespaces = () =>
  ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
