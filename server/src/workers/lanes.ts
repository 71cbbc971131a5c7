import { createOutageLog } from './outage-log.ts';

type Report = (fields: object, message: string) => void;
export type WorkerLog = { info: Report; warn: Report; error: Report };

export type Queue<T> = {
  /** What the log calls it. */
  name: string;
  log: WorkerLog;
  /** Pieces of work at once, on this node. */
  lanes: number;
  /** Takes what is longest due out of the reach of other workers, for the time of a lease. Undefined: nothing is due. */
  claim(): Promise<T | undefined>;
  /** Does it, and writes down what came of it. */
  work(claimed: T): Promise<void>;
};

/** So many lanes, each of which does one piece of work after another until none is due. */
export function createLanes<T>({ name, log, lanes: most, claim, work }: Queue<T>) {
  const outages = createOutageLog(name, log);
  const open = new Set<Promise<void>>();
  const state = { wakes: 0, claimed: 0, stopped: false };

  /** Having found something, it opens a lane for the next. */
  async function run(): Promise<void> {
    while (!state.stopped) {
      const seen = state.wakes;
      const next = await claim();
      outages.end();
      if (next !== undefined) {
        state.claimed += 1;
        openLane();
        await work(next);
        // What was committed while it looked is for this lane to find: no other may have been free.
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
