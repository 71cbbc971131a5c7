// `npm run lab -- scale`: what a service of a given size needs, and the model against two measured points.
import { needs, simulateChecks } from '../src/scale.mjs';

const whole = (value) => Math.round(value).toLocaleString('en-US');
const one = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const size = (bytes) => (bytes >= 1e12 ? `${one(bytes / 1e12)} TB` : `${one(bytes / 1e9)} GB`);
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);

row([
  '',
  'checks/s',
  'sign-ins/s',
  'entries/s',
  'node cores',
  'of these hashing',
  'PostgreSQL cores',
  'WAL of last use',
  'hot data',
  'trail a year',
]);
row(Array(10).fill('---'));
for (const [name, given] of [
  ['10⁶ accounts', needs(1e6)],
  ['10⁷ accounts', needs(1e7)],
  ['10⁸ accounts', needs(1e8)],
  ['10⁸ accounts, 10⁵ checks/s', needs(1e8, { checksPerSecond: 1e5 })],
])
  row([
    name,
    whole(given.checks),
    one(given.logins),
    one(given.entries),
    one(given.nodeCores),
    one(given.hashCores),
    one(given.databaseCores),
    `${one(given.walBytesPerSecond / 1e6)} MB/s`,
    size(given.hotBytes),
    size(given.trailBytes),
  ]);

console.log('\nThe model against results.md (session cookie):\n');
row(['connections', 'measured/s', 'simulated/s', 'measured p50 ms', 'simulated p50 ms']);
row(Array(5).fill('---'));
for (const { connections, own, rate, p50 } of [
  { connections: 32, own: 193, rate: 4770, p50: 6.22 },
  { connections: 128, own: 216, rate: 4196, p50: 28.17 },
]) {
  const simulated = simulateChecks({ connections, checks: 50_000, own, statement: 300, row: 10 });
  row([connections, whole(rate), whole(simulated.rate), p50, one(simulated.p50)]);
}
