import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerLog } from './lanes.ts';

/** Waits before recording an outcome again, if the database was away just then. */
const markDelays: readonly number[] = [250, 1000, 4000];

/** An outcome lost to a database restart would send the same thing twice. */
export async function insist<T>(log: WorkerLog, write: () => Promise<T>): Promise<T> {
  for (const delay of markDelays) {
    try {
      return await write();
    } catch (error) {
      log.warn({ err: error }, 'could not record an outcome yet; retrying');
      await wait(delay, undefined, { ref: false });
    }
  }
  return await write();
}
