import type { Clock } from '../clock.ts';

/** Loads once for all who ask meanwhile, and again after its time. A failure is not kept. */
export function rememberFor<T>(ms: number, clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.value;
    const mine = { value: load(), until: now + ms };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.value;
  };
}
