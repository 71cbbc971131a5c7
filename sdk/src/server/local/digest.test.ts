import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { standIn } from '../../testing/stand-in.ts';

const crypto = process.getBuiltinModule('node:crypto');
const runtimes = {
  'Node.js': crypto,
  'an older Node.js': { createHash: crypto.createHash },
  'a runtime with Web Crypto alone': undefined,
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

test.each(Object.entries(runtimes))('%s makes the same digests', async (_name, module) => {
  vi.resetModules();
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((() => module) as never);
  const { sha256 } = await import('./digest.ts');
  const text = `authorization 8 Bearer ä\u{1f511}`;
  expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('base64'));
  expect(sha256(text) instanceof Promise).toBe(module === undefined);
});

test('callers are answered locally where hashing takes a promise', async () => {
  vi.resetModules();
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((() => undefined) as never);
  const { standIn: fresh } = (await import('../../testing/stand-in.ts')) as { standIn: typeof standIn };
  const { latchkey, ask, mes, stats } = fresh();
  await expect
    .poll(async () => {
      await ask();
      return stats()?.connected;
    })
    .toBe(true);
  await ask();
  mes.length = 0;
  const asked = await Promise.all([ask(), ask({ authorization: 'Bearer u' }), ask()]);
  expect(asked.map(({ caller }) => caller?.user.id)).toEqual(['u1', 'u1', 'u1']);
  expect(mes.map(({ headers }) => headers.authorization)).toEqual(['Bearer u']);
  latchkey.close();
});
