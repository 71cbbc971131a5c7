import { Redis } from '@upstash/redis';
import type { Clock } from '../clock.ts';
import type { LimitStore } from './limiter.ts';
import { answerTimeoutMs, hitScript, keyPrefix, removeCounters, toHit } from './redis.ts';

/** Counts in an Upstash Redis over its REST interface, for hosts that cannot hold a connection open. */
export function upstashStore(restUrl: string, token: string, clock: Clock): LimitStore {
  const redis = new Redis({
    url: restUrl,
    token,
    // Not `false`, which still tries twice: a retried hit could count twice.
    retry: { retries: 0 },
    enableTelemetry: false,
    automaticDeserialization: false,
    signal: () => AbortSignal.timeout(answerTimeoutMs),
  });

  return {
    async hit(key, windowMs, max = -1) {
      return toHit(await redis.eval(hitScript, [keyPrefix + key], [String(windowMs), String(max)]), clock);
    },
    async clear() {
      await removeCounters({
        scan: (cursor, pattern) => redis.scan(cursor, { match: pattern, count: 1000 }),
        remove: (keys) => redis.unlink(...keys),
      });
    },
    // Nothing is held between requests, and a request in progress ends by its own timeout.
    async close() {},
  };
}
