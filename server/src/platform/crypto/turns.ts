/** Who asks for a turn, and in which request: turns that one request takes in an open chain belong together. */
export type HashLane = { address: string; kind: string; account: string; request: object };

export type Turns = {
  /** Does the task when its turn comes. Undefined when that would take too long: nothing was done. */
  take<T>(lane: HashLane, task: () => Promise<T>): Promise<T | undefined>;
  /** Does work that takes up to this many turns. Once let in, it finishes, however many come after it. */
  chain<T>(lane: HashLane, turns: number, work: () => Promise<T>): Promise<T | undefined>;
  /** How long a newcomer in this lane would wait for the last of this many turns. */
  waitMs(lane: HashLane, turns?: number): number;
  /** How long one turn takes of all that run at once. */
  paceMs(): number;
  /** Tasks whose turn has not come yet. */
  waiting(): number;
};

export type TurnOptions = {
  concurrency: number;
  maxWaitMs: number;
  maxChains: number;
  expectedMs: number;
  /** Told how long each turn was waited for. */
  onWait?: ((seconds: number) => void) | undefined;
};

/**
 * A party that takes turns; `lastTurn` is the tick of its latest. A newcomer goes behind all parties already there, except the
 * one whose turn was the latest.
 */
type Party = { lastTurn: number; chains: number };
type Chain = { keys: readonly string[]; parties: readonly Party[]; left: number; running: boolean };
type Turn = { chain: Chain; start: () => void };
type TurnState = TurnOptions & {
  parties: Map<string, Party>;
  chains: Set<Chain>;
  inFlight: Map<Party, Chain>;
  queue: Turn[];
  averageMs: number;
  running: number;
  tick: number;
};

/**
 * Turns rotate among addresses, within an address among kinds of work, and within those among accounts: a party
 * that asks for a lot queues behind itself. An account has one chain in flight, whatever addresses it asks from.
 */
export function createTurns(options: TurnOptions): Turns {
  const state: TurnState = {
    ...options,
    parties: new Map(),
    chains: new Set(),
    inFlight: new Map(),
    queue: [],
    averageMs: options.expectedMs,
    running: 0,
    tick: 0,
  };
  const open = new WeakMap<object, Chain>();

  return {
    async take(lane, task) {
      const joined = open.get(lane.request);
      if (joined) return step(state, joined, task);
      const chain = admit(state, lane, 1);
      if (!chain) return undefined;
      return step(state, chain, task).finally(() => end(state, chain));
    },
    async chain(lane, turns, work) {
      const chain = admit(state, lane, turns);
      if (!chain) return undefined;
      open.set(lane.request, chain);
      try {
        return await work();
      } finally {
        open.delete(lane.request);
        end(state, chain);
      }
    },
    waitMs: (lane, turns) => waitMs(state, lane, turns),
    paceMs: () => state.averageMs / state.concurrency,
    waiting: () => state.queue.length,
  };
}

function waitMs({ chains, concurrency, averageMs }: TurnState, lane: HashLane, turns = 1): number {
  const { own, all } = turnsAhead(chains, keysOf(lane), turns - 1);
  // Whatever the number of cores, an account uses one at a time.
  return Math.max(own, all / concurrency) * averageMs;
}

function admit(state: TurnState, lane: HashLane, turns: number): Chain | undefined {
  if (state.chains.size >= state.maxChains || waitMs(state, lane, turns) > state.maxWaitMs) return undefined;
  const keys = keysOf(lane);
  const parties = keys.map((key) => partyOf(state, key));
  const chain = { keys, parties, left: turns, running: false };
  for (const party of parties) party.chains++;
  state.chains.add(chain);
  return chain;
}

function partyOf(state: TurnState, key: string): Party {
  const party = state.parties.get(key) ?? { lastTurn: state.tick - 0.5, chains: 0 };
  state.parties.set(key, party);
  return party;
}

function end(state: TurnState, chain: Chain): void {
  const { chains, inFlight, parties } = state;
  chains.delete(chain);
  const account = accountOf(chain);
  if (inFlight.get(account) === chain) inFlight.delete(account);
  chain.parties.forEach((party, at) => {
    party.chains--;
    if (party.chains === 0) parties.delete(chain.keys[at] ?? '');
  });
  dispatch(state);
}

async function step<T>(state: TurnState, chain: Chain, task: () => Promise<T>): Promise<T> {
  const asked = performance.now();
  await new Promise<void>((start) => {
    state.queue.push({ chain, start });
    dispatch(state);
  });
  const started = performance.now();
  state.onWait?.((started - asked) / 1000);
  try {
    return await task();
  } finally {
    state.averageMs = state.averageMs * 0.9 + (performance.now() - started) * 0.1;
    chain.left = Math.max(1, chain.left - 1);
    chain.running = false;
    state.running--;
    dispatch(state);
  }
}

function dispatch(state: TurnState): void {
  const { queue, inFlight, concurrency } = state;
  while (state.running < concurrency) {
    const turn = next(state);
    if (!turn) return;
    const { chain, start } = turn;
    queue.splice(queue.indexOf(turn), 1);
    state.running++;
    state.tick++;
    chain.running = true;
    for (const party of chain.parties) party.lastTurn = state.tick;
    inFlight.set(accountOf(chain), chain);
    start();
  }
}

/** The turn to run next: of those that are free to go, the one whose parties have waited longest. */
function next({ queue, inFlight }: TurnState): Turn | undefined {
  let best: { turn: Turn; rank: number[] } | undefined;
  for (const turn of queue) {
    if (turn.chain.running || (inFlight.get(accountOf(turn.chain)) ?? turn.chain) !== turn.chain) continue;
    const rank = rankOf(turn.chain);
    if (!best || isLower(rank, best.rank)) best = { turn, rank };
  }
  return best?.turn;
}

/** Outermost first. */
function keysOf({ address, kind, account }: HashLane): string[] {
  return [`address ${address}`, `kind ${address} ${kind}`, `account ${kind} ${account}`];
}

function accountOf({ parties }: Chain): Party {
  return parties[parties.length - 1] as Party;
}

/** One turn moves all of its parties to the back, so the latest of them counts first. */
function rankOf({ parties }: Chain): number[] {
  return parties.map(({ lastTurn }) => lastTurn).sort((one, other) => other - one);
}

function isLower(one: number[], other: number[]): boolean {
  const at = one.findIndex((turn, nth) => turn !== other[nth]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * How many turns pass before a newcomer has had this many, widening from the account to all parties: while a party
 * waits for n turns, each party beside it gets at most n + 1, however much it asks for.
 */
function turnsAhead(chains: Iterable<Chain>, keys: string[], had: number): { own: number; all: number } {
  const account = keys.at(-1);
  const beside: Chain[][] = keys.map(() => []);
  let own = had;
  for (const chain of chains) {
    if (chain.keys.at(-1) === account) own += chain.left;
    else beside[keys.findIndex((key, at) => key !== chain.keys[at])]?.push(chain);
  }
  let all = own;
  for (let depth = keys.length - 1; depth >= 0; depth--) {
    const most = all + 1;
    const given = new Map<string, number>();
    for (const { keys: theirs, left } of beside[depth] ?? []) {
      const within = theirs.slice(depth);
      const turns = Math.min(left, ...within.map((key) => most - (given.get(key) ?? 0)));
      for (const key of within) given.set(key, (given.get(key) ?? 0) + turns);
      all += turns;
    }
  }
  return { own, all };
}
