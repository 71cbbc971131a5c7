import { promises as dns } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** All addresses of a name. Empty when it has none; rejects when no name server could be asked. */
export type Resolve = (name: string) => Promise<string[]>;

/**
 * Asks name servers itself instead of the system: the system's call occupies a thread of the pool that hashes
 * passwords, for as long as a remote name server likes. The hosts file counts; search domains don't.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const hosts = readHosts();
  return async (name) => {
    const known = hosts.get(name.toLowerCase());
    if (known) return known;
    const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

function readHosts(): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of hostsFile().split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!isIP(address)) continue;
    for (const name of names)
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
  }
  return hosts;
}

function hostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}
