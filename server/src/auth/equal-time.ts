import { setTimeout as delay } from 'node:timers/promises';

const stepMs = 150;

/**
 * Answers that must not tell whether an account exists leave at full steps of time only, each wide enough for the
 * slower case.
 */
export async function inEqualTime(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await delay(stepMs - ((performance.now() - started) % stepMs));
}
