import { afterEach, expect, test } from 'vitest';
import { createWriteBehind, type WriteBehind } from './write-behind.ts';

const quiet = { warn() {} };
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
