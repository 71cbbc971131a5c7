import { afterEach, expect, test } from 'vitest';
import { createLastSeen, type LastSeen } from './write-behind.ts';

const quiet = { warn() {} };
let lastSeen: LastSeen;
afterEach(() => lastSeen.stop());

test('writes what was noted once, the latest time of each, in order of id', async () => {
  const written: [string[], Date[]][] = [];
  lastSeen = createLastSeen(async (...batch) => void written.push(batch), quiet);
  lastSeen.note('b', new Date(1));
  lastSeen.note('a', new Date(2));
  lastSeen.note('b', new Date(3));
  await lastSeen.flush();
  await lastSeen.flush();
  expect(written).toEqual([
    [
      ['a', 'b'],
      [new Date(2), new Date(3)],
    ],
  ]);
});

test('what could not be written is written the next time, unless it was noted anew', async () => {
  let away = true;
  const written = new Map<string, Date>();
  const warned: string[] = [];
  lastSeen = createLastSeen(
    async (ids, times) => {
      if (away) throw new Error('the database is away');
      for (const [at, id] of ids.entries()) written.set(id, times[at] ?? new Date(0));
    },
    { warn: (_fields: object, message?: string) => void warned.push(message ?? '') },
  );
  lastSeen.note('a', new Date(1));
  lastSeen.note('b', new Date(1));
  await lastSeen.flush();
  lastSeen.note('b', new Date(2));
  away = false;
  await lastSeen.flush();
  expect(warned).toHaveLength(1);
  expect([...written]).toEqual([
    ['a', new Date(1)],
    ['b', new Date(2)],
  ]);
});
