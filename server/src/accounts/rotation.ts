import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/**
 * Rotates a token that several requests may carry at once, as a browser's tabs do. Requests that arrived before the
 * rotation settled share its outcome; a request that arrives later has a token that was already used. A rotation is
 * first written as shared for a few seconds (which is also the limit if a node dies in between), left open for a moment
 * so requests already on their way get in, then settled, and only then answered: nobody can know the outcome and still
 * count as early.
 */
const unsettledMicroseconds = 5_000_000;
const openMs = 250;

export function sharedUntil(clock: Clock): number {
  return clock.instant() + unsettledMicroseconds;
}

export async function settleRotation<T>(clock: Clock, write: (rotatedAt: number) => Promise<T>): Promise<T> {
  await delay(openMs);
  return write(clock.instant());
}

export function arrivedBefore(receivedAt: number, rotatedAt: string | null): boolean {
  return rotatedAt !== null && receivedAt < Number(rotatedAt);
}
