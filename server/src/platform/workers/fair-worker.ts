import { createWorker, type Queue, type Worker } from './worker.ts';

/** What an owner used counts half after this long, then a quarter, and so on. */
const halfLifeMs = 10_000;
/** Owners that used less than this count as having used none. */
const littleMs = 500;

/** The lane time of those owners that used more than a little lately, in ms. */
export type LaneTime = { owners: string[]; ms: number[] };

/**
 * Who used how much lane time lately, on this node. A request counts as a whole turn as soon as it begins: requests that
 * begin together count at once, not when they end.
 */
export function createLaneTime(turnMs: number, now = () => performance.now()) {
  const ended = new Map<string, number>();
  const inFlight = new Set<{ owner: string; began: number }>();
  let halvedAt = now();

  function halve(): void {
    for (; now() - halvedAt >= halfLifeMs; halvedAt += halfLifeMs)
      for (const [owner, ms] of ended)
        if (ms < 2) ended.delete(owner);
        else ended.set(owner, ms / 2);
  }

  return {
    /** Returns the function to call at the end. */
    begin(owner: string): () => void {
      const request = { owner, began: now() };
      inFlight.add(request);
      return () => {
        halve();
        inFlight.delete(request);
        ended.set(owner, (ended.get(owner) ?? 0) + now() - request.began);
      };
    },
    used(): LaneTime {
      halve();
      const sums = new Map(ended);
      for (const { owner, began } of inFlight)
        sums.set(owner, (sums.get(owner) ?? 0) + Math.max(turnMs, now() - began));
      const listed = [...sums].filter(([, ms]) => ms >= littleMs);
      return { owners: listed.map(([owner]) => owner), ms: listed.map(([, ms]) => Math.round(ms)) };
    },
  };
}

/** How long a receiver counts as slow: a quick answer in between does not reset it. */
const rememberedMs = 10 * 60_000;

/** Receivers that recently took longer than their turn, as far as this node has seen. */
function createSlowReceivers() {
  const until = new Map<string, number>();
  const ids = () => {
    for (const [id, end] of until) if (end <= performance.now()) until.delete(id);
    return [...until.keys()];
  };
  return {
    ids,
    has: (id: string) => (until.get(id) ?? 0) > performance.now(),
    note: (id: string) => void until.set(id, performance.now() + rememberedMs),
  };
}

/** Per node. */
export const lanes = 64;
/** How long work keeps its lane. */
const turnMs = 1000;

/** Where a piece of work goes: to a receiver, on the account of its owner. */
type Destination = { owner: string; receiver: string; failing: boolean };

/** How to choose what to claim next. */
export type Shares = {
  /** Owners that used less lane time go first; those that aren't listed used none. */
  used: LaneTime;
  /** Leave out these receivers, and those that fail. Undefined: leave out none. */
  without: string[] | undefined;
};

export const equalShares: Shares = { used: { owners: [], ms: [] }, without: undefined };

type FairQueue<T> = Pick<Queue<T>, 'name' | 'log' | 'work'> & {
  claim(shares: Shares): Promise<T | undefined>;
  destinationOf(claimed: T): Destination;
  /** Whether what is under way takes up so much already that those known to be slow or failing wait. */
  isCrowded?(): boolean;
};

/**
 * Sends to receivers that other people run. Slow ones delay only themselves: a request holds its lane for one turn, the
 * next lane goes to the owner that used the least, and receivers known to be slow or failing get half of the lanes.
 */
export function createFairWorker<T extends object>(queue: FairQueue<T>): Worker {
  const { name, log, claim, work, destinationOf, isCrowded = () => false } = queue;
  const time = createLaneTime(turnMs);
  const slow = createSlowReceivers();
  const holding = new Set<T>();
  return createWorker<T>({
    name,
    log,
    lanes,
    claim() {
      const isTight = holding.size >= lanes / 2 || isCrowded();
      return claim({ used: time.used(), without: isTight ? slow.ids() : undefined });
    },
    async work(claimed) {
      const { owner, receiver, failing } = destinationOf(claimed);
      if (failing || slow.has(receiver)) holding.add(claimed);
      const end = time.begin(owner);
      try {
        await work(claimed);
      } finally {
        end();
        holding.delete(claimed);
      }
    },
    turn: {
      ms: turnMs,
      over(claimed) {
        slow.note(destinationOf(claimed).receiver);
        holding.delete(claimed);
      },
    },
  });
}
