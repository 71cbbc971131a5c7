// `npm run fuzz`: a million requests to every declared route, valid and invalid, from every kind of caller. Each
// response is checked against the OpenAPI document. `--requests` and `--minutes` limit it; `--seed` repeats a run.
// World n of seed s is world 0 of seed s+n.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, minutes: { type: 'string' } },
});
const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
if (Object.values(options).some((value) => !(value >= 0))) {
  console.error('Give --seed, --requests and --minutes as numbers.');
  process.exit(2);
}
const args = ['vitest', 'run', '--config', 'server/testing/fuzz/vitest.config.ts', '--root', '.'];
const { status } = spawnSync('npx', args, {
  stdio: 'inherit',
  env: { ...process.env, LATCHKEY_FUZZ: JSON.stringify(options) },
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
