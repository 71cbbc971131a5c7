import { expect, test } from 'vitest';
import { chosen, noChoice, noCreation } from './organization-choice.tsx';

test('only the chosen one of organization name and invite token is sent', () => {
  const both = { ...noChoice, organizationName: 'Acme', inviteToken: 'abc' };
  expect(chosen({ ...both, way: 'new' })).toEqual({ organizationName: 'Acme' });
  expect(chosen({ ...both, way: 'invited' })).toEqual({ inviteToken: 'abc' });
});

test('where people cannot create organizations, an invitation is optional', () => {
  expect(chosen(noCreation)).toEqual({});
  expect(chosen({ ...noCreation, inviteToken: ' ' })).toEqual({});
  expect(chosen({ ...noCreation, inviteToken: 'abc' })).toEqual({ inviteToken: 'abc' });
});

test.each(['abc', ' abc ', 'https://latchkey.test/invite/abc', '/invite/abc\n'])(
  'the invite token is read from %j',
  (inviteToken) => {
    expect(chosen({ ...noChoice, way: 'invited', inviteToken })).toEqual({ inviteToken: 'abc' });
  },
);
