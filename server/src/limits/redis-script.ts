import type { Clock } from '../clock.ts';
import type { Hit } from './store.ts';

/** Every counter's key in a shared Redis begins with this, and `clear` removes nothing else. */
export const keyPrefix = 'latchkey:limit:';

/** A connection that gave no answer for this long is dropped, so that a hung server does not pile up work. */
export const answerTimeoutMs = 2000;

/**
 * One atomic step: counts, and sets the key's expiry if it has none. That covers a new key, and repairs one that lost
 * its expiry or outlasts the window; such a key would otherwise lock its holder out forever.
 */
export const hitScript = `
local count = redis.call('INCR', KEYS[1])
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
