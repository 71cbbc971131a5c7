// `npm run lab -- soak --minutes 30`: mixed load at 70 % of what the service can handle on this machine, measured anew every
// minute. It must neither fail nor grow. Loopback only; runs the built service with its own PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLatchkey } from '../src/latchkey.mjs';
import { openMailSink } from '../src/mail-sink.mjs';
import { connect, openServer } from '../src/postgres.mjs';
import { defer, freePort, undoAll } from '../src/processes.mjs';
import { seedPeople, signIn } from '../src/seed.mjs';
import { buildService } from '../src/setup.mjs';
import { actOnce } from './mix.mjs';
import { growth, sample } from './samples.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    share: { type: 'string', default: '0.7' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, share, seed] = [values.minutes, values.share, values.seed].map(Number);
const callersWanted = 50;
const atOnce = 16;
/** How long it runs at full speed: first until it is warm, then at the start of each stretch. */
const [warmUpMs, measureMs] = [Math.min(20_000, minutes * 10_000), 5000];
const stretchMs = 60_000;
/** After a pause, this many times the rate, and never more at once than these seconds bring. */
const [catchUp, burstSeconds] = [1.25, 0.05];
const sampleMs = Math.min(10_000, minutes * 1000);

function diceOf(start) {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

async function open() {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-soak-'));
  chmodSync(scratch, 0o711);
  defer(() => rmSync(scratch, { recursive: true, force: true }));
  const server = await openServer(scratch);
  const database = await server.create('soak');
  const port = await freePort();
  const mail = await openMailSink();
  const service = await startLatchkey({ scratch, mail, database, env: { METRICS_PORT: String(port) } });
  const sql = connect(database);
  defer(() => sql.end({ timeout: 5 }));
  await seedPeople(sql, callersWanted);
  const people = Array.from({ length: callersWanted }, (_, at) => at + 1);
  const callers = await signIn(service.url, people);
  return { ...service, callers, sql, metrics: `http://127.0.0.1:${port}/metrics` };
}

/** One act, counted with its error. */
async function act({ url, callers }, dice, tally) {
  const { name, error } = await actOnce(url, callers, dice);
  tally.done++;
  if (error) tally.errors.set(`${name}: ${error}`, (tally.errors.get(`${name}: ${error}`) ?? 0) + 1);
}

/** Acts per second at full speed, with this many at once. */
async function capacityOf(service, dice, { tally, forMs }) {
  const [began, before] = [performance.now(), tally.done];
  const until = began + forMs;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) await act(service, dice, tally);
    }),
  );
  // The last ones, sign-ins above all, take longer than that.
  return ((tally.done - before) / (performance.now() - began)) * 1000;
}

/**
 * Starts this many per second no matter how long responses take, as people do. If the machine itself stood still, the
 * acts it missed are made up for a little at a time: real users don't return all at once.
 */
async function load(service, dice, { rate, until, tally }) {
  const started = performance.now();
  let [begun, allowed, last, waiting] = [0, 0, started, 0];
  for (let now = started; now < until; now = performance.now()) {
    const due = Math.floor(((now - started) / 1000) * rate);
    allowed = Math.min(allowed + ((now - last) / 1000) * rate * catchUp, Math.max(1, rate * burstSeconds));
    last = now;
    for (; begun < due && allowed >= 1; begun++, allowed--) {
      waiting++;
      void act(service, dice, tally).then(() => {
        waiting--;
      });
    }
    await pause(5);
  }
  while (waiting > 0) await pause(20);
}

/** A shared machine's speed varies, so what 70 % of it is varies too. @returns the rates */
async function loadInStretches(service, dice, { until, tally }) {
  const rates = [];
  for (let now = performance.now(); now < until; now = performance.now()) {
    const rate = share * (await capacityOf(service, dice, { tally, forMs: measureMs }));
    rates.push(rate);
    await load(service, dice, { rate, until: Math.min(until, now + stretchMs), tally });
  }
  return rates;
}

async function watch(service, { until, samples }) {
  while (performance.now() < until) {
    samples.push(await sample(service));
    await pause(sampleMs);
  }
}

async function soak() {
  const service = await open();
  const dice = diceOf(seed);
  const [tally, samples] = [{ done: 0, errors: new Map() }, []];
  await capacityOf(service, dice, { tally, forMs: warmUpMs });
  console.log(`Warm after ${tally.done.toLocaleString('en')} acts; now for ${minutes} min.`);
  const until = performance.now() + minutes * 60_000;
  const [rates] = await Promise.all([
    loadInStretches(service, dice, { until, tally }),
    watch(service, { until, samples }),
  ]);
  console.log(`\n${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))} acts a second`);
  const figures = growth(samples);
  const rows = figures.map(
    ({ name, begin, end, most, grows }) =>
      `| ${name} | ${[begin, end, most].map((value) => value.toFixed(0)).join(' | ')} | ${grows ? 'grows' : 'no'} |`,
  );
  console.log(
    `${tally.done.toLocaleString('en')} acts, ${[...tally.errors.values()].reduce((a, b) => a + b, 0)} errors`,
  );
  for (const [error, many] of tally.errors) console.log(`${many} × ${error}`);
  console.log(['\n| | early | at the end | most | growth |', '|---|---|---|---|---|', ...rows].join('\n'));
  return tally.errors.size === 0 && figures.every(({ grows }) => !grows);
}

// However this ends, what it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void undoAll().finally(() => process.exit(1)));
if (!buildService()) process.exit(1);
let good = false;
try {
  good = await soak();
} finally {
  await undoAll();
}
process.exit(good ? 0 : 1);
