import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { takeToken } from './take-token.ts';

const open = (search: Record<string, string>) => {
  try {
    takeToken({ pathname: '/reset-password', search, hash: '' } as unknown as Parameters<
      typeof takeToken
    >[0]);
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options;
    throw thrown;
  }
  return undefined;
};

test('a token moves from the URL to the history entry', () => {
  expect(open({ token: 'secret', returnTo: '/profile' })).toMatchObject({
    to: '/reset-password',
    search: { returnTo: '/profile' },
    state: { token: 'secret' },
    replace: true,
  });
  expect(JSON.stringify(open({ token: 'secret' })?.search)).not.toContain('secret');
});

test('a URL without a token is left alone', () => {
  expect(open({ returnTo: '/profile' })).toBeUndefined();
});
