import { canParseUrl } from '@latchkey/contract';

type RedisHost = { host: string; port: number };

type Login = { tls: boolean; username: string | undefined; password: string | undefined };

/** Where a Redis is: one server, whichever server the sentinels call the master, or a cluster. */
export type RedisUrl =
  | { kind: 'server'; url: string }
  | (Login & {
      kind: 'sentinel';
      sentinels: RedisHost[];
      /** What the sentinels call it. */
      name: string;
      db: number;
      /** What the sentinels themselves ask for. */
      sentinelUsername: string | undefined;
      sentinelPassword: string | undefined;
    })
  | (Login & { kind: 'cluster'; nodes: RedisHost[] });

/** Says what is wrong with an address, in words that follow the variable's name. */
export class RedisUrlError extends Error {}

const forms =
  'must be a redis:// or rediss:// address, or redis+sentinel://host,host/name or redis+cluster://host,host (rediss+… for TLS)';

export function parseRedisUrl(given: string): RedisUrl {
  const [, secure, kind, authority = '', more = ''] =
    /^redis(s)?(?:\+(sentinel|cluster))?:\/\/([^/?#]*)([^#]*)$/i.exec(given) ?? [];
  const hostsAt = authority.lastIndexOf('@') + 1;
  // Node.js does not accept several hosts as a URL.
  const withOneHost = `redis://${authority.slice(0, hostsAt)}${kind ? 'localhost' : authority.slice(hostsAt)}${more}`;
  if (!canParseUrl(withOneHost) || !new URL(withOneHost).hostname) throw new RedisUrlError(forms);
  if (!kind) return { kind: 'server', url: given };
  const url = new URL(withOneHost);
  const login = {
    tls: secure !== undefined,
    username: decoded(url.username),
    password: decoded(url.password),
  };
  const list = authority.slice(hostsAt);
  return kind.toLowerCase() === 'sentinel'
    ? { kind: 'sentinel', sentinels: hostsOf(list, 26_379), ...masterOf(url), ...login }
    : { kind: 'cluster', nodes: clusterOf(list, url), ...login };
}

function clusterOf(list: string, url: URL): RedisHost[] {
  if (url.pathname.replace('/', ''))
    throw new RedisUrlError('must not name a database: a cluster has only one');
  refuseOthers(url, []);
  return hostsOf(list, 6379);
}

function masterOf(url: URL) {
  const [name = '', db = '0', ...others] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  if (!name)
    throw new RedisUrlError(
      'must end in the name that the sentinels give the master, such as redis+sentinel://host,host/mymaster',
    );
  if (!/^\d{1,4}$/.test(db) || others.length > 0)
    throw new RedisUrlError('must have at most the number of a database after the name of the master');
  refuseOthers(url, ['sentinelUsername', 'sentinelPassword']);
  const sentinelUsername = url.searchParams.get('sentinelUsername') || undefined;
  const sentinelPassword = url.searchParams.get('sentinelPassword') || undefined;
  return { name, db: Number(db), sentinelUsername, sentinelPassword };
}

/** A misspelled option would otherwise be left out in silence. */
function refuseOthers(url: URL, known: string[]): void {
  if ([...url.searchParams.keys()].every((name) => known.includes(name))) return;
  throw new RedisUrlError(
    known.length > 0
      ? `must have no other options than ${known.join(' and ')}`
      : 'must have no options after ?',
  );
}

function hostsOf(list: string, usualPort: number): RedisHost[] {
  return list.split(',').map((each) => {
    const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(each) ?? [];
    if (!host) throw new RedisUrlError('must list its hosts as host or host:port, separated by commas');
    const number = Number(port ?? usualPort);
    if (number < 1 || number > 65_535) throw new RedisUrlError('must have ports from 1 to 65535');
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: number };
  });
}

const decoded = (part: string) => (part ? decodeURIComponent(part) : undefined);
