import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = new URL('.', import.meta.url);
const page = readFileSync(new URL('../../../../docs/oidc-conformance.md', import.meta.url), 'utf8');
const files = new Map(
  readdirSync(here)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => [name.replace('.test.ts', ''), readFileSync(new URL(name, here), 'utf8')]),
);
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);

/** `token: a, b; authorize: c`: tests a and b in token.test.ts, and c in authorize.test.ts. A file alone means all of it. */
function missingIn(cell: string): string[] {
  return cell.split(';').flatMap((part) => {
    const [file = '', names = ''] = part.trim().split(/: (.*)/);
    const text = files.get(file);
    if (text === undefined) return [`no file ${file}`];
    return names
      .split(', ')
      .filter((name) => name !== '' && !text.includes(name))
      .map((name) => `${file}: ${name}`);
  });
}

test('every row of docs/oidc-conformance.md names tests that exist', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(
    rows.flatMap(([, document, , cell = '']) => missingIn(cell).map((name) => `${document}: ${name}`)),
  ).toEqual([]);
});
