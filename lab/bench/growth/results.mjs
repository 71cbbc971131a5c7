import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chapterOf } from '../src/report/markdown.mjs';
import { verdictOf } from '../src/report/words.mjs';

/** @typedef {import('../src/report/section.mjs').Section} Section */

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Merges with earlier results: results.json for the benchmark, results.md for people. @param {Section} fresh */
export function keepResults(fresh) {
  const known = existsSync(file('results.json'))
    ? JSON.parse(readFileSync(file('results.json'), 'utf8'))
    : {};
  const section = merge({ lines: [], tables: [], ...known }, fresh);
  writeFileSync(file('results.json'), `${JSON.stringify(section, null, 1)}\n`);
  const missed = section.lines.filter((line) => verdictOf(line) !== 'met');
  const met = `${section.lines.length - missed.length} of ${section.lines.length} targets are met.`;
  const chapter = chapterOf({ title: 'What falls short', section: { ...section, lines: missed } });
  writeFileSync(file('results.md'), `${['# A hundred times the rows', met, ...chapter].join('\n\n')}\n`);
}

/** @param {Section} known @param {Section} fresh */
function merge(known, fresh) {
  const tables = latest([...known.tables, ...fresh.tables], ({ columns }) => columns.join());
  return {
    lines: latest([...known.lines, ...fresh.lines], ({ id }) => id),
    tables: tables.map((table) => {
      const all = [...known.tables, ...fresh.tables].filter(
        ({ columns }) => `${columns}` === `${table.columns}`,
      );
      return {
        ...table,
        rows: latest(
          all.flatMap(({ rows }) => rows),
          ([name]) => name,
        ),
      };
    }),
  };
}

/** Of those with the same key, keeps the last, in the first one's place. */
function latest(all, keyOf) {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}
