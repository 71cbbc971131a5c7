import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { betterAuthVersion } from './better-auth.mjs';
import { figure } from './report/words.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * What was measured, where, and how.
 * @param {import('./options.mjs').Options} options
 * @param {{ version: string }} server
 * @param {number} others what else used the machine, from 0 to 1
 * @returns {[string, string][]}
 */
export function describeRun({ quick, rounds, seconds }, server, others) {
  const processors = cpus();
  return [
    ['commit', commit()],
    [
      'machine',
      `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB`,
    ],
    [
      'other programs',
      Number.isNaN(others) ? 'unknown' : `${figure(Math.max(0, others) * 100, 0)} % of the machine meanwhile`,
    ],
    ['Node.js', process.versions.node],
    ['PostgreSQL', server.version],
    ['load', 'autocannon, one thread, on the same machine'],
    ['Better Auth', betterAuthVersion() ?? 'not installed, left out'],
    ['rounds', `${rounds}, of ${seconds} s for each figure${quick ? ' (the short form: rough)' : ''}`],
  ];
}

/** Unknown without git or outside a repository. */
function commit() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('status', '--porcelain', '--', 'server', 'contract', 'embedded-postgres').trim();
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${changed ? ', with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}

export const fairness = [
  'Everything runs on one machine, side by side: the load generator and PostgreSQL take their share of the same cores, from every contender alike.',
  "The floor is bare Fastify with one prepared statement by postgres.js that finds one session by its primary key, and a body as long as Latchkey's. It knows no users, and it logs, counts, unseals and checks nothing else.",
  'Latchkey is the production build in production mode, with its log (to a file), metrics, security headers and rate limits on; the limits are set so high that they count every request and refuse none.',
  'Better Auth has the organization, admin and two-factor plugins, bcrypt 12 by the same library, its rate limit off and a pool of the same size by pg. "Its handler" is `toNodeHandler(auth)` on node:http, asked for `/api/auth/get-session`. "Called directly" is `auth.api.getSession({ headers })`, called as a function behind a node:http server of four lines that turns the answer into JSON, so that the same load generator can ask.',
  "Better Auth has no access tokens and no API keys in this setup: all three of Latchkey's credentials are held against its session cookie.",
  'Every contender has ten thousand users and sessions; 128 of them call, in turn.',
];
