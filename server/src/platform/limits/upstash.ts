import type { Clock } from '../clock.ts';
import type { LimitStore } from './limiter.ts';
import { hitScript, keyPrefix, removeCounters, toHit } from './redis.ts';
import { answerTimeoutMs } from './redis-client.ts';

/** Counts in an Upstash Redis over its REST interface, for hosts that cannot hold a connection open. */
export function upstashStore(
  restUrl: string,
  token: string,
  clock: Clock,
  timeoutMs = answerTimeoutMs,
): LimitStore {
  /** Sent once: a repeated hit could count twice. */
  async function run(...command: string[]): Promise<unknown> {
    const response = await fetch(restUrl, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(command),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A proxy in between may answer with something else than JSON.
    const answer = (await response.json().catch(() => ({}))) as { result?: unknown; error?: string };
    if (!response.ok) throw new Error(answer.error ?? `Upstash answered with status ${response.status}`);
    return answer.result;
  }

  return {
    async hit(key, windowMs, max = -1) {
      const given = [keyPrefix + key, String(windowMs), String(max)];
      return toHit(await run('EVAL', hitScript, '1', ...given), clock);
    },
    async clear() {
      await removeCounters({
        scan: async (cursor, pattern) =>
          (await run('SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000')) as [string, string[]],
        remove: (keys) => run('UNLINK', ...keys),
      });
    },
    // Nothing is held between requests, and a request in progress ends by its own timeout.
    async close() {},
  };
}
