import { setTimeout as wait } from 'node:timers/promises';

/** An outage is worth one line, not one per second. */
function createOutageLog(name: string, log: WorkerLog) {
  let failing = false;
  return {
    begin(error: unknown): void {
      if (!failing) log.error({ err: error }, `${name} queue unreachable`);
      failing = true;
    },
    end(): void {
      if (failing) log.info({}, `${name} queue reachable again`);
      failing = false;
    },
  };
}

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
  /** How long work keeps its lane. After that it goes on beside the lanes, and `over` is called. Without: to its end. */
  turn?: { ms: number; over(claimed: T): void };
};

/** This many lanes, each doing one piece of work after another until none is due. */
function createLanes<T>({ name, log, lanes: most, claim, work, turn }: Queue<T>) {
  const outages = createOutageLog(name, log);
  const open = new Set<Promise<void>>();
  const beside = new Set<Promise<void>>();
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
        await takeTurn(next);
        // This lane must find what was committed while it looked: no other may have been free.
      } else if (seen === state.wakes) return;
    }
  }

  async function takeTurn(claimed: T): Promise<void> {
    const done = work(claimed);
    if (!turn || (await endsWithin(done, turn.ms))) return done;
    turn.over(claimed);
    const rest = done.finally(() => {
      beside.delete(rest);
      // Work that it kept from being claimed may be due, and all lanes may be closed by now.
      openLane();
    });
    beside.add(rest);
    rest.catch(outages.begin);
  }

  function openLane(): void {
    if (state.stopped || open.size >= most) return;
    const lane = run().finally(() => open.delete(lane));
    open.add(lane);
    // The next poll tries again.
    lane.catch(outages.begin);
  }

  return { underWay: () => [...open, ...beside], state, openLane };
}

async function endsWithin(done: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([done.then(() => true), over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Works off a queue in the database, alongside the workers of other nodes. */
export type Worker = {
  /** Looks every second for what is due. */
  start(): void;
  /** Call after a commit, so what it queued leaves at once. */
  wake(): void;
  /** Does everything that is due now. Rejects when the database isn't responding. */
  drain(): Promise<void>;
  /** Claims nothing more, and waits for what is in flight. */
  stop(): Promise<void>;
};

const pollMs = 1000;

export function createWorker<T>(queue: Queue<T>): Worker {
  const { underWay, state, openLane } = createLanes(queue);
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    state.wakes += 1;
    openLane();
  };
  return {
    start() {
      state.stopped = false;
      openLane();
      timer ??= setInterval(openLane, pollMs).unref();
    },
    wake,
    async drain() {
      let before: number;
      do {
        before = state.claimed;
        wake();
        while (underWay().length > 0) await Promise.all(underWay());
        // Until a whole round finds nothing: a lane may have looked just before something was committed.
      } while (state.claimed !== before);
    },
    async stop() {
      state.stopped = true;
      clearInterval(timer);
      timer = undefined;
      while (underWay().length > 0) await Promise.allSettled(underWay());
    },
  };
}

/** Runs at most this many pieces of work at a time; the others wait in line. */
export function fewAtOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Waits before recording an outcome again, if the database was down. */
const markDelays: readonly number[] = [250, 1000, 4000];

/** Retries recording an outcome: one lost to a database restart would send the same message twice. */
export async function retryWrite<T>(log: WorkerLog, write: () => Promise<T>): Promise<T> {
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
