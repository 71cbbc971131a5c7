// `npm run lab -- profile`: profiles ten seconds of session checks, and draws session-check.svg beside this file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLatchkey } from '../src/latchkey.mjs';
import { burst } from '../src/load.mjs';
import { undoAll } from '../src/processes.mjs';
import { say } from '../src/progress.mjs';
import { flameSvg, foldProfile, sharesOf } from '../src/report/flame.mjs';
import { buildService } from '../src/setup.mjs';
import { openStage, sessionCheck } from '../src/stage.mjs';

const connections = 32;
const seconds = 10;
const here = fileURLToPath(new URL('.', import.meta.url));
// Not the bundle, so functions keep their file names.
const program = fileURLToPath(new URL('../../../server/dist/cli/main.js', import.meta.url));

async function profile() {
  const stage = await openStage({ quick: true, only: [], rounds: 1, seconds });
  const folder = join(stage.scratch, 'profile');
  const from = performance.now();
  const profiling = ['--heap-growing-percent=30', '--cpu-prof', '--cpu-prof-dir', folder, program];
  const service = await startLatchkey({ ...stage, args: profiling });
  const checks = { ...sessionCheck(stage, 'cookie'), url: `${service.url}/api/auth/me`, connections };
  say('warming up');
  await burst({ ...checks, seconds: 3 });
  const skipUs = (performance.now() - from) * 1000;
  const { rate } = await burst({ ...checks, seconds });
  say(`${Math.round(rate)} checks/s under the profiler`);
  await service.stop();
  const [file] = readdirSync(folder);
  return { rate, root: foldProfile(JSON.parse(readFileSync(join(folder, file), 'utf8')), skipUs) };
}

if (!buildService()) process.exit(1);
process.on('SIGINT', () => void undoAll().then(() => process.exit(130)));
try {
  const { rate, root } = await profile();
  const title = `GET /api/auth/me by session cookie, ${connections} connections: processor time at ${Math.round(rate)} checks a second`;
  writeFileSync(join(here, 'session-check.svg'), flameSvg(root, title));
  for (const [kind, share] of Object.entries(sharesOf(root)))
    console.log(`${kind.padEnd(12)}${(share * 100).toFixed(1).padStart(6)} %`);
  console.log('Written: lab/bench/profiles/session-check.svg');
} finally {
  await undoAll();
}
