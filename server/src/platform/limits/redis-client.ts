import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisUrl, RedisUrlError } from '../config/redis-url.ts';
import { codedError, failureCode } from './limiter.ts';

/** A connection that gave no answer for this long is dropped, so that a hung server does not pile up work. */
export const answerTimeoutMs = 2000;

const retryAfter = (attempt: number) => Math.min(attempt * 100, 2000);

const perConnection = {
  lazyConnect: true,
  // A count that arrives late is worth nothing, so no command is sent twice.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: answerTimeoutMs,
  socketTimeout: answerTimeoutMs,
} satisfies RedisOptions;

/** Not connected yet. One server, or the one that sentinels name, or a cluster. */
export function openRedis(url: string): Redis | Cluster {
  const given = parsed(url);
  if (given.kind === 'cluster') return openCluster(given);
  const options = {
    ...perConnection,
    // No command waits for a connection, either.
    enableOfflineQueue: false,
    disconnectTimeout: 250,
    retryStrategy: retryAfter,
    // The server was the master until now: the next attempt finds the one that is.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies RedisOptions;
  return given.kind === 'server'
    ? new Redis(given.url, options)
    : new Redis({ ...options, ...masterOf(given) });
}

function parsed(url: string): RedisUrl {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    // A parser's own error repeats the whole URL with its password.
    const why = error instanceof RedisUrlError ? error.message : 'is not a valid URL';
    throw codedError('ERR_INVALID_URL', `The rate limit Redis URL ${why}`);
  }
}

function masterOf(given: Extract<RedisUrl, { kind: 'sentinel' }>) {
  const { sentinels, name, db, tls, username, password, sentinelUsername, sentinelPassword } = given;
  return {
    sentinels,
    name,
    db,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    // All of them may be gone for a while. A hung one must not keep the others from being asked.
    sentinelRetryStrategy: retryAfter,
    sentinelCommandTimeout: answerTimeoutMs,
  } satisfies RedisOptions;
}

function openCluster({ nodes, tls, username, password }: Extract<RedisUrl, { kind: 'cluster' }>): Cluster {
  return new Cluster(nodes, {
    lazyConnect: true,
    clusterRetryStrategy: retryAfter,
    // A count that would be late is given up, and not sent again: 0 turns the waiting off.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 4,
    // After a fail-over, no answer may say where a key has gone: the server that would is gone itself.
    slotsRefreshInterval: 1000,
    redisOptions: {
      ...perConnection,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(tls && { tls: {} }),
    },
    // A certificate is for a name, so none is replaced by its address.
    ...(tls && {
      dnsLookup: (name: string, answer: (error: null, address: string) => void) => answer(null, name),
    }),
  });
}

/** Says in one word why a client is without its Redis. */
export function watchFailures(client: Redis | Cluster): () => string {
  let last: string | undefined;
  // What sentinels said that were reached: more to the point than that none of them helped.
  let answered: string | undefined;
  client.on('sentinelError', (error: Error) => {
    const reply = /because ([A-Z]{3,}) /.exec(error.message)?.[1];
    answered = /invalid reply|No such master/.test(error.message) ? 'UNKNOWN_MASTER' : (reply ?? answered);
  });
  client.on('error', (error: Error) => {
    last = error.message.startsWith('All sentinels') ? (answered ?? 'NO_SENTINEL') : redisFailure(error);
    answered = undefined;
  });
  client.on('ready', () => {
    last = undefined;
  });
  return () => last ?? 'NOT_CONNECTED';
}

/** Only the code is kept: a failed login's error object holds the password. */
export function redisFailure(error: unknown): string {
  // What the last node of a cluster said, if none of them could be used.
  const cause = error instanceof Error && 'lastNodeError' in error ? error.lastNodeError : error;
  const message = cause instanceof Error ? cause.message : '';
  if (message.includes('cluster support disabled')) return 'NOT_A_CLUSTER';
  return message === 'Connection is closed.' ? 'NOT_CONNECTED' : failureCode(cause);
}

/** Ends without waiting for what is under way. */
export async function closeRedis(client: Redis | Cluster): Promise<void> {
  if (client.status === 'end') return;
  // Between two attempts there is no socket whose end could be awaited.
  if (client.status === 'reconnecting') return client.disconnect();
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    // Nor is there one while a cluster or a sentinel is being asked.
    timer = setTimeout(resolve, 500);
    client.disconnect();
  });
  clearTimeout(timer);
}
