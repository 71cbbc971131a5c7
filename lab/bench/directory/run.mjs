// `npm run lab -- directory`: what SCIM requests cost with a thousand times the people, and how long provisioning takes.
// The two sizes are asked in turn, in one run. Exits 1 if a kind of request costs more than twice as much.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLatchkey } from '../src/latchkey.mjs';
import { openMailSink } from '../src/mail-sink.mjs';
import { connect, openServer } from '../src/postgres.mjs';
import { defer, undoAll } from '../src/processes.mjs';
import { say } from '../src/progress.mjs';
import { fillDirectory } from './directories.mjs';
import { provision, timeKinds } from './requests.mjs';

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '100' },
    large: { type: 'string', default: '100000' },
    provision: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '100' },
  },
});
const [small, large, newcomers, rounds] = ['small', 'large', 'provision', 'rounds'].map((name) =>
  Number(values[name]),
);
if (small < 100) throw new RangeError('the small directory has at least 100 people');
const most = 2;

async function run() {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-directory-'));
  chmodSync(scratch, 0o711);
  defer(() => rmSync(scratch, { recursive: true, force: true }));
  say('starting the service');
  const database = await (await openServer(scratch, process.env.BENCH_DATABASE_URL)).create('directory');
  const env = { RATE_LIMIT_SCIM: '999999999/1m' };
  const { url } = await startLatchkey({ scratch, mail: await openMailSink(), database, env });
  const sql = connect(database);
  defer(() => sql.end({ timeout: 5 }));
  say(`filling a directory of ${small} and one of ${large} people`);
  const sizes = [await fillDirectory(sql, 'small', small), await fillDirectory(sql, 'large', large)];
  say(`sending ${rounds} requests of each kind`);
  const figures = await timeKinds(url, sizes, rounds);
  console.log(
    `\nmilliseconds a request, median of ${rounds}`.padEnd(30),
    `${small}`.padStart(9),
    `${large}`.padStart(9),
  );
  for (const { kind, medians } of figures) {
    const [one, many] = medians;
    const ratio = many / one;
    const cells = [one.toFixed(1), many.toFixed(1), `${ratio.toFixed(2)}×`].map((cell) => cell.padStart(9));
    console.log(kind.padEnd(29), ...cells, ratio > most ? ' <' : '');
    if (ratio > most) process.exitCode = 1;
  }
  say(`provisioning ${newcomers} people`);
  const { listed, creating, listing } = await provision(url, await fillDirectory(sql, 'new', 0), newcomers);
  const rate = (newcomers / creating).toFixed(0);
  console.log(`\n${newcomers} people created in ${creating.toFixed(1)} s (${rate}/s), eight at a time;`);
  console.log(`all ${listed} listed in ${listing.toFixed(1)} s.`);
}

try {
  await run();
} finally {
  await undoAll();
}
process.exit();
