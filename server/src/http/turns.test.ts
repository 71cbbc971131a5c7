import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Asker, createTurns, type Turn } from './turns.ts';

const asker = (network: string, more: Partial<Asker> = {}): Asker => ({
  network,
  account: '',
  isProven: false,
  kind: 'session',
  isCostly: false,
  ...more,
});
const costly = { isCostly: true };

/** A queue that notes the names of requests in the order in which their turns came, or that they were refused. */
function queue({ cores = 2, maxWaitMs = 60_000 } = {}) {
  const turns = createTurns({ cores, maxWaitMs });
  const came: string[] = [];
  const refused: string[] = [];
  const open = new Map<string, Turn>();
  const take = (name: string, who: Asker): Turn => {
    const turn = turns.take(who);
    open.set(name, turn);
    if (turn.comes === undefined) came.push(name);
    void turn.comes?.then((seconds) => (seconds === undefined ? came : refused).push(name));
    return turn;
  };
  /** Ends these, and returns once those that are next have begun. */
  const end = async (...names: string[]) => {
    for (const name of names) open.get(name)?.giveBack();
    await Promise.resolve();
  };
  return { turns, came, refused, take, end, size: () => turns.waiting().all };
}

const times = (many: number, work: (nth: number) => void) =>
  Array.from({ length: many }, (_, nth) => work(nth));

describe('a network', () => {
  test('has sixteen requests under way at most, and others do not wait for it', async () => {
    const { came, take, end, size } = queue();
    times(20, (nth) => take(`flood ${nth}`, asker('a')));
    expect([came.length, size()]).toEqual([16, 4]);
    take('other', asker('b'));
    expect(came.at(-1)).toBe('other');
    await end('flood 3');
    expect(came.at(-1)).toBe('flood 16');
  });

  test('has two under way per core that may hash or mail, and they keep nothing else waiting', () => {
    const { turns, came, take } = queue({ cores: 1 });
    times(5, (nth) => take(`sign-in ${nth}`, asker('a', { ...costly, kind: 'login' })));
    take('mail', asker('a', { ...costly, kind: 'forgot' }));
    take('write', asker('a'));
    expect(came).toEqual(['sign-in 0', 'sign-in 1', 'write']);
    expect(turns.waiting()).toEqual({ all: 4, costly: 4 });
  });

  test('shares its turns fairly among its accounts', async () => {
    const { came, take, end } = queue({ cores: 1 });
    times(6, (nth) => take(`greedy ${nth}`, asker('a', { ...costly, account: 'greedy' })));
    take('modest', asker('a', { ...costly, account: 'modest' }));
    await end('greedy 0');
    await end('greedy 1');
    expect(came.slice(2)).toEqual(['modest', 'greedy 2']);
  });

  test('shares them among kinds of work, so a sign-in is next beside any number of changed passwords', async () => {
    const { came, take, end } = queue({ cores: 1 });
    times(60, (nth) => take(`change ${nth}`, asker('a', { ...costly, account: `${nth}` })));
    take('sign-in', asker('a', { ...costly, kind: 'login', account: 'ada' }));
    await end('change 0');
    expect(came.at(-1)).toBe('sign-in');
  });
});

describe('the requests of a caller', () => {
  const proven = { account: 'ada', isProven: true };

  test('from further networks count for one more, however many these are', () => {
    const { came, take } = queue({ cores: 1 });
    times(100, (nth) => take(`nth ${nth}`, asker(`network ${nth}`, { ...proven, ...costly })));
    take('bystander', asker('b', costly));
    expect(came).toEqual(['nth 0', 'nth 1', 'nth 2', 'bystander']);
    take('neighbor', asker('network 0'));
    expect(came.at(-1)).toBe('neighbor');
  });

  test('are those of their own network again once none is left', async () => {
    const { came, take, end } = queue({ cores: 1 });
    take('there', asker('a', proven));
    await end('there');
    times(2, (nth) => take(`elsewhere ${nth}`, asker('a', costly)));
    take('here', asker('b', { ...proven, ...costly }));
    expect(came.at(-1)).toBe('here');
  });

  test('do not wait for those of a client that only names their account', () => {
    const { came, take } = queue({ cores: 1 });
    times(50, (nth) => take(`flood ${nth}`, asker('a', { ...costly, account: 'ada' })));
    take('own', asker('b', { ...proven, ...costly }));
    expect(came.at(-1)).toBe('own');
    // Nor for a network that is called like them.
    take('named', asker('ada', costly));
    expect(came.at(-1)).toBe('named');
  });
});

describe('networks', () => {
  const busy = () => {
    const all = queue();
    // Sixty-four in all: each of these four has its sixteen.
    for (const name of ['a', 'b', 'c', 'd']) times(20, (nth) => all.take(`${name}${nth}`, asker(name)));
    return all;
  };

  test('take turns, and one that comes goes before only the one that was served last', async () => {
    const { came, take, end } = busy();
    expect(came).toHaveLength(64);
    take('new', asker('e'));
    await end('a0');
    expect(came.at(-1)).toBe('a16');
    await end('b0', 'c0', 'd0', 'a1', 'b1');
    expect(came.slice(65)).toEqual(['b16', 'c16', 'new', 'd16', 'a17']);
  });

  test('count what takes longer than a second no further, so that stalled requests hold up only their own network', () => {
    vi.useFakeTimers();
    const { came, take } = busy();
    take('new', asker('e'));
    vi.advanceTimersByTime(999);
    expect(came).toHaveLength(64);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    return Promise.resolve().then(() => expect(came.slice(64)).toEqual(['new']));
  });
});

describe('a request that waits', () => {
  test('leaves when its client does, and its turn goes to the next', async () => {
    const { came, take, end, size } = queue();
    times(18, (nth) => take(`${nth}`, asker('a')));
    await end('16');
    expect(size()).toBe(1);
    await end('0', '0');
    expect(came.at(-1)).toBe('17');
    times(2, (nth) => take(`late ${nth}`, asker('a')));
    expect(size()).toBe(2);
  });

  test('is refused after ten seconds, and told when to come again', async () => {
    vi.useFakeTimers();
    const { take, refused, size } = queue({ maxWaitMs: 10_000 });
    times(17, (nth) => take(`${nth}`, asker('a')));
    await vi.advanceTimersByTimeAsync(9999);
    expect(size()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(refused).toEqual(['16']);
    expect(size()).toBe(0);
  });
});

describe('a request that comes', () => {
  test('is refused where its wait would pass ten seconds, and others of its network are not', async () => {
    const { turns, take } = queue({ cores: 1, maxWaitMs: 10_000 });
    times(35, (nth) => take(`${nth}`, asker('a', { ...costly, account: 'greedy' })));
    expect(turns.waiting().costly).toBe(33);
    expect(await turns.take(asker('a', { ...costly, account: 'greedy' })).comes).toBe(11);
    const others = ['modest', 'greedy'].map((account) =>
      turns.take(asker('a', { ...costly, account, kind: 'other' })),
    );
    expect(turns.waiting().costly).toBe(35);
    expect(others.map(({ comes }) => typeof comes)).toEqual(['object', 'object']);
  });

  test('learns from the turns before how long its wait will be', async () => {
    const { turns, take, end } = queue({ cores: 1, maxWaitMs: 10_000 });
    vi.useFakeTimers();
    take('slow', asker('a'));
    for (let nth = 0; nth < 100; nth++) {
      take('slow', asker('a', costly));
      vi.advanceTimersByTime(9000);
      await end('slow');
    }
    vi.useRealTimers();
    times(4, (nth) => take(`${nth}`, asker('a', costly)));
    expect(turns.waiting().costly).toBe(2);
    expect(await turns.take(asker('a', costly)).comes).toBeGreaterThan(10);
  });

  test('drops the newest of the account with the most, where a thousand of its network wait', async () => {
    const { take, refused, size } = queue();
    times(16 + 999, (nth) => take(`greedy ${nth}`, asker('a', { account: 'greedy' })));
    take('modest', asker('a', { account: 'modest' }));
    expect(size()).toBe(1000);
    take('late', asker('a', { account: 'late' }));
    await Promise.resolve();
    expect(refused).toEqual(['greedy 1014']);
    expect(size()).toBe(1000);
  });

  test('drops the newest of the network with the most, where four thousand wait in all', async () => {
    const { take, refused, size } = queue();
    for (const name of ['a', 'b', 'c', 'd']) times(16 + 990, (nth) => take(`${name}${nth}`, asker(name)));
    times(136, (nth) => take(`e${nth}`, asker('e')));
    expect(size()).toBe(4096);
    take('a more', asker('a'));
    take('newcomer', asker('f'));
    await Promise.resolve();
    expect(size()).toBe(4096);
    expect(refused).toHaveLength(2);
    expect(refused).not.toContain('newcomer');
    expect(refused).toContain('a more');
  });
});

describe('whatever comes', () => {
  const names = fc.record({
    network: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    account: fc.constantFrom('', 'ada', 'ben'),
    isProven: fc.boolean(),
    kind: fc.constantFrom('session', 'login'),
    isCostly: fc.boolean(),
  });
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: names }, fc.nat(400)), {
    minLength: 100,
    maxLength: 400,
  });

  type Known = { who: Asker; turn: Turn; state: 'waits' | 'runs' | 'ended' };

  /** Takes and gives back as told; what is left ends at the end. Returns what was wrong. */
  async function follow(told: (Asker | number)[]) {
    const turns = createTurns({ cores: 1, maxWaitMs: 1e9 });
    const all: Known[] = [];
    const problems: string[] = [];
    const runs = (isIn: (each: Known) => boolean) =>
      all.filter((each) => each.state === 'runs' && isIn(each)).length;
    const begun = (one: Known) => {
      one.state = 'runs';
    };
    const check = () => {
      for (const network of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const isHere = ({ who }: Known) => who.network === network && !who.isProven;
        if (runs(isHere) > 16) problems.push('more than sixteen');
        if (runs((each) => isHere(each) && each.who.isCostly) > 2) problems.push('more than two costly');
      }
      if (runs(() => true) > 64) problems.push('more than sixty-four');
      if (runs(({ who }) => who.isCostly) > 4) problems.push('more than four costly in all');
      const waits = all.filter(({ state }) => state === 'waits').length;
      if (waits !== turns.waiting().all) problems.push(`${waits} wait, not ${turns.waiting().all}`);
    };
    for (const step of told) {
      if (typeof step !== 'number') {
        const one: Known = { who: step, turn: turns.take(step), state: 'waits' };
        all.push(one);
        if (one.turn.comes === undefined) begun(one);
        else void one.turn.comes.then((seconds) => seconds === undefined && begun(one));
      } else {
        const one = all[step % Math.max(1, all.length)];
        if (one) one.state = 'ended';
        one?.turn.giveBack();
      }
      await Promise.resolve();
      await Promise.resolve();
      check();
    }
    while (all.some(({ state }) => state !== 'ended')) {
      const running = all.filter(({ state }) => state === 'runs');
      if (running.length === 0) {
        problems.push('one waits while none is under way');
        break;
      }
      for (const one of running) {
        one.state = 'ended';
        one.turn.giveBack();
      }
      await Promise.resolve();
      await Promise.resolve();
    }
    if (turns.waiting().all > 0) problems.push('lost');
    return problems;
  }

  test('widths hold, and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (told) => {
        expect(await follow(told)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('none who is next of its network is overtaken twice by another network', async () => {
    const networks = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await fc.assert(
      fc.asyncProperty(fc.array(networks, { minLength: 10, maxLength: 120 }), async (arriving) => {
        const { came, take, end } = queue();
        const order: string[] = [];
        // All turns are taken, by networks that ask for nothing more.
        for (const name of ['w', 'x', 'y', 'z']) times(16, (nth) => take(`${name}${nth}`, asker(name)));
        arriving.forEach((name, nth) => void take(`${name} ${nth}`, asker(name)));
        for (let nth = 0; order.length < arriving.length; nth++) {
          const before = came.length;
          await end(came[nth] ?? '');
          order.push(...came.slice(before).map((each) => each[0] ?? ''));
        }
        const left = new Map<string, number>();
        for (const name of arriving) left.set(name, (left.get(name) ?? 0) + 1);
        const since = new Map<string, string[]>([...left.keys()].map((name) => [name, []]));
        for (const served of order) {
          for (const [name, others] of since)
            if (name !== served && (left.get(name) ?? 0) > 0) others.push(served);
          const others = since.get(served) ?? [];
          expect(new Set(others).size).toBe(others.length);
          since.set(served, []);
          left.set(served, (left.get(served) ?? 0) - 1);
        }
      }),
      { numRuns: 100 },
    );
  });
});
