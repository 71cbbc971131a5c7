import type { InjectOptions } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { cookieJar } from '../src/http/cookies.ts';
import type { Kernel } from '../src/http/route.ts';
import { createVisits } from '../src/http/visits.ts';
import { findUser } from '../src/identity/accounts/user-store.ts';
import { openSeveralOrganizations } from '../src/identity/memberships/several-store.ts';
import { grantFor } from '../src/identity/sessions/session-grant.ts';
import { openSession } from '../src/identity/sessions/session-store.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { HasherOptions } from '../src/platform/crypto/passwords.ts';
import type { ReplicaPool } from '../src/platform/db/replicas.ts';
import { createLogger } from '../src/platform/log.ts';
import type { OutgoingMessage, Transport } from '../src/records/email/transport.ts';
import { openDataKeys, sessionSecretsOf } from '../src/records/vault/data-keys.ts';
import { buildApp } from '../src/runtime/app.ts';
import { atRest } from '../src/runtime/upkeep.ts';
import { type Parts, wire } from '../src/runtime/wire.ts';
import { Client } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { atEnd } from './lifetime.ts';
import { keepSecret, keepSecretsInText, watchLog } from './secrets.ts';

export const password = 'Correct-Horse-7';

const secrets = {
  SESSION_SECRET: 'session-secret-for-tests-session-secret',
  JWT_SECRET: 'access-secret-for-tests-access-secret-x',
  JWT_REFRESH_SECRET: 'refresh-secret-for-all-tests-refresh-secret',
};

/** Limits that stay out of the way; tests of the limits set their own. */
const roomy = {
  RATE_LIMIT_LOGIN: '100000/1h',
  RATE_LIMIT_REGISTER: '100000/1h',
  RATE_LIMIT_FORGOT_PASSWORD: '100000/1h',
  RATE_LIMIT_RESET_PASSWORD: '100000/1h',
  RATE_LIMIT_RESEND_VERIFICATION: '100000/1h',
  RATE_LIMIT_REQUEST_UNLOCK: '100000/1h',
  RATE_LIMIT_EMAIL_CODE: '100000/1h',
  RATE_LIMIT_EMAIL_CHANGE: '100000/1h',
  RATE_LIMIT_PICTURE: '100000/1h',
  RATE_LIMIT_EXPORT: '100000/1h',
  RATE_LIMIT_2FA_VALIDATE: '100000/1h',
  RATE_LIMIT_2FA_SETUP: '100000/1h',
  RATE_LIMIT_OIDC_TOKEN: '100000/1h',
  RATE_LIMIT_OIDC_REGISTER: '100000/1h',
  RATE_LIMIT_OIDC_DEVICE: '100000/1h',
  RATE_LIMIT_SSO: '100000/1h',
  RATE_LIMIT_INVITES: '100000/1h',
  RATE_LIMIT_INVITES_UNVERIFIED: '100000/1h',
  RATE_LIMIT_MAX: '100000',
};

export type TestService = Awaited<ReturnType<typeof startService>>;

type Options = {
  env?: Record<string, string>;
  database?: TestDatabase;
  /** Replicas of its database, for DATABASE_READ_URL. */
  replicas?: ReplicaPool[];
  /** How many to its own database, if a test keeps more than four requests or transactions waiting there. */
  connections?: number;
  /** Callers are looked up by connections of their own, as in production. */
  ownLookups?: true;
  /** The port to listen on, if BASE_URL must name it in advance. */
  port?: number;
  clock?: TestClock;
  bcryptCost?: number;
  /** How many hashes to run at once, and what does the work. */
  hashing?: Partial<HasherOptions>;
  /** How long a request may wait for its turn. */
  maxWaitMs?: number;
  /** Answers that hide whether an account exists take as long as they do in production. */
  unhurried?: true;
  providerTimeoutMs?: number;
  resolve?: Parameters<typeof wire>[0]['resolve'];
  /** Sends mail for real, instead of keeping it for `mails`. */
  transport?: Transport;
  patience?: Parameters<typeof buildApp>[1];
  /** Extra routes, to test declarations that no real route has. */
  routes?: (kernel: Kernel) => void;
  /** A built console to serve instead of the real one. */
  consoleFolder?: string;
};

const everywhere: Record<string, string> = {};

/** Settings of every service that this test file starts from now on. The worker's next file shares this module. */
export function startAllWith(env: Record<string, string>): void {
  Object.assign(everywhere, env);
  atEnd(() => {
    for (const name of Object.keys(env)) delete everywhere[name];
  });
}

/**
 * The whole service on its own port, with a real database. The clock can be moved, mail ends up in `outbox`
 * instead of a mailbox, once a test looks for it, hashing is cheap, and patient on a busy machine, and no answer waits for
 * its time step, unless a test asks otherwise. It closes with the test or the suite that started it.
 */
export async function startService(options: Options = {}) {
  const { clock = testClock(), bcryptCost = 4 } = options;
  const database = options.database ?? (await testDatabase(options.connections));
  const config = readConfig(
    {
      NODE_ENV: 'test',
      BASE_URL: 'http://latchkey.test',
      TRUST_PROXY: 'loopback',
      // No proxy has to notice that a service closes, not even one that runs as in production.
      DRAIN_SECONDS: '0',
      ...secrets,
      ...roomy,
      ...everywhere,
      ...options.env,
    },
    () => secrets,
  );
  const logged: string[] = [];
  watchLog(logged);
  for (const secret of Object.values(secrets)) keepSecret(secret);
  const log = createLogger(
    { environment: 'production', logLevel: 'debug' },
    { write: (line: string) => void logged.push(line) },
  );
  const outbox: OutgoingMessage[] = [];
  const send = async (message: OutgoingMessage) => {
    keepSecretsInText(message.text);
    outbox.push(message);
  };
  const transport = options.transport ?? { name: 'test', send };
  const sql = options.database ? database.connect() : database.sql;
  const { providerTimeoutMs, resolve, replicas = [] } = options;
  // As on a machine with four cores, whatever this one has: an address may hash or mail eight times at once.
  const hashing = { cost: bcryptCost, concurrency: 4, ...options.hashing };
  const { maxWaitMs = 60_000 } = options;
  const dataKeys = await openDataKeys(
    database.sql,
    sessionSecretsOf(config.secrets),
    atRest.columns,
    clock.now(),
  );
  if (config.severalOrganizations) await openSeveralOrganizations(database.sql, clock.now());
  // Tests about domains bring name servers. For all others, every record that a filler uses is there.
  const findTxt = config.dnsServers ? undefined : async () => ['published'];
  // After each commit, looking for mail would cost a statement and a connection. A test that looks for it drains it.
  const wake = options.transport ? {} : { wake: () => parts.webhookWorker.wake() };
  // On a busy machine, a count that fails open would look like a broken limit.
  const pace = { limitTimeoutMs: 60_000, ...(!options.unhurried && { answerStepMs: 1 }) };
  const outside = {
    replicas,
    hashing,
    maxWaitMs,
    transport,
    providerTimeoutMs,
    resolve,
    findTxt,
    ...wake,
    ...pace,
  };
  const lookupSql = options.ownLookups ? database.connect() : sql;
  const parts: Parts = wire({ config, log, sql, lookupSql, dataKeys, clock, ...outside });
  const closeParts = atEnd(() => parts.close());
  const { deps, turns, domains, sso, oauth, oidc, webhooks, destinations } = parts;
  const { mailWorker, webhookWorker, destinationWorker, logoutWorker } = parts;
  const app = buildApp(parts, options.patience, options.consoleFolder);
  let before: { url: string; close(): Promise<void> } | undefined;
  const close = atEnd(async () => {
    await before?.close();
    await app.close();
    await closeParts();
    if (options.database) await sql.end({ timeout: 5 });
    else await database.drop();
  });
  options.routes?.({ app, deps, turns, jar: cookieJar(config), visits: createVisits(app) });
  const front = process.env.LATCHKEY_FRONT;
  const own = await app.listen({ host: '127.0.0.1', port: front ? 0 : (options.port ?? 0) });
  // For `npm run lab -- prism`, which listens in.
  if (front) before = await (await import(/* @vite-ignore */ front)).openFront(own, options.port);
  const url = before?.url ?? own;

  const service = {
    url,
    /** The underlying HTTP server. */
    server: app.server,
    /** A request that bypasses the socket. */
    inject: (request: InjectOptions) => app.inject(request),
    deps,
    turns,
    domains,
    sso,
    oauth,
    mailWorker,
    webhooks,
    webhookWorker,
    destinations,
    destinationWorker,
    oidc,
    logoutWorker,
    env: options.env ?? {},
    config,
    sql,
    database,
    clock,
    /** Every line logged so far. */
    logged,
    client: (ipAddress?: string) => new Client(url, ipAddress),
    /** The emails sent to an address so far, newest last: several leave at once, in any order. */
    async mails(to: string): Promise<OutgoingMessage[]> {
      await mailWorker.drain();
      return outbox.filter((message) => message.to === to).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    /** The token from the link in the newest email to an address. */
    async mailedToken(to: string): Promise<string> {
      const text = (await service.mails(to)).at(-1)?.text ?? '';
      const token = /^https?:\/\/\S+(?:token=|\/invite\/)(\S+)$/m.exec(text)?.[1];
      if (!token) throw new Error(`no link in the newest mail to ${to}`);
      return token;
    },
    /** Actions recorded so far, oldest first. */
    async audit(userEmail?: string) {
      return sql<
        {
          action: string;
          metadata: Record<string, unknown>;
          userId: string | null;
          userEmail: string | null;
          organizationId: string | null;
          category: string;
          ipAddress: string | null;
          userAgent: string | null;
        }[]
      >`
        SELECT * FROM audit_logs WHERE ${userEmail ?? null}::text IS NULL OR user_email = ${userEmail ?? null}
         ORDER BY created_at, id`;
    },
    close,
  };
  return service;
}

let people = 0;

/** Registers a new user with their own organization, and signs them in unless told not to. */
export async function newUser(service: TestService, more: Record<string, unknown> = {}) {
  people++;
  const client = service.client();
  const email = `person-${people}@example.com`;
  const registration = { email, password, organizationName: `Company ${people}`, ...more };
  const registered = await client.post('/api/auth/register', registration);
  if (registered.status !== 201) throw new Error(`registration failed: ${registered.text}`);
  const login = await client.post('/api/auth/login', {
    email: registration.email,
    password: registration.password,
  });
  if (login.status !== 200) throw new Error(`login failed: ${login.text}`);
  return {
    client,
    email: registration.email,
    id: registered.body.user.id as string,
    organizationId: registered.body.user.organizationId as string,
    tokens: login.body.tokens,
  };
}

/** Verifies the newest link mailed to an address with the password of its account. */
export async function verifyMailed(service: TestService, email: string, given = password) {
  const token = await service.mailedToken(email);
  return service.client().post('/api/auth/verify-email', { token, password: given });
}

/** Asks for another address in a session, and verifies it there. */
export async function moveTo(service: TestService, client: Client, email: string) {
  const asked = await client.post('/api/users/profile', { email });
  if (asked.status !== 200) throw new Error(`email change failed: ${asked.text}`);
  return client.post('/api/auth/verify-email', { token: await service.mailedToken(email) });
}

/** A new user whose address is verified. */
export async function newVerified(service: TestService, more: Record<string, unknown> = {}) {
  const person = await newUser(service, more);
  const verified = await verifyMailed(service, person.email);
  if (verified.status !== 200) throw new Error(`verification failed: ${verified.text}`);
  return person;
}

/** A client signed in as a user, without password and second factor. */
export async function clientFor(service: TestService, userId: string): Promise<Client> {
  const { deps, sql } = service;
  const client = service.client();
  const now = deps.clock.now();
  const user = await findUser(sql, userId, now);
  if (!user) throw new Error('no such user');
  const sessionId = uuidv7();
  const origin = {
    now,
    ipAddress: client.ipAddress,
    userAgent: client.userAgent,
    receivedAt: deps.clock.instant(),
  };
  const signIn = { method: 'password', at: now, secondFactor: true };
  await openSession(sql, { sessionId, userId, rememberSeries: null, provenAt: now, signIn }, origin);
  const session = { id: sessionId, refreshCounter: 0, remember: undefined };
  const grant = grantFor({ deps, origin }, user, session);
  client.cookies.set('latchkey_session', grant.sessionCookie);
  client.cookies.set('csrf_token', grant.csrfToken);
  client.cookies.set('refresh_token', grant.tokens.refreshToken);
  return client;
}

/**
 * A user with a system role. An ADMIN has two-factor unless told otherwise: without it, they may do nothing.
 */
export async function newStaff(
  service: TestService,
  role: 'ADMIN' | 'MODERATOR',
  more: { twoFactor?: boolean } = {},
) {
  const person = await newUser(service);
  const twoFactor = more.twoFactor ?? role === 'ADMIN';
  await service.sql`UPDATE users SET role = ${role}, two_factor_enabled = ${twoFactor} WHERE id = ${person.id}`;
  // The session counts as one that proved what its user has.
  await service.sql`UPDATE sessions SET second_factor = ${twoFactor} WHERE user_id = ${person.id}`;
  return person;
}
