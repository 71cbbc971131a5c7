import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snippets } from '../console/src/webhooks/snippets.ts';

const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');

test.each(snippets)('the snippet in $language that the console shows is in the docs', ({ code }) => {
  expect(page).toContain(code);
});

test('there are five', () => expect(snippets).toHaveLength(5));
