// Better Auth as documented for PostgreSQL: organization, admin and two-factor plugins, bcrypt 12 from the same library
// as Latchkey, no rate limit. No cookie cache: like Latchkey, it asks the database on every request.
// Usage: better-auth.mjs seed <people> | handler | direct
import { createServer } from 'node:http';
import bcrypt from '@node-rs/bcrypt';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node';
import { admin, organization, twoFactor } from 'better-auth/plugins';
import pg from 'pg';

const { PORT, DATABASE, HASH_COST = '12' } = process.env;
const { username, ...server } = JSON.parse(DATABASE);
const pool = new pg.Pool({ ...server, user: username, max: 20 });
const options = {
  baseURL: 'http://127.0.0.1',
  basePath: '/api/auth',
  secret: 'bench-bench-bench-bench-bench-bench-bench-2b7e',
  database: pool,
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  logger: { level: 'error' },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => bcrypt.hash(password, Number(HASH_COST)),
      verify: ({ hash, password }) => bcrypt.compare(password, hash),
    },
  },
  plugins: [organization(), admin(), twoFactor()],
};
const auth = betterAuth(options);

/** Prints the cookies of this many signed-in people, one per line. */
async function seed(people) {
  const { runMigrations } = await getMigrations(options);
  await runMigrations();
  for (let nth = 1; nth <= people; nth++) {
    const body = {
      name: `Ada Lovelace ${nth}`,
      email: `person${nth}@example.com`,
      password: 'Correct-Horse-7',
    };
    const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true });
    console.log(
      headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    );
  }
  await pool.query(`
    INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    SELECT 'crowd' || n, 'Ada Lovelace ' || n, 'crowd' || n || '@example.com', true, now(), now()
      FROM generate_series(1, 10000) n`);
  await pool.query(`
    INSERT INTO session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
    SELECT id, id, md5(id), now() + interval '7 days', now(), now() FROM "user" WHERE id LIKE 'crowd%'`);
  await pool.query('ANALYZE');
  await pool.end();
}

/** Its API called as a function, behind as little HTTP as possible. */
async function answerDirectly(request, response) {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) });
  response.writeHead(session ? 200 : 401, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(session));
}

const [mode, count] = process.argv.slice(2);
if (mode === 'seed') await seed(Number(count));
else
  createServer(mode === 'handler' ? toNodeHandler(auth) : answerDirectly).listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
