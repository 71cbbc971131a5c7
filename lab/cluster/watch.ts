import { setTimeout as pause } from 'node:timers/promises';
import type { Load } from '../load/load.ts';
import { isPrimary, leadersAmong } from './cluster.ts';
import type { Member } from './member.ts';

/** Repeats until stopped. */
function repeat(pauseMs: number, step: () => Promise<void> | void): () => Promise<void> {
  let running = true;
  const done = (async () => {
    while (running) {
      await step();
      await pause(pauseMs);
    }
  })();
  return async () => {
    running = false;
    await done;
  };
}

/** The longest time without an acknowledged write, in milliseconds. */
export function watchOutage(load: Load) {
  let [count, since, longest] = [load.acknowledged(), performance.now(), 0];
  const stop = repeat(20, () => {
    longest = Math.max(longest, performance.now() - since);
    if (load.acknowledged() === count) return;
    [count, since] = [load.acknowledged(), performance.now()];
  });
  return { longest: () => longest, stop };
}

/**
 * Which members lead, four times a second: they hold Patroni's lock, and their PostgreSQL takes writes. Also for how long two
 * would have taken writes, lock or not.
 */
export function watchMembers(members: readonly Member[]) {
  const seen: { at: number; names: string[] }[] = [];
  let [doubleMs, last] = [0, performance.now()];
  const stop = repeat(250, async () => {
    const [leaders, primaries] = await Promise.all([
      leadersAmong(members),
      Promise.all(members.map((member) => isPrimary(member))),
    ]);
    const now = performance.now();
    if (primaries.filter(Boolean).length > 1) doubleMs += now - last;
    last = now;
    const leading = members.filter((member, nth) => primaries[nth] && leaders.includes(member));
    seen.push({ at: now, names: leading.map(({ name }) => name) });
  });
  return {
    stop,
    doubleMs: () => doubleMs,
    /** How long another one took to lead, or how long none did. */
    failOverMs(began: number, former: string): number {
      const later = seen.filter(({ at }) => at >= began);
      const next = later.find(({ names }) => names.some((name) => name !== former));
      return next ? next.at - began : longestWithout(later, began);
    },
  };
}

function longestWithout(seen: { at: number; names: string[] }[], began: number): number {
  let [longest, from] = [0, began];
  for (const { at, names } of seen) {
    longest = Math.max(longest, at - from);
    from = names.length > 0 ? at : from;
  }
  return longest;
}
