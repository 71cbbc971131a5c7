import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { logInSteadily } from '../logins.mjs';
import { output } from '../processes.mjs';
import { say } from '../progress.mjs';
import { ratioSpread, spreadOf, steadyRate } from '../statistics.mjs';

export const title = 'Signing in';

const ceilingScript = fileURLToPath(new URL('../../contenders/bcrypt.mjs', import.meta.url));
/** The service and bcrypt alone both hash this many at once; for each, three more wait. */
const hashers = availableParallelism();
const connections = hashers * 4;

/**
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run({ latchkey, options }) {
  const seconds = options.quick ? 4 : 12;
  const rounds = options.quick ? Math.min(2, options.rounds) : options.rounds;
  const ceiling = [];
  const logins = [];
  const limitMs = seconds * 1000 + 15_000;
  const hashAlone = async () => {
    const text = await output(process.execPath, [ceilingScript, String(seconds)], limitMs);
    ceiling.push(steadyRate(JSON.parse(text), hashers));
  };
  const logIn = async () => {
    logins.push(steadyRate(await logInSteadily(latchkey.url, { connections, seconds }), hashers));
  };
  for (let round = 1; round <= rounds; round++) {
    // Take turns going first: a machine that slows down then favors neither.
    for (const each of round % 2 === 1 ? [hashAlone, logIn] : [logIn, hashAlone]) await each();
    say(
      `round ${round} of ${rounds}: bcrypt ${ceiling.at(-1).toFixed(2)}/s, logins ${logins.at(-1).toFixed(2)}/s`,
    );
  }
  return {
    lines: [
      {
        id: 'login.ceiling',
        text: `logins on ${connections} connections, against bcrypt alone`,
        unit: '×',
        spread: ratioSpread(logins, ceiling),
        target: { min: 0.95 },
      },
    ],
    tables: [
      {
        caption: `bcrypt at cost 12, ${hashers} at once.`,
        columns: ['', 'a second'],
        digits: [0, 2],
        rows: [
          ['bcrypt alone, in a process of its own', spreadOf(ceiling)],
          ['whole logins over HTTP: session, tokens, audit entry', spreadOf(logins)],
        ],
      },
    ],
  };
}
