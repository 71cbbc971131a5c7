/** A line holds what one client asks for, of one kind. Within it, accounts take turns. */
export type Place = { line: string; account: string };

export type Ticket = {
  /** Resolves when its turn comes. Undefined: it came at once. */
  turn: Promise<void> | undefined;
  /** Gives the place back, whether or not its turn came. */
  leave(): void;
};

export type Lines = {
  join(place: Place): Ticket;
  /** How many are under way or would go before a newcomer. */
  ahead(place: Place): number;
  /** Those whose turn has not come yet. */
  waiting(): number;
};

type Line = {
  running: number;
  /** Who waits, by account. The account that is next comes first. */
  accounts: Map<string, (() => void)[]>;
};

/** In each line, so many are under way at a time. Lines don't wait for each other. */
export function createLines(width: number): Lines {
  const lines = new Map<string, Line>();
  const waiters = () => [...lines.values()].flatMap(({ accounts }) => [...accounts.values()]);

  /** One of those under way has ended. */
  function pass(name: string, line: Line): void {
    const [next] = line.accounts;
    if (!next) {
      line.running--;
      if (line.running === 0) lines.delete(name);
      return;
    }
    const [account, queue] = next;
    line.accounts.delete(account);
    const start = queue.shift();
    if (queue.length > 0) line.accounts.set(account, queue);
    start?.();
  }

  return {
    join({ line: name, account }) {
      const line = lines.get(name) ?? { running: 0, accounts: new Map() };
      lines.set(name, line);
      if (line.running < width) {
        line.running++;
        return { turn: undefined, leave: once(() => pass(name, line)) };
      }
      let start = () => {};
      const turn = new Promise<void>((resolve) => {
        start = resolve;
      });
      const queue = line.accounts.get(account) ?? [];
      queue.push(start);
      line.accounts.set(account, queue);
      return { turn, leave: once(() => withdraw(line, account, start) || pass(name, line)) };
    },
    ahead({ line: name, account }) {
      const line = lines.get(name);
      return line ? line.running + waitingAhead(line, account) : 0;
    },
    waiting: () => waiters().reduce((sum, queue) => sum + queue.length, 0),
  };
}

/** While an account waits for n turns, each account beside it gets at most n. */
function waitingAhead({ accounts }: Line, account: string): number {
  const own = accounts.get(account)?.length ?? 0;
  let ahead = own;
  for (const [other, { length }] of accounts) if (other !== account) ahead += Math.min(length, own + 1);
  return ahead;
}

/** False if its turn has come already. */
function withdraw({ accounts }: Line, account: string, start: () => void): boolean {
  const queue = accounts.get(account) ?? [];
  const at = queue.indexOf(start);
  if (at < 0) return false;
  queue.splice(at, 1);
  if (queue.length === 0) accounts.delete(account);
  return true;
}

function once(act: () => unknown): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
