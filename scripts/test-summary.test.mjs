import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repeatable, slowest, summarize } from './test-summary.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const passed = { name: 'adds', state: 'passed' };
const file = (name, more = {}) => ({ name: join(process.cwd(), name), faults: [], tests: [passed], ...more });
const run = (...files) => ({ code: 1, files, outside: [] });

describe('a run of files that', () => {
  const sources = {
    'fine.test.mjs': "test('adds', () => expect(1 + 1).toBe(2)); test.skip('later', () => {});",
    'wrong.test.mjs': "test('adds', () => expect(1 + 1).toBe(3));",
    'missing.test.mjs': "import './nowhere.mjs'; test('adds', () => {});",
    'syntax.test.mjs': 'const = 1;',
    'hook.test.mjs':
      "describe('sums', () => { beforeAll(() => { throw new Error('no database'); }); test('adds', () => {}); });",
    'end.test.mjs': "afterAll(() => { throw new Error('still open'); }); test('adds', () => {});",
    'slow.test.mjs': "test('adds', () => { for (const end = Date.now() + 60; Date.now() < end; ); });",
    'loose.test.mjs': "test('adds', () => void Promise.reject(new Error('unheard')));",
  };
  let lines;
  let status;
  let report;
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-summary-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(here('../node_modules'), join(folder, 'node_modules'));
    const imports = "import { afterAll, beforeAll, describe, expect, test } from 'vitest';\n";
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), imports + source);
    const path = join(folder, 'report.json');
    const vitest = here('../node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', folder, `--reporter=${here('test-report.mjs')}`];
    const env = { ...process.env, LATCHKEY_REPORT: path };
    const { status: code } = spawnSync(process.execPath, args, { env, stdio: 'ignore' });
    report = JSON.parse(readFileSync(path, 'utf8'));
    ({ lines, status } = summarize({ code, ...report }));
  });

  test.each([
    ['fail a test', 'wrong.test.mjs > adds'],
    ['import what is missing', 'missing.test.mjs: '],
    ['have a syntax error', 'syntax.test.mjs: '],
    ["can't be set up", 'hook.test.mjs: no database'],
    ["can't be ended", 'end.test.mjs: still open'],
    ['reject what nobody awaits', 'outside of all files: unheard'],
  ])('%s is reported', (_what, fault) => {
    expect(lines.filter((line) => line.startsWith('Failed: ') && line.includes(fault))).toHaveLength(1);
  });

  test('fail in six ways counts six, and fails', () => {
    expect(lines.at(-1)).toBe('4 passed, 6 failed, 2 skipped');
    expect(status).toBe(1);
  });

  test('say how long each took', () => {
    const long = report.files.find(({ name }) => name.endsWith('slow.test.mjs'));
    expect(long.ms).toBeGreaterThanOrEqual(50);
    expect(slowest(report).join('\n')).toMatch(/^ +\d+\.\d s {2}.*slow\.test\.mjs$/m);
  });
});

test('the ten slowest files are named, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, at) => file(`${at}.test.ts`, { ms: at * 1000 }));
  const lines = slowest(run(...files));
  expect(lines).toHaveLength(11);
  expect([lines[1], lines[10]]).toEqual(['   11.0 s  11.test.ts', '    2.0 s  2.test.ts']);
  expect(slowest(run())).toEqual([]);
});

describe('the summary', () => {
  test('of a run in which nothing fails is a single line', () => {
    const { lines, status } = summarize({ ...run(file('a.test.ts')), code: 0 });
    expect([lines, status]).toEqual([['1 passed, 0 failed'], 0]);
  });

  test('of a run that leaves no report, or fails for no stated reason, is a failure', () => {
    const none = { code: 1, files: [], outside: ['vitest ended without a report'] };
    expect(summarize(none).lines.at(-1)).toBe('0 passed, 1 failed');
    const { lines, status } = summarize({ ...run(file('a.test.ts')), code: 3 });
    expect([lines.at(-1), status]).toEqual(['1 passed, 1 failed', 3]);
  });

  test('of a second run that passes names what failed in the first', () => {
    const first = run(
      file('a.test.ts', { tests: [{ name: 'adds', state: 'failed' }] }),
      file('b.test.ts', { faults: ['no database'], tests: [{ name: 'adds', state: 'skipped' }] }),
      file('c.test.ts'),
    );
    expect(repeatable(first)).toEqual(first.files.slice(0, 2).map(({ name }) => name));
    const { lines, status } = summarize(first, { ...run(file('a.test.ts'), file('b.test.ts')), code: 0 });
    expect(lines).toEqual([
      'Unsteady: a.test.ts > adds failed once and passed alone. Mend it.',
      'Unsteady: b.test.ts: no database failed once and passed alone. Mend it.',
      '3 passed, 0 failed',
    ]);
    expect(status).toBe(0);
  });

  test('of a second run that fails, too, counts what failed there', () => {
    const broken = file('a.test.ts', { faults: ['Cannot find module'], tests: [] });
    const { lines, status } = summarize(run(broken), run(broken));
    expect([lines, status]).toEqual([['Failed: a.test.ts: Cannot find module', '0 passed, 1 failed'], 1]);
  });
});

test('nothing runs again if three files fail, or something outside of them', () => {
  const broken = (name) => file(name, { faults: ['Cannot find module'] });
  expect(repeatable(run(broken('a.test.ts'), broken('b.test.ts'), broken('c.test.ts')))).toEqual([]);
  expect(repeatable({ ...run(broken('a.test.ts')), outside: ['unheard'] })).toEqual([]);
});
