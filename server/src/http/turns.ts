/*
 * The one queue. A request that asks the database for more than who its caller is takes a turn first, and gives it back once
 * its answer is decided. Networks are in a ring: the next turn goes to the one that was served longest ago. Within a network,
 * kinds of work are in a ring, and within a kind, accounts.
 */

/** Who asks for a turn. */
export type Asker = {
  network: string;
  /** Empty: unknown. */
  account: string;
  /** Whether the account is the caller's own. Without proof, a request may name any. */
  isProven: boolean;
  kind: string;
  /** Whether it may hash a secret, or mails on request. */
  isCostly: boolean;
};

export type Turn = {
  /** Undefined: it came at once. Resolves when it comes, or with the seconds after which to ask again if it won't. */
  comes: Promise<number | undefined> | undefined;
  /** Leaves the queue, or ends the turn. May be called again. */
  giveBack(): void;
};

export type Turns = {
  take(asker: Asker): Turn;
  /** How many requests wait: all of them, and those that may hash or mail. */
  waiting(): Readonly<Count>;
};

/** How many requests are under way at once. Costly ones count as both. */
const widthsOn = (cores: number) => ({
  network: { all: 16, costly: Math.min(16, 2 * cores) },
  total: { all: 64, costly: Math.min(64, 4 * cores) },
});
const mostWaiting = { network: 1000, total: 4096 };
/** A turn that lasts longer waits for something else than the database, and from then on counts for its network only. */
const usualTurnMs = 1000;
/** How long a turn lasts, until a network's own have shown it. */
const expectedMs = { usual: 50, costly: 600 };

type Count = { all: number; costly: number };
type Request = Asker & { nth: number; start(): void; giveBack(): void };
type Kind = { key: string; isCostly: boolean; size: number; accounts: Ring<Request[]> };
type Network = {
  name: string;
  running: Count;
  size: number;
  kinds: Ring<Kind>;
  averageMs: typeof expectedMs;
};
type State = {
  /** Those with requests. */
  networks: Map<string, Network>;
  /** Those with requests that wait. */
  ring: Ring<Network>;
  /** The network from which a caller came first, and how many requests they have. */
  homes: Map<string, { network: string; requests: number }>;
  running: Count;
  waiting: Count;
  widths: ReturnType<typeof widthsOn>;
  maxWaitMs: number;
  nth: number;
};

/** What waits, in the order of turns. */
export class Ring<T> extends Map<string, T> {
  #latest = '';

  /** What is new goes before only the one that was served last. */
  join(key: string, value: T): void {
    if (this.has(key)) return;
    this.set(key, value);
    this.serve(this.#latest);
  }

  serve(key: string): void {
    this.#latest = key;
    const served = this.get(key);
    if (this.delete(key)) this.set(key, served as T);
  }
}

export function createTurns({ cores, maxWaitMs }: { cores: number; maxWaitMs: number }): Turns {
  const state: State = {
    networks: new Map(),
    ring: new Ring(),
    homes: new Map(),
    running: { all: 0, costly: 0 },
    waiting: { all: 0, costly: 0 },
    widths: widthsOn(cores),
    maxWaitMs,
    nth: 0,
  };
  return { take: (asker) => take(state, asker), waiting: () => state.waiting };
}

function take(state: State, asker: Asker): Turn {
  const network = networkFor(state, asker);
  if (hasRoom(state, network, asker.isCostly))
    return { comes: undefined, giveBack: begin(state, network, asker, enter(state, network, asker)) };
  const seconds = waitSeconds(state, network, asker);
  if (seconds * 1000 > state.maxWaitMs) return { comes: Promise.resolve(seconds), giveBack() {} };
  return wait(state, network, asker);
}

/** What a caller sends from further networks counts as one, so that many addresses gain them nothing. */
function networkFor(state: State, { network, account, isProven }: Asker): Network {
  const home = isProven ? state.homes.get(account)?.network : undefined;
  const name = home === undefined || home === network ? network : `all of ${account}`;
  const running = { all: 0, costly: 0 };
  const kinds = new Ring<Kind>();
  return state.networks.get(name) ?? { name, running, size: 0, kinds, averageMs: { ...expectedMs } };
}

/** A request that waits where there is room has been started, so a newcomer overtakes none. */
function hasRoom({ running, widths }: State, network: Network, isCostly: boolean): boolean {
  const fits = (count: Count, width: Count) =>
    count.all < width.all && (!isCostly || count.costly < width.costly);
  return fits(running, widths.total) && fits(network.running, widths.network);
}

/** Returns what forgets it: networks and callers are known as long as they have requests. */
function enter(state: State, network: Network, asker: Asker): () => void {
  const { account, isProven } = asker;
  state.networks.set(network.name, network);
  const home = isProven ? (state.homes.get(account) ?? { network: asker.network, requests: 0 }) : undefined;
  if (home) {
    home.requests++;
    state.homes.set(account, home);
  }
  return () => {
    if (home && --home.requests === 0) state.homes.delete(account);
    if (network.size === 0 && network.running.all === 0) state.networks.delete(network.name);
  };
}

function count(counted: Count, isCostly: boolean, by: 1 | -1): void {
  counted.all += by;
  if (isCostly) counted.costly += by;
}

/** Returns what ends it. */
function begin(state: State, network: Network, asker: Asker, leave: () => void): () => void {
  const { isCostly } = asker;
  const kind = kindOf(network, asker);
  const began = performance.now();
  state.ring.serve(network.name);
  network.kinds.serve(kind.key);
  kind.accounts.serve(asker.account);
  count(network.running, isCostly, 1);
  count(state.running, isCostly, 1);
  const settle = once(() => count(state.running, isCostly, -1));
  const timer = setTimeout(() => {
    settle();
    startNext(state);
  }, usualTurnMs).unref();
  return once(() => {
    clearTimeout(timer);
    settle();
    count(network.running, isCostly, -1);
    const which = isCostly ? 'costly' : 'usual';
    network.averageMs[which] = network.averageMs[which] * 0.9 + (performance.now() - began) * 0.1;
    startNext(state);
    leave();
  });
}

function wait(state: State, network: Network, asker: Asker): Turn {
  const leave = enter(state, network, asker);
  const request: Request = { ...asker, nth: state.nth++, start() {}, giveBack() {} };
  const comes = new Promise<number | undefined>((settle) => {
    const timer = setTimeout(() => request.giveBack(), state.maxWaitMs);
    request.start = () => {
      clearTimeout(timer);
      request.giveBack = begin(state, network, asker, leave);
      settle(undefined);
    };
    request.giveBack = once(() => {
      clearTimeout(timer);
      remove(state, network, request);
      settle(waitSeconds(state, network, asker));
      leave();
    });
  });
  append(state, network, request);
  if (network.size > mostWaiting.network) newestOf(network)?.giveBack();
  if (state.waiting.all > mostWaiting.total)
    newestOf(
      [...state.ring.values()].reduce((most, each) => (each.size > most.size ? each : most)),
    )?.giveBack();
  return { comes, giveBack: () => request.giveBack() };
}

/** A network's kinds are few, and stay. */
function kindOf({ kinds }: Network, { kind: name, isCostly }: Asker): Kind {
  const key = `${isCostly ? 'costly' : 'usual'} ${name}`;
  const kind = kinds.get(key) ?? { key, isCostly, size: 0, accounts: new Ring() };
  kinds.join(key, kind);
  return kind;
}

function append(state: State, network: Network, request: Request): void {
  const kind = kindOf(network, request);
  kind.accounts.join(request.account, []);
  kind.accounts.get(request.account)?.push(request);
  kind.size++;
  network.size++;
  count(state.waiting, request.isCostly, 1);
  state.ring.join(network.name, network);
}

function remove(state: State, network: Network, request: Request): void {
  const kind = kindOf(network, request);
  const queue = kind.accounts.get(request.account) ?? [];
  queue.splice(queue.indexOf(request), 1);
  if (queue.length === 0) kind.accounts.delete(request.account);
  kind.size--;
  if (--network.size === 0) state.ring.delete(network.name);
  count(state.waiting, request.isCostly, -1);
}

function startNext(state: State): void {
  for (let next = nextOf(state); next; next = nextOf(state)) {
    remove(state, next.network, next.request);
    next.request.start();
  }
}

function nextOf(state: State): { network: Network; request: Request } | undefined {
  if (state.running.all >= state.widths.total.all) return undefined;
  for (const network of state.ring.values())
    for (const { isCostly, accounts } of network.kinds.values()) {
      const [[request] = []] = accounts.values();
      if (request && hasRoom(state, network, isCostly)) return { network, request };
    }
  return undefined;
}

/** While an account waits for n turns, each beside it gets at most n, and so does each kind. */
function waitSeconds({ widths }: State, network: Network, asker: Asker): number {
  const kind = kindOf(network, asker);
  const own = (kind.accounts.get(asker.account)?.length ?? 0) + 1;
  let within = own;
  for (const [account, { length }] of kind.accounts)
    if (account !== asker.account) within += Math.min(length, own);
  let ahead = within;
  for (const other of network.kinds.values())
    if (other !== kind && other.isCostly === asker.isCostly) ahead += Math.min(other.size, within);
  const { usual, costly } = network.averageMs;
  const turnMs = asker.isCostly ? costly / widths.network.costly : usual / widths.network.all;
  return Math.max(1, Math.ceil((ahead * turnMs) / 1000));
}

/** The last to come of the account with the most requests. */
function newestOf(network: Network): Request | undefined {
  let most: Request[] = [];
  for (const { accounts } of network.kinds.values())
    for (const queue of accounts.values()) {
      const isNewer = (queue.at(-1)?.nth ?? 0) > (most.at(-1)?.nth ?? 0);
      if (queue.length > most.length || (queue.length === most.length && isNewer)) most = queue;
    }
  return most.at(-1);
}

function once(act: () => void): () => void {
  let left = 1;
  return () => {
    if (left-- > 0) act();
  };
}
