import { existsSync } from 'node:fs';

/** Programs of the run, and the package of Debian that each is in. */
const packages: Record<string, string> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/setpriv': 'util-linux',
};

/** One line that says what the run needs and this machine doesn't have. Undefined: nothing. */
export function whatIsMissing(): string | undefined {
  const missing = Object.entries(packages).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));
  if (missing.length > 0)
    return `Install these packages of Debian first: apt-get install ${missing.join(' ')}`;
  return process.geteuid?.() === 0 ? undefined : 'Run this as root: it makes network namespaces.';
}
