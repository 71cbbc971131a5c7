import { afterEach, describe, expect, test } from 'vitest';
import { createWriteBehind, type WriteBehind } from './write-behind.ts';

const quiet = { warn() {} };
const later = { everyMs: 60_000, now: () => now };
let now = 0;
let behind: WriteBehind;
afterEach(() => behind.stop());

test('writes each noted id once, with its latest time, ordered by id', async () => {
  const written: [string[], Date[]][] = [];
  behind = createWriteBehind(async (...batch) => void written.push(batch), quiet);
  behind.note('b', new Date(1));
  behind.note('a', new Date(2));
  behind.note('b', new Date(3));
  await behind.flush();
  await behind.flush();
  expect(written).toEqual([
    [
      ['a', 'b'],
      [new Date(2), new Date(3)],
    ],
  ]);
});

test('a failed write is retried on the next flush, with the newer time if one was noted since', async () => {
  let away = true;
  const written = new Map<string, Date>();
  const warned: string[] = [];
  behind = createWriteBehind(
    async (ids, times) => {
      if (away) throw new Error('the database is away');
      for (const [at, id] of ids.entries()) written.set(id, times[at] ?? new Date(0));
    },
    { warn: (_fields: object, message?: string) => void warned.push(message ?? '') },
  );
  behind.note('a', new Date(1));
  behind.note('b', new Date(1));
  await behind.flush();
  behind.note('b', new Date(2));
  away = false;
  await behind.flush();
  expect(warned).toHaveLength(1);
  expect([...written]).toEqual([
    ['a', new Date(1)],
    ['b', new Date(2)],
  ]);
});

describe('with a pace', () => {
  const start = () => {
    now = 1_000_000;
    const written: [id: string, at: number][] = [];
    behind = createWriteBehind(
      async (ids, times) =>
        void written.push(...ids.map((id, at) => [id, Number(times[at])] as [string, number])),
      quiet,
      { pace: later },
    );
    return written;
  };
  const use = (id: string, soon = false) => behind.note(id, new Date(now), soon);

  test('what was written is written again only when the time has passed, or somebody asks for it', async () => {
    const written = start();
    use('a');
    use('b');
    await expect
      .poll(() => written.splice(0))
      .toEqual([
        ['a', 1_000_000],
        ['b', 1_000_000],
      ]);
    now += 59_999;
    use('a');
    use('b');
    expect(await behind.flush([])).toBe(false);
    expect(await behind.flush(['a', 'unknown'])).toBe(true);
    expect(written.splice(0)).toEqual([['a', 1_059_999]]);
    now += 1;
    use('b');
    await expect.poll(() => written.splice(0)).toEqual([['b', 1_060_000]]);
  });

  test('what has to be known soon is written soon, and a clock that is set back holds nothing', async () => {
    const written = start();
    use('a');
    await behind.flush([]);
    now += 1000;
    use('a', true);
    await expect.poll(() => written).toHaveLength(2);
    now += 1000;
    use('a');
    now -= 3_600_000;
    await expect
      .poll(() => written)
      .toEqual([
        ['a', 1_000_000],
        ['a', 1_001_000],
        ['a', 1_002_000],
      ]);
  });

  test('everything is written at the end, and in batches', async () => {
    const written = start();
    for (let nth = 0; nth < 6000; nth += 1) use(`${nth}`);
    await behind.flush([]);
    now += 1000;
    for (let nth = 0; nth < 6000; nth += 1) use(`${nth}`);
    expect(written.splice(0)).toHaveLength(6000);
    await behind.stop();
    expect(new Set(written.map(([, at]) => at))).toEqual(new Set([1_001_000]));
    expect(written).toHaveLength(6000);
  });
});
