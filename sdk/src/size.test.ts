import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleOf } from './testing/bundle.ts';

test('a page loads at most 8 kB of it, gzipped, and nothing that somebody else wrote', async () => {
  const { code, modules } = await bundleOf('index.ts');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(8_000);
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.filter((id) => !id.includes('/sdk/src/'))).toEqual([]);
});
