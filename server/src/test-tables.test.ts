import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = [
  'contract/src',
  'embedded-postgres/src',
  'sdk/src',
  'server/src',
  'console/src',
  'e2e',
  'lab',
];

/** What begins a table: a list, an object or a text with one row per line, as the formatter writes them. */
const opening = /(\[|= \{|= `)$/;
const indentOf = (line: string) => line.length - line.trimStart().length;

/** The rows below an opening line. A row may take several lines. */
function rowsBelow(lines: string[], at: number): number {
  const indent = indentOf(lines[at] ?? '');
  const isText = lines[at]?.endsWith('`');
  const end = lines.findIndex(
    (line, below) => below > at && (isText ? line.includes('`') : line !== '' && indentOf(line) <= indent),
  );
  const rows = lines.slice(at + 1, end).filter((line) => isText || indentOf(line) === indent + 2);
  return rows.filter((line) => line.trim() !== '' && !/^\s*([\]})]|\/\/)/.test(line)).length;
}

const tablesOf = (text: string) => {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const isUnexplained = !/^\s*(\/\/|\*\/|\/\*\*.*\*\/)|\*\/$/.test(lines[at - 1] ?? '');
    return opening.test(line) && rowsBelow(lines, at) > 40 ? [{ line: at + 1, isUnexplained }] : [];
  });
};

test('a table of more than forty rows says above it why each row is there', () => {
  const tables = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /\.test\.(tsx?|mjs)$/.test(path))
    .flatMap((path) => tablesOf(readFileSync(join(root, path), 'utf8')).map((table) => ({ path, ...table })));
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
});
