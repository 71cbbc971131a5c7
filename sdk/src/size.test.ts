import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleOf } from './testing/bundle.ts';

test('the SDK is at most 8 kB gzipped in a page and contains no third-party code', async () => {
  const { code, modules } = await bundleOf('index.ts');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(8_000);
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.filter((id) => !id.includes('/sdk/src/'))).toEqual([]);
});
