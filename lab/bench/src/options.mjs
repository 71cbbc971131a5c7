import { parseArgs } from 'node:util';

/** @typedef {{ quick: boolean, only: string[], rounds: number, seconds: number, write: boolean, help: boolean }} Options */

const fewestRounds = 5;
const mostRounds = 50;
/** Worthless if cut short. */
const lengthy = ['memory', 'growth'];

export const usage = `npm run lab -- bench [options]

  --quick           the short form: two minutes, rougher figures, without ${lengthy.join(', ')}; nothing is written
  --only <section>  one section; may be given several times, or several with commas
  --rounds <n>      rounds of every comparison, from 1 to ${mostRounds} (${fewestRounds} unless told)
  --write           write lab/bench/results.md after --quick or --only, too
  --list            name the sections
  --help            this

Sections: %SECTIONS%

Starts a PostgreSQL of its own, or uses the server of BENCH_DATABASE_URL, where it makes databases of its own and drops
them afterwards.
Exits 1 when a figure falls below lab/bench/budget.json.`;

export class UsageError extends Error {}

/**
 * @param {string[]} given
 * @param {string[]} sections
 */
export function readOptions(given, sections) {
  const { only, rounds, ...flags } = parse(given);
  const wanted = only.flatMap((names) => names.split(',')).filter(Boolean);
  const unknown = wanted.filter((name) => !sections.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no section ${unknown.join(', ')}. There are: ${sections.join(', ')}.`);
  const count = rounds === undefined ? fewestRounds : Number(rounds);
  if (!Number.isInteger(count) || count < 1 || count > mostRounds)
    throw new UsageError(`--rounds must be a whole number from 1 to ${mostRounds}.`);
  const whole = !flags.quick && wanted.length === 0;
  return {
    ...flags,
    only: wanted.length > 0 ? wanted : sections.filter((name) => !flags.quick || !lengthy.includes(name)),
    rounds: count,
    seconds: flags.quick ? 1 : 4,
    write: flags.write || whole,
  };
}

/** @param {string[]} given */
function parse(given) {
  try {
    const { values } = parseArgs({
      args: given,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        rounds: { type: 'string' },
        write: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
