import type { WorkerLog } from './lanes.ts';

/** An outage is worth one line, not one per second. */
export function createOutageLog(name: string, log: WorkerLog) {
  let failing = false;
  return {
    begin(error: unknown): void {
      if (!failing) log.error({ err: error }, `${name} queue out of reach`);
      failing = true;
    },
    end(): void {
      if (failing) log.info({}, `${name} queue reachable again`);
      failing = false;
    },
  };
}
