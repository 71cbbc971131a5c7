// Reruns what docs/trust.md reports. Everything stays on this machine's loopback addresses.
//   npm run races     -- --rounds 200 --ways 50 --only "refresh"
//   npm run faults    -- --writes 100000 --service 100 --database 30 --minutes 60 --only "kills"
//   npm run lab -- failover --drain 3 --only "haproxy"
//   npm run lab -- lastuse --people 40 --seconds 60
//   npm run lab -- cluster --only "cut off"
//   npm run lab -- upgrade --seconds 10
//   npm run lab -- redis --only "freez"
//   npm run lab -- recovery --writes 20000
//   npm run lab -- pooler --rounds 2000 --only "pool of 2, one" --prepare true
//   npm run lab -- checks --checks 120000 --transaction 60 --only "killed"
//   npm run lab -- compared --checks 20000
//   npm run lab -- walks --files
//   npm run lab -- quickstarts --only "django"
//   npm run lab -- frameworks --only "Nuxt" --templates templates/
//   npm run lab -- floods --size 1000 --signins 2 --retry 1 --registrations 50 --only "sign-ins"
// Figures are printed and written to .lab/ (or --results <folder>). Any violation means exit code 1.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const [what, ...given] = process.argv.slice(2);
const known = {
  races: { rounds: '200', ways: '50' },
  faults: { writes: '100000', service: '100', database: '30', minutes: '60' },
  failover: { drain: '3' },
  cluster: {},
  upgrade: { seconds: '10' },
  redis: {},
  recovery: { writes: '2000' },
  'last-use': { people: '40', seconds: '60' },
  pooler: { rounds: '2000', prepare: '' },
  checks: { checks: '120000', transaction: '60' },
  compared: { checks: '20000' },
  walks: {},
  floods: { size: '1000', signins: '2', retry: '', registrations: '50', solutions: '60' },
  image: {},
  look: {},
  quickstarts: {},
  frameworks: { templates: '' },
};
const numbers = known[what];
if (!numbers) throw new Error(`say what to run: ${Object.keys(known).join(', ')}`);

const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({
  args: given,
  options: {
    ...options,
    only: { type: 'string' },
    results: { type: 'string' },
    ...(what === 'walks' && { files: { type: 'boolean' } }),
  },
});
const { results = '.lab', ...flags } = { ...numbers, ...values };
const env = { ...process.env, LAB_RESULTS: resolve(results) };
for (const [name, value] of Object.entries(flags)) env[`LAB_${name.toUpperCase()}`] = value;
// Better Auth is no part of the ordinary install.
if (what === 'compared') (await import('./bench/src/setup.mjs')).installContenders();
const args = ['vitest', 'run', '--config', 'lab/vitest.config.ts', '--root', '.', `lab/${what}`];
// Runs one node and two nodes side by side: each takes a core.
if (what === 'races') args.push('--maxWorkers=2');
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
process.exit(status ?? 1);
