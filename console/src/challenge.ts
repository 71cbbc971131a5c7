import type { Challenge } from '@latchkey/sdk';
import { useSyncExternalStore } from 'react';

/** How many tries it takes on average: one key in 256 is right. */
const usual = 256;

/** What is being solved: by the page, with how likely it was to be done by now, from 0 to 1, or by a person with a widget. */
export type Solving =
  | { by: 'page'; share: number }
  | {
      by: 'person';
      kind: 'turnstile' | 'hcaptcha';
      siteKey: string;
      done(token: string): void;
      cancel(): void;
    };

let current: Solving | undefined;
const listeners = new Set<() => void>();

function tell(now: Solving | undefined): void {
  current = now;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined while nothing is being solved. */
export function useSolving(): Solving | undefined {
  return useSyncExternalStore(listen, () => current);
}

/** Solves what a guarded request needs. */
export function solve(challenge: Challenge): Promise<string> {
  const { kind, siteKey = '' } = challenge;
  const solution = kind === 'turnstile' || kind === 'hcaptcha' ? ask(kind, siteKey) : compute(challenge);
  return solution.finally(() => tell(undefined));
}

function ask(kind: 'turnstile' | 'hcaptcha', siteKey: string): Promise<string> {
  return new Promise((done, reject) => {
    const cancel = () => reject(new Error('closed'));
    tell({ by: 'person', kind, siteKey, done, cancel });
  });
}

/** In a worker: the page stays as quick as ever. */
function compute(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' });
  tell({ by: 'page', share: 0 });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ tried?: number; solution?: string; failed?: string }>) => {
      if (data.solution !== undefined) resolve(data.solution);
      else if (data.failed !== undefined) reject(new Error(data.failed));
      else tell({ by: 'page', share: 1 - (1 - 1 / usual) ** (data.tried ?? 0) });
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
