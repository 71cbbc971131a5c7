import { describe, expect, test } from 'vitest';
import { createTurns, type HashLane, type TurnOptions } from './turns.ts';

/** Turns whose tasks end when the test says so, and the names of those that were served, in order. */
function stage(options: Partial<TurnOptions> = {}) {
  const turns = createTurns({
    concurrency: 1,
    maxWaitMs: 10_000,
    maxChains: 10_000,
    expectedMs: 100,
    ...options,
  });
  const served: string[] = [];
  const running: (() => void)[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const task = (name: string) => () => {
    served.push(name);
    return new Promise<string>((resolve) => running.push(() => resolve(name)));
  };
  return {
    turns,
    served,
    running,
    settle,
    ask: (name: string, lane: HashLane) => turns.take(lane, task(name)),
    /** Takes this many turns one after the other, as one chain. */
    chain: (name: string, lane: HashLane, length: number) =>
      turns.chain(lane, length, async () => {
        for (let nth = 1; nth <= length; nth++) await turns.take(lane, task(`${name}${nth}`));
        return name;
      }),
    async finish(many = 1) {
      for (let nth = 0; nth < many; nth++) {
        running.shift()?.();
        await settle();
      }
    },
    async finishAll() {
      for (await settle(); running.length > 0; await settle()) running.shift()?.();
    },
  };
}

const lane = (address: string, account: string, kind = 'session'): HashLane => ({
  address,
  account,
  kind,
  request: {},
});
const times = <T>(many: number, make: (nth: number) => T): T[] =>
  Array.from({ length: many }, (_, nth) => make(nth));

describe('fair turns', () => {
  test('a single account is served in the order it asks', async () => {
    const { ask, served, finishAll } = stage();
    for (const nth of times(20, String)) void ask(nth, lane('a', 'one'));
    await finishAll();
    expect(served).toEqual(times(20, String));
  });

  test('three accounts flooding from one address leave a bystander elsewhere every second turn', async () => {
    const { ask, served, finish, finishAll } = stage();
    for (const nth of times(30, Number)) void ask(`attacker ${nth % 3}`, lane('a', `attacker ${nth % 3}`));
    await finish(4);
    served.length = 0;
    for (const nth of times(3, Number)) void ask(`bystander ${nth}`, lane('b', 'bystander'));
    await finishAll();
    expect(served.slice(0, 6).filter((name) => name.startsWith('bystander'))).toHaveLength(3);
    expect(served.indexOf('bystander 0')).toBeLessThanOrEqual(1);
  });

  test('within an address, accounts take turns', async () => {
    const { ask, served, finishAll } = stage();
    void ask('first', lane('b', 'first'));
    for (const name of ['x', 'x', 'x', 'y', 'y', 'z']) void ask(name, lane('a', name));
    await finishAll();
    expect(served).toEqual(['first', 'x', 'y', 'z', 'x', 'y', 'x']);
  });

  test('a thousand accounts on one address count as one address', async () => {
    const { ask, served, finish } = stage({ maxWaitMs: 1e9 });
    for (const nth of times(1000, Number)) void ask(`attacker ${nth}`, lane('a', `attacker ${nth}`));
    await finish(3);
    void ask('bystander', lane('b', 'bystander'));
    await finish(2);
    expect(served.indexOf('bystander')).toBeLessThanOrEqual(5);
    expect(served).toContain('bystander');
  });

  test('one account on a thousand addresses counts as one account', async () => {
    const { ask, served, finish } = stage({ maxWaitMs: 1e9 });
    for (const nth of times(1000, Number)) void ask('attacker', lane(`a${nth}`, 'attacker'));
    await finish(3);
    void ask('bystander', lane('b', 'bystander'));
    await finish(2);
    expect(served).toContain('bystander');
  });

  test('a flooding address and a flooding account at the same time count as two', async () => {
    const { ask, served, finish, finishAll } = stage({ maxWaitMs: 1e9 });
    for (const nth of times(300, Number)) {
      void ask('one account', lane(`a${nth}`, 'attacker'));
      void ask('one address', lane('a', `attacker ${nth}`));
    }
    await finish(5);
    void ask('bystander', lane('b', 'bystander'));
    await finish(3);
    expect(served).toContain('bystander');
    await finishAll();
    expect(served).toHaveLength(601);
  });

  test('kinds of work take turns at one address, so a login gets past a thousand sessions next to it', async () => {
    const { ask, served, finish } = stage({ maxWaitMs: 1e9 });
    for (const nth of times(1000, Number)) void ask(`attacker ${nth}`, lane('a', `attacker ${nth}`));
    await finish(3);
    void ask('login', lane('a', 'bystander', 'sign-in'));
    await finish(2);
    expect(served).toContain('login');
  });

  test('an account counts separately per kind, so a stolen session takes no turn from its owner', async () => {
    const { ask, served, finish } = stage({ concurrency: 2 });
    for (const _ of times(10, Number)) void ask('thief', lane('a', 'owner'));
    void ask('owner', lane('b', 'owner', 'sign-in'));
    await finish(0);
    expect(served).toEqual(['thief', 'owner']);
  });

  test('a newcomer goes ahead of the address that has just had a turn, and of no other', async () => {
    const { ask, served, settle, finish, finishAll } = stage();
    for (const nth of times(3, Number)) {
      void ask('flood', lane('a', `flood ${nth}`));
      void ask('patient', lane('b', `patient ${nth}`));
    }
    await settle();
    await finish(2);
    expect(served).toEqual(['flood', 'patient', 'flood']);
    void ask('new', lane('c', 'new'));
    await finishAll();
    expect(served.slice(3)).toEqual(['patient', 'new', 'flood', 'patient']);
  });

  test('a stream of newcomers starves no one', async () => {
    const { ask, served, settle, finish, finishAll } = stage();
    for (const nth of times(3, Number)) void ask(`patient ${nth}`, lane('a', `patient ${nth}`));
    await settle();
    for (const nth of times(10, Number)) {
      void ask(`new ${nth}`, lane(`b${nth}`, `new ${nth}`));
      await finish();
    }
    await finishAll();
    expect(served.indexOf('patient 1')).toBeLessThanOrEqual(2);
    expect(served.indexOf('patient 2')).toBeLessThan(served.indexOf('new 4'));
  });
});

describe('cores', () => {
  test('are all used while there is work for them, with one task per account', async () => {
    const { ask, served, running, finish } = stage({ concurrency: 3 });
    for (const name of ['x', 'x', 'y', 'x']) void ask(name, lane('a', name));
    await finish(0);
    expect(served).toEqual(['x', 'y']);
    expect(running).toHaveLength(2);
    for (const name of ['z', 'w']) void ask(name, lane('b', name));
    await finish(0);
    expect(running).toHaveLength(3);
    await finish(1);
    expect(running).toHaveLength(3);
  });

  test('are freed when a task fails', async () => {
    const { turns, ask, served, finishAll } = stage();
    const failed = turns.take(lane('a', 'x'), () => Promise.reject(new Error('broken')));
    const next = ask('next', lane('a', 'x'));
    await expect(failed).rejects.toThrow('broken');
    await finishAll();
    expect(await next).toBe('next');
    expect(served).toEqual(['next']);
    expect(turns.waiting()).toBe(0);
  });
});

describe('a chain', () => {
  test('takes turns with other chains, one hash at a time', async () => {
    const { chain, served, finishAll } = stage();
    void chain('x', lane('a', 'x'), 3);
    void chain('y', lane('b', 'y'), 3);
    await finishAll();
    expect(served).toEqual(['x1', 'y1', 'x2', 'y2', 'x3', 'y3']);
  });

  test("of one account ends before that account's next chain begins, even while it takes no turn", async () => {
    const { turns, chain, ask, served, finish, finishAll, settle } = stage({ concurrency: 2 });
    let goOn = () => {};
    const first = lane('a', 'x');
    void turns.chain(first, 2, async () => {
      await turns.take(first, async () => served.push('first 1'));
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await turns.take(first, async () => served.push('first 2'));
    });
    void chain('second ', lane('b', 'x'), 2);
    await settle();
    expect(served).toEqual(['first 1']);
    void ask('somebody else', lane('a', 'y'));
    await finish(0);
    expect(served).toEqual(['first 1', 'somebody else']);
    goOn();
    await finishAll();
    expect(served).toEqual(['first 1', 'somebody else', 'first 2', 'second 1', 'second 2']);
  });

  test('that was admitted finishes, no matter how many requests come after it', async () => {
    const { chain, ask, finishAll } = stage();
    const done = chain('x', lane('a', 'x'), 7);
    const others = times(90, (nth) => ask('other', lane(`b${nth}`, `other ${nth}`)));
    await finishAll();
    expect(await done).toBe('x');
    expect((await Promise.all(others)).filter(Boolean).length).toBeGreaterThan(80);
  });

  test('whose work fails frees its account', async () => {
    const { turns, ask, finishAll } = stage();
    const broken = lane('a', 'x');
    const failed = turns.chain(broken, 3, async () => {
      await turns.take(broken, async () => undefined);
      throw new Error('broken');
    });
    const next = ask('next', lane('a', 'x'));
    await expect(failed).rejects.toThrow('broken');
    await finishAll();
    expect(await next).toBe('next');
    expect(turns.waitMs(lane('a', 'x'))).toBe(0);
  });
});

describe('a wait that would be too long is refused at once', () => {
  test('for the account that caused it, and for no one else', async () => {
    const { ask, turns, finishAll } = stage();
    // A hundred milliseconds each: the hundred and second would wait longer than ten seconds.
    const taken = times(101, () => ask('taken', lane('a', 'attacker')));
    expect(await ask('refused', lane('a', 'attacker'))).toBeUndefined();
    expect(await ask('refused', lane('elsewhere', 'attacker'))).toBeUndefined();
    expect(turns.waitMs(lane('a', 'attacker'))).toBe(10_100);
    expect(turns.waitMs(lane('a', 'neighbor'))).toBe(100);
    expect(turns.waitMs(lane('b', 'bystander'))).toBe(100);
    const served = [ask('neighbor', lane('a', 'neighbor')), ask('bystander', lane('b', 'bystander'))];
    await finishAll();
    expect(await Promise.all(served)).toEqual(['neighbor', 'bystander']);
    expect((await Promise.all(taken)).every((name) => name === 'taken')).toBe(true);
    expect(await Promise.race([ask('again', lane('a', 'attacker')), 'taken in'])).toBe('taken in');
  });

  test('based on its last turn, when it takes several', async () => {
    const { chain, turns } = stage();
    const admitted = times(20, () => chain('x', lane('a', 'x'), 7));
    // Fourteen chains of seven turns end within ten seconds; the fifteenth would begin its last turn after 10.4.
    const refused = await Promise.all(admitted.slice(14));
    expect(refused).toEqual(Array(6).fill(undefined));
    expect(turns.waitMs(lane('a', 'x'))).toBe(9800);
    expect(turns.waitMs(lane('b', 'y'), 7)).toBe(1300);
  });

  test.each([
    ['a thousand accounts on one address', (nth: number) => lane('a', `attacker ${nth}`), 100],
    ['one account on a thousand addresses', (nth: number) => lane(`a${nth}`, 'attacker'), 100],
    ['both', (nth: number) => (nth % 2 ? lane(`a${nth}`, 'attacker') : lane('a', `attacker ${nth}`)), 200],
  ])('but a bystander is not refused because of %s', async (_who, attacker, expected) => {
    const { ask, turns, finishAll } = stage();
    const attackers = times(1000, (nth) => ask('attacker', attacker(nth)));
    expect(turns.waitMs(lane('b', 'bystander'))).toBe(expected);
    const bystander = ask('bystander', lane('b', 'bystander'));
    await finishAll();
    expect(await bystander).toBe('bystander');
    expect((await Promise.all(attackers)).filter((name) => name === undefined).length).toBeGreaterThan(700);
  });

  test('an account waits for its own work, no matter how many cores there are', async () => {
    const { ask, turns } = stage({ concurrency: 8 });
    for (const _ of times(50, Number)) void ask('x', lane('a', 'x'));
    expect(turns.waitMs(lane('a', 'x'))).toBe(5000);
    expect(turns.waitMs(lane('b', 'y'))).toBe(12.5);
  });

  test('and so is anything beyond the limit that bounds memory', async () => {
    const { ask, turns, finishAll } = stage({ maxChains: 5 });
    const asked = times(8, (nth) => ask('x', lane(`a${nth}`, `x${nth}`)));
    expect(turns.waiting()).toBe(4);
    expect(await Promise.all(asked.slice(5))).toEqual([undefined, undefined, undefined]);
    await finishAll();
    expect(await Promise.all(asked.slice(0, 5))).toEqual(Array(5).fill('x'));
  });

  test('by an estimate that is never far too short, and never far too long for a bystander', async () => {
    let seed = 7;
    const below = (many: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * many);
    };
    for (let round = 0; round < 200; round++) {
      const { ask, turns, served, finish, finishAll } = stage({ maxWaitMs: 1e9, expectedMs: 1 });
      const [addresses, accounts] = [1 + below(8), 1 + below(8)];
      const someone = () => lane(`a${below(addresses)}`, `x${below(accounts)}`, `kind ${below(2)}`);
      for (const _ of times(1 + below(60), Number)) void ask('other', someone());
      const self = below(3) ? someone() : lane('b', 'bystander');
      const expected = turns.waitMs(self);
      void ask('self', self);
      await finish(0);
      await finishAll();
      const actual = served.indexOf('self');
      expect(actual).toBeLessThanOrEqual(expected * 2 + 1);
      if (self.account === 'bystander') expect(expected).toBeLessThanOrEqual(actual * 2);
    }
  });
});
