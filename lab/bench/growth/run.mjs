// `npm run lab -- growth`: what lists cost with a hundred times the rows.
//   --only audit,export     measures some parts again (by how page ids begin, or `export`) and keeps the other results
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startStep } from '../seed/progress.mjs';
import { openMailSink } from '../src/mail-sink.mjs';
import { defer, undoAll } from '../src/processes.mjs';
import { say } from '../src/progress.mjs';
import { exportEverything } from './exports.mjs';
import { measure } from './measure.mjs';
import { pages } from './pages.mjs';
import { keepResults } from './results.mjs';
import { sizesOf } from './sizes.mjs';
import { openSubject } from './subject.mjs';
import { lineOf } from './targets.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: `embedded:${join(here, '../.data/small')}` },
    large: { type: 'string', default: `embedded:${join(here, '../.data/large')}` },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    entries: { type: 'string', default: '1000000' },
    dry: { type: 'boolean', default: false },
  },
});

const parts = values.only.split(',');

/** Created if missing. The large one takes a while. */
const makings = {
  small: [],
  large: ['--users', '1000000', '--organizations', '100000', '--audit', '10000000'],
};

function makeMissing() {
  for (const [name, sizes] of Object.entries(makings)) {
    const url = values[name];
    if (!url.startsWith('embedded:') || existsSync(url.slice('embedded:'.length))) continue;
    const seed = join(here, '../seed/seed.mjs');
    spawnSync(process.execPath, [seed, '--database', url, ...sizes], { stdio: 'inherit' });
  }
}

async function openPlace() {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-growth-'));
  chmodSync(scratch, 0o711);
  defer(() => rmSync(scratch, { recursive: true, force: true }));
  return { scratch, mail: await openMailSink() };
}

async function run() {
  makeMissing();
  const place = await openPlace();
  say('starting both services');
  const subjects = {
    small: await openSubject(values.small, place),
    large: await openSubject(values.large, place),
  };
  const asked = pages.filter(({ id }) => parts.some((part) => id.startsWith(part)));
  const plan = { rounds: Number(values.rounds), requests: Number(values.requests) };
  const step = startStep('pages', plan.rounds * asked.length);
  const figures = await measure(subjects, asked, { ...plan, report: step.reach });
  step.end();
  const exports = parts.some((part) => 'export'.startsWith(part))
    ? await exportEverything(subjects.large, Number(values.entries))
    : undefined;
  return sectionOf(subjects, figures, { exports, sizes: await sizesOf(subjects.large), ...plan });
}

function sectionOf({ small, large }, figures, { exports, sizes, rounds, requests }) {
  const lines = figures.flatMap(({ page, ...figure }) =>
    ['p50', 'p99'].map((name) => lineOf(page, name, figure[name])),
  );
  const rows = figures.map(({ page: { text }, p50, p99 }) => {
    const ratios = [p50.large / p50.small, p99.large / p99.small];
    return [text, p50.small, p50.large, ratios[0], p99.small, p99.large, ratios[1]];
  });
  const holds = ({ users, organizations, entries }) =>
    [users, organizations, entries].map((count) => count.toLocaleString('en')).join(' / ');
  const caption =
    `Milliseconds a request over HTTP, ${rounds * requests} requests each, asked in turn. ` +
    `Users / organizations / audit entries: ${holds(small.size)} and ${holds(large.size)}.`;
  const columns = ['', 'p50 small', 'p50 large', 'ratio', 'p99 small', 'p99 large', 'ratio'];
  return {
    lines: [...lines, ...(exports?.lines ?? [])],
    tables: [{ caption, columns, digits: [0, 2, 2, 2, 2, 2, 2], rows }, ...(exports?.tables ?? []), sizes],
  };
}

function show({ tables: [{ rows }] }) {
  const line = (cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(62) : cell.toFixed(2).padStart(9))).join('');
  for (const row of rows) console.log(line(row), row[3] > 2 || row[6] > 2 ? ' <' : '');
}

try {
  const section = await run();
  show(section);
  if (!values.dry) keepResults(section);
} finally {
  await undoAll();
}
process.exit();
