import { setTimeout as delay } from 'node:timers/promises';

const stepMs = 150;

/**
 * Answers that must not reveal whether an account exists are sent only at fixed time steps, each wide enough for the
 * slower case.
 */
export async function inEqualTime(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await delay(stepMs - ((performance.now() - started) % stepMs));
}
