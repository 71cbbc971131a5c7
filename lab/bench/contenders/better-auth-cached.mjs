// Better Auth with its cookie cache as documented: a session is read from a signed cookie for five minutes. Prints what a check
// costs, and for how long one passes after its session was revoked.
// Usage: better-auth-cached.mjs <checks>
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';

const Real = Date;
let ahead = 0;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }
  static now() {
    return Real.now() + ahead;
  }
};

const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'bench-bench-bench-bench-bench-bench-bench-2b7e',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  logger: { level: 'error' },
  emailAndPassword: {
    enabled: true,
    password: { hash: async (password) => password, verify: async ({ hash, password }) => hash === password },
  },
  session: { cookieCache: { enabled: true } },
});

/** What a browser sends once this person has signed up. */
async function newCookie(name) {
  const body = { name, email: `${name}@example.com`, password: 'Correct-Horse-7' };
  const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true });
  const pairs = headers.getSetCookie().map((each) => each.split(';')[0]);
  return pairs.join('; ');
}
const withCookie = (cookie) => new Headers({ cookie });
const passes = async (headers) => (await auth.api.getSession({ headers })) !== null;

async function secondsAfterRevocation() {
  const cookie = await newCookie('revoked');
  const headers = withCookie(cookie);
  if (!(await passes(headers))) throw new Error('the session does not pass before it is revoked');
  await auth.api.revokeSessions({ headers });
  const revokedAt = Date.now();
  const alone = withCookie(cookie.replace(/[\w.-]*session_data[^;]*(; )?/, ''));
  if (await passes(alone)) throw new Error('it was not revoked');
  while (ahead < 3_600_000 && (await passes(headers))) ahead += 1000;
  return Math.round((Date.now() - revokedAt) / 1000);
}

async function microsecondsOf(count) {
  const headers = withCookie(await newCookie('measured'));
  for (let n = 0; n < count / 5; n++) await passes(headers);
  const before = process.cpuUsage();
  for (let n = 0; n < count; n++) await passes(headers);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const passesForSeconds = await secondsAfterRevocation();
const microseconds = await microsecondsOf(Number(process.argv[2]));
console.log(JSON.stringify({ microseconds, passesForSeconds }));
