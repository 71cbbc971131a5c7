import { useSyncExternalStore } from 'react';
import { chosenOrganization, isCode } from '../client.ts';

let isLost = false;
const watchers = new Set<() => void>();

export function setLost(lost: boolean): void {
  isLost = lost;
  for (const watcher of watchers) watcher();
}

/** True: the chosen organization isn't theirs, so this tab is back in their default one, and a banner says so. */
export function endIfLost(error: unknown): boolean {
  if (!isCode(error, 'NO_ORGANIZATION') || chosenOrganization.get() === undefined) return false;
  chosenOrganization.set(undefined);
  setLost(true);
  return true;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the organization chosen in this tab ended since. */
export function useIsLost(): boolean {
  return useSyncExternalStore(watch, () => isLost);
}
