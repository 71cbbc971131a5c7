import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/', '/profile', '/admin/users?page=2&search=a#top', '/invite/abc'])(
  '%s leads back into the console',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  'profile',
  '',
])('%s leads nowhere', (path) => {
  expect(localPath(path)).toBeUndefined();
});

test('a path that a browser would read as another host leads nowhere', () => {
  for (const path of ['/\t/evil.example', '/\n/evil.example', '\t//evil.example'])
    expect(localPath(path)).toBeUndefined();
});
