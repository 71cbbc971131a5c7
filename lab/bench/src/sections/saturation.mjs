import { setTimeout as pause } from 'node:timers/promises';
import { burst } from '../load.mjs';
import { logInRegardless } from '../logins.mjs';
import { say } from '../progress.mjs';
import { single } from '../report/section.mjs';
import { sessionCheck } from '../stage.mjs';
import { percentile } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

export const title = 'More logins than there is time for';

const perSecond = 60;
const checkConnections = 8;
/** By then the queue is full: if memory still grows afterwards, it would keep growing. */
const fullAfterMs = 3000;

/**
 * Several times the logins that can be hashed, each from a different address, with session checks alongside.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { latchkey, options } = stage;
  const seconds = options.quick ? 8 : 30;
  const checks = { ...sessionCheck(stage, 'cookie'), connections: checkConnections };
  const idle = await burst({ ...checks, seconds: 2 });
  say(`${perSecond} logins a second for ${seconds} seconds, with session checks beside them`);
  const memory = watchMemory(latchkey.pid);
  const loggingIn = logInRegardless(latchkey.url, { perSecond, seconds });
  await pause(fullAfterMs);
  const beside = await burst({ ...checks, seconds: seconds - Math.ceil(fullAfterMs / 1000) });
  const [full, last] = memory.stop();
  const answers = await loggingIn;
  return sectionOf({ answers, beside, idle, growth: last - full });
}

function sectionOf({ answers, beside, idle, growth }) {
  const shed = answers.filter(({ status }) => status === 503);
  const served = answers.filter(({ status }) => status === 200);
  const odd = answers.length - served.length - shed.filter(({ retryAfter }) => Number(retryAfter) > 0).length;
  const checks = `p99 of session checks on ${checkConnections} connections meanwhile`;
  const strange = 'logins answered with anything but 200, or 503 with Retry-After';
  const grown = 'memory grown once the queue was full';
  return {
    lines: [
      { id: 'saturation.checks', text: checks, unit: 'ms', spread: single(beside.p99), target: { max: 25 } },
      { id: 'saturation.odd', text: strange, unit: '', spread: single(odd), target: { max: 0 } },
      { id: 'saturation.growth', text: grown, unit: 'MB', spread: single(growth), target: { max: 10 } },
    ],
    tables: [
      {
        caption: '',
        columns: ['', 'requests', 'p50 ms', 'p99 ms'],
        digits: [0, 0, 1, 1],
        rows: [
          row('logins that were answered', served),
          row('logins that were shed with 503', shed),
          ['session checks beside them', beside.requests, beside.p50, beside.p99],
          ['session checks with no logins, for comparison', idle.requests, idle.p50, idle.p99],
        ],
      },
    ],
  };
}

function row(name, answers) {
  const times = answers.map(({ ms }) => ms);
  return [
    name,
    answers.length,
    ...[50, 99].map((part) => (times.length > 0 ? percentile(times, part) : Number.NaN)),
  ];
}

/** The highest while the queue filled, and the highest in the last seconds. */
function watchMemory(pid) {
  const samples = [];
  const timer = setInterval(() => samples.push(residentMb(pid)), 200);
  return {
    stop() {
      clearInterval(timer);
      const filling = Math.ceil(fullAfterMs / 200) + 10;
      return [Math.max(...samples.slice(0, filling)), Math.max(...samples.slice(-10))];
    },
  };
}
