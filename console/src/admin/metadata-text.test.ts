import { expect, test } from 'vitest';
import { objectIn, patchBetween } from './metadata-text.ts';

test('metadata text must be a JSON object or blank', () => {
  expect(objectIn('{"plan": "pro"}')).toEqual({ plan: 'pro' });
  expect(objectIn(' ')).toEqual({});
  for (const text of ['[]', 'null', '1', '"a"', '{"plan"', '{a: 1}']) expect(objectIn(text)).toBeUndefined();
});

test('the patch holds only what changed, with null for what was removed', () => {
  const before = { plan: 'free', seats: 3, address: { city: 'London' } };
  expect(patchBetween(before, before)).toEqual({});
  expect(patchBetween(before, { plan: 'pro', seats: 3, address: { city: 'Paris' } })).toEqual({
    plan: 'pro',
    address: { city: 'Paris' },
  });
  expect(patchBetween(before, { plan: 'free', since: 1 })).toEqual({ seats: null, address: null, since: 1 });
});
