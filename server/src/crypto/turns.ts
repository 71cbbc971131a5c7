/** Who asks for a turn, and in which request: turns that one request takes in an open chain belong together. */
export type Lane = { address: string; kind: string; account: string; request: object };

export type Turns = {
  /** Does the task when its turn comes. Undefined when that would take too long: nothing was done. */
  take<T>(lane: Lane, task: () => Promise<T>): Promise<T | undefined>;
  /** Does work that takes up to so many turns. It is let in once and then finishes, however many come after it. */
  chain<T>(lane: Lane, turns: number, work: () => Promise<T>): Promise<T | undefined>;
  /** How long a newcomer in this lane would wait for the last of so many turns. */
  waitMs(lane: Lane, turns?: number): number;
  /** Tasks whose turn has not come yet. */
  waiting(): number;
};

export type TurnOptions = { concurrency: number; maxWaitMs: number; maxChains: number; expectedMs: number };

/** Somebody who takes turns, by the tick of the latest one. Who comes anew stands behind everybody who is there. */
type Party = { lastTurn: number; chains: number };
type Chain = { keys: readonly string[]; parties: readonly Party[]; left: number; running: boolean };
type Turn = { chain: Chain; start: () => void };

/**
 * Turns go round between addresses, within an address between kinds of work, and within those between accounts: who
 * asks for much waits for themselves. An account has one chain in flight, from whichever addresses it asks.
 */
export function createTurns({ concurrency, maxWaitMs, maxChains, expectedMs }: TurnOptions): Turns {
  const parties = new Map<string, Party>();
  const chains = new Set<Chain>();
  const open = new WeakMap<object, Chain>();
  const inFlight = new Map<Party, Chain>();
  const queue: Turn[] = [];
  let averageMs = expectedMs;
  let running = 0;
  let tick = 0;

  function waitMs(lane: Lane, turns = 1): number {
    const { own, all } = turnsAhead(chains, keysOf(lane), turns - 1);
    // Whatever the number of cores, an account uses one at a time.
    return Math.max(own, all / concurrency) * averageMs;
  }

  function admit(lane: Lane, turns: number): Chain | undefined {
    if (chains.size >= maxChains || waitMs(lane, turns) > maxWaitMs) return undefined;
    const keys = keysOf(lane);
    const chain = { keys, parties: keys.map(partyOf), left: turns, running: false };
    for (const party of chain.parties) party.chains++;
    chains.add(chain);
    return chain;
  }

  function partyOf(key: string): Party {
    const party = parties.get(key) ?? { lastTurn: ++tick, chains: 0 };
    parties.set(key, party);
    return party;
  }

  function end(chain: Chain): void {
    chains.delete(chain);
    const account = accountOf(chain);
    if (inFlight.get(account) === chain) inFlight.delete(account);
    chain.parties.forEach((party, at) => {
      party.chains--;
      if (party.chains === 0) parties.delete(chain.keys[at] ?? '');
    });
    dispatch();
  }

  async function step<T>(chain: Chain, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      queue.push({ chain, start });
      dispatch();
    });
    const started = performance.now();
    try {
      return await task();
    } finally {
      averageMs = averageMs * 0.9 + (performance.now() - started) * 0.1;
      chain.left = Math.max(1, chain.left - 1);
      chain.running = false;
      running--;
      dispatch();
    }
  }

  function dispatch(): void {
    while (running < concurrency) {
      const turn = next();
      if (!turn) return;
      const { chain, start } = turn;
      queue.splice(queue.indexOf(turn), 1);
      running++;
      tick++;
      chain.running = true;
      for (const party of chain.parties) party.lastTurn = tick;
      inFlight.set(accountOf(chain), chain);
      start();
    }
  }

  /** Whose turn it is: of those who are free to go, whose parties have waited longest. */
  function next(): Turn | undefined {
    let best: { turn: Turn; rank: number[] } | undefined;
    for (const turn of queue) {
      if (turn.chain.running || (inFlight.get(accountOf(turn.chain)) ?? turn.chain) !== turn.chain) continue;
      const rank = rankOf(turn.chain);
      if (!best || isLower(rank, best.rank)) best = { turn, rank };
    }
    return best?.turn;
  }

  return {
    async take(lane, task) {
      const joined = open.get(lane.request);
      if (joined) return step(joined, task);
      const chain = admit(lane, 1);
      if (!chain) return undefined;
      return step(chain, task).finally(() => end(chain));
    },
    async chain(lane, turns, work) {
      const chain = admit(lane, turns);
      if (!chain) return undefined;
      open.set(lane.request, chain);
      try {
        return await work();
      } finally {
        open.delete(lane.request);
        end(chain);
      }
    },
    waitMs,
    waiting: () => queue.length,
  };
}

/** Outermost first. */
function keysOf({ address, kind, account }: Lane): string[] {
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
 * How many turns come before a newcomer has had so many, widening from the account to the whole: while somebody waits
 * for a number of turns, each of those beside them gets at most one more than that, however much they ask for.
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
