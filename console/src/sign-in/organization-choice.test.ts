import { expect, test } from 'vitest';
import { chosen, noChoice } from './organization-choice.tsx';

test('exactly one of the two is sent', () => {
  const both = { ...noChoice, organizationName: 'Acme', inviteToken: 'abc' };
  expect(chosen({ ...both, way: 'new' })).toEqual({ organizationName: 'Acme' });
  expect(chosen({ ...both, way: 'invited' })).toEqual({ inviteToken: 'abc' });
});

test.each(['abc', ' abc ', 'https://latchkey.test/invite/abc', '/invite/abc\n'])(
  'an invitation is known by %j',
  (inviteToken) => {
    expect(chosen({ ...noChoice, way: 'invited', inviteToken })).toEqual({ inviteToken: 'abc' });
  },
);
