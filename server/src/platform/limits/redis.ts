import { once } from 'node:events';
import { Cluster, type Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { codedError, type Hit, type LimitStore } from './limiter.ts';
import { closeRedis, openRedis, redisFailure, watchFailures } from './redis-client.ts';

/** Every counter's key in a shared Redis begins with this, and `clear` removes nothing else. */
export const keyPrefix = 'latchkey:limit:';

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
  const client = openRedis(url);
  const lastFailure = watchFailures(client);
  // The first hits wait for the first attempt, so that a service that has just started counts from its first
  // request. Where several servers are asked in turn, the attempt goes on after an error, and hits don't wait for that.
  const firstAttempt = Promise.race([client.connect(), once(client, 'error')]).catch(() => undefined);

  async function connected(): Promise<Redis | Cluster> {
    await firstAttempt;
    if (client.status === 'ready') return client;
    throw codedError(lastFailure(), 'The rate limit Redis is not connected');
  }

  return {
    async hit(key, windowMs, max = -1) {
      const redis = await connected();
      const reply = await redis.eval(hitScript, 1, keyPrefix + key, windowMs, max).catch((error: Error) => {
        throw codedError(redisFailure(error), error.message);
      });
      return toHit(reply, clock);
    },
    async clear() {
      const redis = await connected();
      // Each master of a cluster has keys of its own.
      for (const server of redis instanceof Cluster ? redis.nodes('master') : [redis])
        await removeCounters({
          scan: (cursor, pattern) => server.scan(cursor, 'MATCH', pattern, 'COUNT', 1000),
          // One by one: a cluster refuses a command about keys that are counted in different places.
          remove: (keys) => Promise.all(keys.map((key) => redis.unlink(key))),
        });
    },
    close: () => closeRedis(client),
  };
}
