import type { Challenge } from '@latchkey/sdk';
import { useSyncExternalStore } from 'react';

/** How many tries it takes on average: one key in 256 is right. */
const usual = 256;

let share: number | undefined;
const listeners = new Set<() => void>();

function tell(now: number | undefined): void {
  share = now;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How likely it was that the challenge is solved by now, from 0 to 1. Undefined while nothing is being solved. */
export function useSolving(): number | undefined {
  return useSyncExternalStore(listen, () => share);
}

/** Solves what a guarded request needs, in a worker: the page stays as quick as ever. */
export function solve(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' });
  tell(0);
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ tried?: number; solution?: string; failed?: string }>) => {
      if (data.solution !== undefined) resolve(data.solution);
      else if (data.failed !== undefined) reject(new Error(data.failed));
      else tell(1 - (1 - 1 / usual) ** (data.tried ?? 0));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(challenge);
  }).finally(() => {
    worker.terminate();
    tell(undefined);
  });
}
