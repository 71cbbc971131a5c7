import { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { codedError, failureCode, type Hit, type LimitStore } from './limiter.ts';

/** Every counter's key in a shared Redis begins with this, and `clear` removes nothing else. */
export const keyPrefix = 'latchkey:limit:';

/** A connection that gave no answer for this long is dropped, so that a hung server does not pile up work. */
export const answerTimeoutMs = 2000;

/**
 * One atomic step: counts, unless that would pass the most to count (-1: no such limit), and sets the key's expiry if it has none. That covers a new key, and repairs one that lost
 * its expiry or outlasts the window; such a key would otherwise lock its holder out forever.
 */
export const hitScript = `
local most = tonumber(ARGV[2])
local count = tonumber(redis.call('GET', KEYS[1]) or '0') + 1
if most < 0 or count <= most then
  count = redis.call('INCR', KEYS[1])
end
local left = redis.call('PTTL', KEYS[1])
local window = tonumber(ARGV[1])
if left < 0 or left > window then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = window
end
return { count, left }
`;

/** Reads the script's reply. */
export function toHit(reply: unknown, clock: Clock): Hit {
  const [count, left] = Array.isArray(reply) ? reply : [];
  if (typeof count !== 'number' || typeof left !== 'number') {
    throw new Error('The rate limit script gave an unexpected reply');
  }
  return { count, resetAt: new Date(clock.now().getTime() + left) };
}

type Scanner = {
  scan(cursor: string, pattern: string): Promise<[cursor: string, keys: string[]]>;
  remove(keys: string[]): Promise<unknown>;
};

/** Removes the counters page by page: KEYS or FLUSHDB would stall or empty a Redis that others share. */
export async function removeCounters({ scan, remove }: Scanner): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await scan(cursor, `${keyPrefix}*`);
    if (keys.length > 0) await remove(keys);
    cursor = next;
  } while (cursor !== '0');
}

/** Counts in a Redis that all nodes share. It may be down when the service starts: the client keeps trying. */
export function redisStore(url: string, clock: Clock): LimitStore {
  const client = createRedis(url);
  // Only the code is kept: a failed login's error object holds the password.
  let lastFailure: string | undefined;
  client.on('error', (error) => {
    lastFailure = failureCode(error);
  });
  client.on('ready', () => {
    lastFailure = undefined;
  });
  // The first hits wait for the first attempt, so that a service that has just started counts from its first
  // request. The error event above hears of a failed attempt.
  const firstAttempt = client.connect().catch(() => undefined);

  async function connected(): Promise<Redis> {
    await firstAttempt;
    if (client.status === 'ready') return client;
    throw codedError(lastFailure ?? 'NOT_CONNECTED', 'The rate limit Redis is not connected');
  }

  return {
    async hit(key, windowMs, max = -1) {
      const redis = await connected();
      return toHit(await redis.eval(hitScript, 1, keyPrefix + key, windowMs, max), clock);
    },
    async clear() {
      const redis = await connected();
      await removeCounters({
        scan: (cursor, pattern) => redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000),
        remove: (keys) => redis.unlink(keys),
      });
    },
    close: () => disconnect(client),
  };
}

function createRedis(url: string): Redis {
  // Checked here, since the parser's own error repeats the whole URL with its password.
  if (!URL.canParse(url)) throw codedError('ERR_INVALID_URL', 'The rate limit Redis URL is not a valid URL');
  return new Redis(url, {
    lazyConnect: true,
    // A count that arrives late is worth nothing, so no command waits for a connection or is sent twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disconnectTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
}

async function disconnect(client: Redis): Promise<void> {
  if (client.status === 'end') return;
  // Between two attempts there is no socket whose end could be awaited.
  const ended =
    client.status === 'reconnecting'
      ? undefined
      : new Promise<void>((resolve) => {
          client.once('end', () => resolve());
        });
  client.disconnect();
  await ended;
}
