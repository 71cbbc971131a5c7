import { setTimeout as delay } from 'node:timers/promises';

const equalMs = 150;

/** Answers that must not tell whether an account exists all take the time of the slower case. */
export async function inEqualTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, delay(equalMs)]);
}
