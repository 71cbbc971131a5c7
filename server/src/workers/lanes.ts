import { createOutageLog } from './outage-log.ts';

type Report = (fields: object, message: string) => void;
export type WorkerLog = { info: Report; warn: Report; error: Report };

export type Queue<T> = {
  /** Its name in the log. */
  name: string;
  log: WorkerLog;
  /** How many pieces of work run at once, on this node. */
  lanes: number;
  /** Claims what has been due longest, so other workers cannot take it during a lease. Undefined: nothing is due. */
  claim(): Promise<T | undefined>;
  /** Does the work and records the outcome. */
  work(claimed: T): Promise<void>;
};

/** This many lanes, each doing one piece of work after another until none is due. */
export function createLanes<T>({ name, log, lanes: most, claim, work }: Queue<T>) {
  const outages = createOutageLog(name, log);
  const open = new Set<Promise<void>>();
  const state = { wakes: 0, claimed: 0, stopped: false };

  /** When it finds something, it opens a lane for the next. */
  async function run(): Promise<void> {
    while (!state.stopped) {
      const seen = state.wakes;
      const next = await claim();
      outages.end();
      if (next !== undefined) {
        state.claimed += 1;
        openLane();
        await work(next);
        // This lane must find what was committed while it looked: no other may have been free.
      } else if (seen === state.wakes) return;
    }
  }

  function openLane(): void {
    if (state.stopped || open.size >= most) return;
    const lane = run().finally(() => open.delete(lane));
    open.add(lane);
    // The next poll tries again.
    lane.catch(outages.begin);
  }

  return { open, state, openLane };
}
