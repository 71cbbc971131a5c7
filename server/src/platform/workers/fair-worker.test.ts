import { eventually } from '@latchkey/server/testing/eventually';
import { expect, test, vi } from 'vitest';
import { createFairWorker, lanes, type Shares } from './fair-worker.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
type Item = { id: string; owner: string };

/** A worker over a list of items. An item named `slow…` ends when the test ends it. */
function start(queue: Item[]) {
  const begun: string[] = [];
  const asked: Shares[] = [];
  const ends: (() => void)[] = [];
  const worker = createFairWorker<Item>({
    name: 'test',
    log,
    destinationOf: ({ id, owner }) => ({ owner, receiver: id, failing: false }),
    async claim(shares) {
      asked.push(shares);
      return queue.shift();
    },
    work({ id }) {
      begun.push(id);
      return id.startsWith('slow') ? new Promise<void>((resolve) => ends.push(resolve)) : Promise.resolve();
    },
  });
  const end = () => {
    for (const each of ends.splice(0)) each();
  };
  return { worker, begun, asked, end };
}

test('work that outlasts its turn leaves its lane to the next, and draining waits for it', async () => {
  const slow = Array.from({ length: lanes }, (_, number) => ({ id: `slow ${number}`, owner: 'slow' }));
  const { worker, begun, asked, end } = start([...slow, { id: 'quick', owner: 'quick' }]);
  let drained = false;
  const draining = worker.drain().then(() => {
    drained = true;
  });
  await eventually(() => expect(begun).toContain('quick'));
  expect(begun).toHaveLength(lanes + 1);
  expect(asked.at(-1)?.used.owners).toEqual(['slow']);
  expect(drained).toBe(false);
  end();
  await draining;
});

test('receivers that outlasted their turn are left out once they hold half of the lanes again', async () => {
  const slow = Array.from({ length: lanes / 2 + 1 }, (_, number) => ({
    id: `slow ${number}`,
    owner: 'slow',
  }));
  const queue = [...slow];
  const { worker, begun, asked, end } = start(queue);
  let draining = worker.drain();
  // Every lane that was left has asked for more.
  await eventually(() => expect(asked.length).toBeGreaterThan(lanes + 2));
  expect(asked.every(({ without }) => without === undefined)).toBe(true);
  end();
  await draining;
  queue.push(...slow);
  draining = worker.drain();
  await eventually(() => expect(asked.some(({ without }) => without?.length === slow.length)).toBe(true));
  expect(begun).toHaveLength(2 * slow.length);
  end();
  await draining;
});
