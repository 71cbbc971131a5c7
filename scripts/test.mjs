// `npm test`: builds, runs every test, and says how many. As root, in CI or with --install, it installs what npm can't
// provide from Debian's packages; otherwise one line says which tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { repeatable, slowest, summarize } from './test-summary.mjs';

const needs = [
  { program: 'pgbouncer', package: 'pgbouncer', without: 'the tests of PgBouncer' },
  { program: 'pg_dump', package: 'postgresql', without: "the commands of the operators' guides" },
  { program: 'redis-server', package: 'redis-server', without: 'the tests of the shared rate limit stores' },
  { program: 'chromium', package: 'chromium', without: 'the browser tests' },
];
// Optional: `chromium` does the same at half the speed.
const faster = { program: 'chromium-headless-shell', package: 'chromium-headless-shell' };

// Debian keeps pgbouncer where only root's PATH leads.
const folders = [...process.env.PATH.split(delimiter), '/usr/sbin'];
const found = (program) => folders.some((folder) => existsSync(join(folder, program)));
const isRoot = process.getuid?.() === 0;

const missing = [...needs, faster].filter(({ program }) => !found(program));
const given = process.argv.slice(2);
const mayInstall = isRoot && (process.env.CI || given.includes('--install'));
if (missing.length > 0 && mayInstall && found('apt-get')) {
  const packages = missing.map((need) => need.package);
  console.log(`Installing Debian packages for the tests: ${packages.join(', ')}.`);
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], quiet);
  for (const name of packages)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet);
}
const skipped = needs.filter(({ program }) => !found(program));
const other = isRoot ? 'an ordinary user' : 'root';
const notices = [
  ...skipped.map(
    (need) =>
      `Skipped: ${need.without}. Install ${need.program} to run them (Debian: apt install ${need.package}, or npm test -- --install as root).`,
  ),
  `Skipped: what the embedded PostgreSQL does for ${other}. Run npm test as ${other} to test that.`,
];

const run = (command, args, env = process.env) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', env }).status ?? 1;
if (run('npm', ['run', '--silent', 'build']) !== 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'latchkey-report-'));
/** Runs vitest. Returns its exit code and its report. */
const runTests = (args) => {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const options = ['--reporter=default', '--reporter=./scripts/test-report.mjs'];
  const env = { ...process.env, LATCHKEY_REPORT: report };
  const code = run('npx', ['vitest', 'run', ...options, ...args], env);
  const none = { files: [], outside: ['vitest ended without a report'] };
  return { code, ...(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : none) };
};
const first = runTests(given.filter((argument) => argument !== '--install'));

// A file or two that failed get a second run, alone: one test among thousands that only a busy machine breaks must not
// hide the rest. It stays in sight: a line names each such test, and each is a defect of its own.
const failed = first.code === 0 ? [] : repeatable(first);
const { lines, status } = summarize(first, failed.length > 0 ? runTests(failed) : undefined);
rmSync(folder, { recursive: true, force: true });
for (const line of [...slowest(first), ...notices, ...lines]) console.log(line);
process.exit(status);
