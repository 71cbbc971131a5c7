import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { me, refusal, standIn } from '../../testing/stand-in.ts';

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
const opened: { latchkey: { close(): void } }[] = [];
afterEach(() => {
  for (const { latchkey } of opened.splice(0)) latchkey.close();
  vi.useRealTimers();
  errors.mockRestore();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function begin(...given: Parameters<typeof standIn>) {
  const made = standIn(...given);
  opened.push(made);
  return made;
}
async function connected(...given: Parameters<typeof standIn>) {
  const made = begin(...given);
  await made.connect();
  return made;
}
const lines = () => errors.mock.calls.map(String);

describe('the feed', () => {
  test('asks with its key from the first caller on, and goes on from its cursor', async () => {
    const { ask, feeds } = begin({ maxStalenessMs: 2000 });
    await pass(5000);
    expect(feeds).toHaveLength(0);
    await ask();
    await pass(3000);
    const queries = feeds.map(({ url }) => Object.fromEntries(url.searchParams));
    expect(queries.slice(0, 3)).toEqual([
      { waitMs: '0', maxStalenessMs: '2000' },
      { waitMs: '1000', maxStalenessMs: '2000', after: 'c1' },
      { waitMs: '1000', maxStalenessMs: '2000', after: 'c2' },
    ]);
    for (const { headers } of feeds) expect(headers.authorization).toBe('Bearer lsk_key');
  });

  test.each([250, 1000, 10_000])(
    'starts at most three requests within %i ms, whatever is answered, one at a time',
    async (maxStalenessMs) => {
      const { ask, feeds, answers } = begin({ maxStalenessMs });
      for (const feed of [
        () => ({ changes: ['x'] }),
        () => undefined,
        () => new Error('down'),
        () => refusal(503, 'NO', { 'retry-after': '0' }),
      ]) {
        answers.feed = feed;
        for (let n = 0; n < 40; n++) {
          await ask();
          await pass(maxStalenessMs / 4);
        }
      }
      const starts = feeds.map(({ at }) => at);
      expect(starts.length).toBeGreaterThan(20);
      for (let n = 3; n < starts.length; n++)
        expect(Number(starts[n]) - Number(starts[n - 3])).toBeGreaterThanOrEqual(maxStalenessMs);
    },
  );

  test.each([250, 400, 1000, 3000])('stays current at a bound of %i ms', async (maxStalenessMs) => {
    const { ask, stats } = await connected({ maxStalenessMs });
    for (let n = 0; n < 100; n++) {
      await pass(37);
      await ask();
    }
    expect(stats()).toMatchObject({ misses: 1, staleFallbacks: 1 });
  });

  test('says how far it is behind, from the sending of its request and the time it was held', async () => {
    const { stats, answers } = begin({ maxStalenessMs: 5000 });
    expect(stats()).toMatchObject({ behindMs: null, connected: false });
    const made = await connected({ maxStalenessMs: 5000 });
    expect(made.stats()?.behindMs).toBeLessThanOrEqual(6);
    await pass(700);
    expect(made.stats()?.behindMs).toBeGreaterThanOrEqual(700);
    expect(made.stats()?.behindMs).toBeLessThanOrEqual(706);
    answers.feed = () => undefined;
  });

  test('counts an answer as failed that was held for longer than it took', async () => {
    const { ask, answers, stats } = await connected({ maxStalenessMs: 1000 });
    answers.feed = () => ({ heldMs: 500 });
    await pass(3000);
    await ask();
    expect(stats()).toMatchObject({ connected: false, staleFallbacks: 2 });
    expect(lines()).toHaveLength(1);
  });

  test.each(['{}', 'null', '[]', '{"cursor":"c","heldMs":-1,"changes":[],"reset":false}', 'no JSON'])(
    'counts %s as failed',
    async (body) => {
      const { answers, stats } = await connected();
      answers.feed = () => new Response(body);
      await pass(3000);
      expect(stats()?.connected).toBe(false);
    },
  );

  test('drops everything at a reset, and keeps what is asked from then on', async () => {
    const { ask, answers, mes, stats } = await connected();
    await ask();
    let next: object | undefined = { reset: true };
    answers.feed = () => {
      const news = next;
      next = undefined;
      return news;
    };
    await pass(1100);
    expect(stats()).toMatchObject({ entries: 0, connected: true });
    mes.length = 0;
    await ask();
    await ask();
    expect(mes).toHaveLength(1);
  });

  test('after a minute without a caller drops everything and rests, until the next', async () => {
    const { ask, feeds, stats, mes } = await connected();
    await ask();
    await pass(58_000);
    expect(stats()?.connected).toBe(true);
    await pass(3500);
    expect(stats()).toMatchObject({ entries: 0, connected: false, behindMs: null });
    const before = feeds.length;
    await pass(60_000);
    expect(feeds).toHaveLength(before);
    mes.length = 0;
    await ask();
    await pass(5);
    expect(feeds).toHaveLength(before + 1);
    expect(feeds.at(-1)?.url.searchParams.has('after')).toBe(false);
    expect(lines()).toEqual([]);
    await ask();
    await ask();
    expect(mes).toHaveLength(2);
  });

  test('closed, ends at once and for good, also if closed twice; callers are asked about', async () => {
    const { ask, latchkey, feeds, mes, stats } = await connected();
    await ask();
    const under = feeds.at(-1);
    latchkey.close();
    latchkey.close();
    expect(under?.signal?.aborted).toBe(true);
    expect(stats()).toMatchObject({ entries: 0, connected: false });
    const before = [feeds.length, mes.length] as const;
    for (let n = 0; n < 3; n++) expect((await ask()).caller?.user.id).toBe('u1');
    await pass(20_000);
    expect([feeds.length, mes.length]).toEqual([before[0], before[1] + 3]);
    expect(stats()?.entries).toBe(0);
    expect(lines()).toEqual([]);
  });
});

describe('local answers', () => {
  test('end when the feed is not current by either clock, and Latchkey is asked', async () => {
    const { ask, mes, answers, stats } = await connected({ maxStalenessMs: 2000 });
    answers.feed = () => new Promise<never>(() => undefined);
    await ask();
    mes.length = 0;
    await ask();
    expect(mes).toHaveLength(0);
    const at = Date.now();
    for (const wall of [at + 2100, at - 2100]) {
      vi.setSystemTime(wall);
      await ask();
    }
    expect(mes).toHaveLength(2);
    vi.setSystemTime(at);
    await ask();
    expect(mes).toHaveLength(2);
    expect(stats()).toMatchObject({ staleFallbacks: 3 });
  });

  test('of a process that was stopped are not given, whichever way it wakes up', async () => {
    const { ask, mes, answers } = await connected();
    await ask();
    mes.length = 0;
    // An answer that was on its way when the process was stopped is from then.
    let arrive: (news: object) => void = () => undefined;
    answers.feed = () =>
      new Promise((resolve) => {
        arrive = (news) => resolve(Response.json(news));
      });
    await pass(900);
    // Less than what is kept is valid for.
    const wake = performance.now() + 30_000;
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => wake);
    arrive({ cursor: 'c', heldMs: 700, changes: [], reset: false });
    await pass(0);
    await ask();
    expect(mes).toHaveLength(1);
    monotonic.mockRestore();
  });

  test('never outlast an outage of Latchkey: it is 503', async () => {
    const { ask, answers } = await connected();
    await ask();
    answers.feed = () => new Error('down');
    answers.me = () => new Error('down');
    await pass(500);
    expect((await ask()).caller).toBeDefined();
    await pass(1000);
    expect((await ask()).refused?.status).toBe(503);
  });

  test.each([401, 403, 404])(
    'stop at once when the feed is refused with %i, until it is not',
    async (status) => {
      const { ask, answers, feeds, mes, stats } = await connected({ maxStalenessMs: 10_000 });
      await ask();
      answers.feed = () => refusal(status);
      await pass(5000);
      expect(stats()).toMatchObject({ connected: false });
      expect(Number(stats()?.behindMs)).toBeLessThan(10_000);
      mes.length = 0;
      await ask();
      expect(mes).toHaveLength(1);
      const refused = feeds.length;
      await pass(5000);
      expect(feeds).toHaveLength(refused);
      answers.feed = () => undefined;
      await pass(7000);
      expect(feeds.length).toBeGreaterThan(refused);
      await ask();
      expect(stats()?.connected).toBe(true);
      expect(lines()).toHaveLength(2);
    },
  );

  test("stop at a proxy's own 403, too", async () => {
    const { answers, stats } = await connected({ maxStalenessMs: 10_000 });
    answers.feed = () => new Response('<h1>No</h1>', { status: 403 });
    await pass(5000);
    expect(stats()?.connected).toBe(false);
  });
});

describe('after a failure', () => {
  const gaps = (starts: { at: number }[]) =>
    starts.slice(1).map(({ at }, n) => Math.round(at - Number(starts[n]?.at)));

  test('it tries again after 100 ms, doubling up to 5 seconds', async () => {
    const { ask, answers, feeds } = await connected({ maxStalenessMs: 250 });
    answers.feed = () => new Error('down');
    for (let n = 0; n < 40; n++) {
      await pass(1000);
      await ask();
    }
    const failed = gaps(feeds.slice(1)).slice(0, 9);
    for (const [n, expected] of [100, 200, 400, 800, 1600, 3200, 5000, 5000].entries()) {
      expect(failed[n]).toBeGreaterThanOrEqual(expected);
      expect(failed[n]).toBeLessThanOrEqual(expected + 60);
    }
  });

  test('it waits as long as Retry-After says', async () => {
    const { ask, answers, feeds } = await connected();
    answers.feed = () => refusal(429, 'RATE_LIMITED', { 'retry-after': '7' });
    await pass(1000);
    await ask();
    const before = feeds.length;
    await pass(5500);
    expect(feeds).toHaveLength(before);
    await pass(2000);
    expect(feeds).toHaveLength(before + 1);
  });

  test('one line says that local answers have stopped, and one that they are back', async () => {
    const { ask, answers } = await connected();
    answers.feed = () => new Error('connection refused');
    await pass(600);
    expect(lines()).toEqual([]);
    await pass(10_000);
    await ask();
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toContain('connection refused');
    expect(lines()[0]).not.toContain('lsk_key');
    answers.feed = () => undefined;
    await pass(7000);
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toContain('again');
    await pass(20_000);
    expect(lines()).toHaveLength(2);
  });

  test('that stops nothing, no line is written', async () => {
    const { ask, answers } = await connected();
    let fail = 1;
    answers.feed = () => (fail-- > 0 ? new Error('down') : undefined);
    await pass(3000);
    await ask();
    expect(lines()).toEqual([]);
  });

  test('answers asked for meanwhile are kept, unless a change since then names them', async () => {
    const { ask, answers, mes } = await connected();
    answers.feed = () => new Error('down');
    await pass(2500);
    answers.me = ({ headers }) => me({ validForMs: 60_000, subjects: [String(headers.authorization)] });
    await ask({ authorization: 'Bearer one' });
    await ask({ authorization: 'Bearer two' });
    let next: object | undefined = { changes: ['Bearer one'] };
    answers.feed = () => {
      const news = next;
      next = undefined;
      return news;
    };
    await pass(6000);
    mes.length = 0;
    await ask({ authorization: 'Bearer two' });
    expect(mes).toHaveLength(0);
    await ask({ authorization: 'Bearer one' });
    expect(mes).toHaveLength(1);
  });
});
