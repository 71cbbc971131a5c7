import { eventually } from '@latchkey/server/testing/eventually';
import { expect, test, vi } from 'vitest';
import { createWorker } from './worker.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

test('work added while the only lane is looking for work is picked up by that lane', async () => {
  const queue: string[] = [];
  const done: string[] = [];
  let looked = () => {};
  const looking = new Promise<void>((resolve) => {
    looked = resolve;
  });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let first = true;
  const worker = createWorker({
    name: 'test',
    log,
    lanes: 1,
    async claim() {
      const found = queue.shift();
      if (first) {
        first = false;
        looked();
        await asked;
      }
      return found;
    },
    work: async (item: string) => void done.push(item),
  });
  worker.wake();
  await looking;
  queue.push('late');
  worker.wake();
  answer();
  await eventually(() => expect(done).toEqual(['late']));
});
