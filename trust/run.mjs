// Reruns what docs/trust.md reports. Everything stays on this machine's loopback addresses.
//   npm run races     -- --rounds 200 --ways 50 --only "refresh"
//   npm run faults    -- --writes 100000 --service 100 --database 30 --minutes 60 --only "kills"
//   npm run failover  -- --drain 3 --only "haproxy"
// Figures are printed and written to .trust/ (or --results <folder>). Any violation means exit code 1.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const [what, ...given] = process.argv.slice(2);
const numbers = {
  races: { rounds: '200', ways: '50' },
  faults: { writes: '100000', service: '100', database: '30', minutes: '60' },
  failover: { drain: '3' },
}[what];
if (!numbers) throw new Error('say what to run: races, faults or failover');

const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({
  args: given,
  options: { ...options, only: { type: 'string' }, results: { type: 'string' } },
});
const { results = '.trust', ...flags } = { ...numbers, ...values };
const env = { ...process.env, TRUST_RESULTS: resolve(results) };
for (const [name, value] of Object.entries(flags)) env[`TRUST_${name.toUpperCase()}`] = value;
const args = ['vitest', 'run', '--config', 'trust/vitest.config.ts', '--root', '.', `trust/${what}`];
// Runs one node and two nodes side by side: each takes a core.
if (what === 'races') args.push('--maxWorkers=2');
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
process.exit(status ?? 1);
