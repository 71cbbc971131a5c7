import { randomBytes } from 'node:crypto';
import { hookPoints, lifetimes } from '@latchkey/contract';
import { takesAtMost } from '@latchkey/server/testing/database';
import { placeHook } from '@latchkey/server/testing/hooks';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { silenceNodes } from '@latchkey/server/testing/nodes';
import { newApplication, startDevice, tokensFor } from '@latchkey/server/testing/oidc';
import { inviteTo, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { endSessions } from '@latchkey/server/testing/standing';
import { insertEndpoint } from '@latchkey/server/testing/webhooks';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { takeLargeSlot } from '../http/large-answer-store.ts';
import { insertUndo } from '../identity/accounts/email-change-store.ts';
import { replaceToken } from '../identity/accounts/token-store.ts';
import { insertConnection } from '../identity/connections/connection-store.ts';
import { insertSamlAnswer } from '../identity/connections/saml-answer-store.ts';
import { saveTest } from '../identity/connections/test-store.ts';
import { replaceEmailCode } from '../identity/credentials/email-code-store.ts';
import { spendChallenge } from '../identity/credentials/passkey-store.ts';
import { replaceRegistrationCode } from '../identity/credentials/registration-code-store.ts';
import { spend } from '../identity/relying-party/spent-store.ts';
import { insertPendingLogin } from '../identity/sessions/pending-login-store.ts';
import { insertSeries } from '../identity/sessions/remember-store.ts';
import { openSession } from '../identity/sessions/session-store.ts';
import { newToken } from '../platform/crypto/credentials.ts';
import { sweepBatch } from '../platform/db/sweep-store.ts';
import { oneAtATime } from '../platform/db/transact.ts';
import { findNodes, noteNode } from './node-store.ts';
import { sweep } from './upkeep.ts';

const service = started(startService);

const now = () => service.clock.now();
const client = { ipAddress: '203.0.113.9', userAgent: 'test' };

async function newConnection(): Promise<string> {
  const { id: organizationId } = await newOrganization(service);
  const made = { id: uuidv7(), organizationId, kind: 'saml', name: 'Acme', now: now() } as const;
  await insertConnection(service.sql, made, 1);
  return made.id;
}

/** How to fill each table whose rows expire. */
const fillers: Record<string, (userId: string, expiresAt: Date) => Promise<unknown>> = {
  sessions(userId, expiresAt) {
    const signIn = { method: 'password', at: now(), secondFactor: false };
    const session = { sessionId: uuidv7(), userId, rememberSeries: null, provenAt: null, signIn };
    const openedAt = new Date(expiresAt.getTime() - lifetimes.sessionDays * 86_400_000);
    return openSession(service.sql, session, { ...client, now: openedAt });
  },
  remember_me(userId, expiresAt) {
    const row = { series: uuidv7(), userId, tokenHash: newToken().hash, sessionId: uuidv7() };
    const signIn = { method: 'password', at: now(), secondFactor: false };
    return insertSeries(service.sql, { ...row, signIn, expiresAt });
  },
  one_time_tokens(userId, expiresAt) {
    const token = { hash: newToken().hash, kind: 'password_reset', email: 'somebody@example.com' } as const;
    return replaceToken(service.sql, { ...token, userId, expiresAt, now: now() });
  },
  async email_change_undos(userId, expiresAt) {
    const { hash } = newToken();
    const undo = { hash, userId, email: `${uuidv7()}@example.com`, changeHash: null };
    await insertUndo(service.sql, { ...undo, requestedAt: now(), movedAt: now() });
    return service.sql`UPDATE email_change_undos SET expires_at = ${expiresAt} WHERE token_hash = ${hash}`;
  },
  pending_logins(userId, expiresAt) {
    const login = { tokenHash: newToken().hash, rememberMe: false, method: 'password' };
    return insertPendingLogin(service.sql, { ...login, userId, expiresAt, now: now() });
  },
  email_codes(userId, expiresAt) {
    const hashes = { codeHash: newToken().hash, tokenHash: newToken().hash, browserHash: newToken().hash };
    const code = { userId, email: 'somebody@example.com', ...hashes };
    return replaceEmailCode(service.sql, { ...code, expiresAt, now: now() });
  },
  registration_codes: (_userId, expiresAt) =>
    replaceRegistrationCode(service.sql, {
      email: `${uuidv7()}@example.com`,
      codeHash: newToken().hash,
      expiresAt,
    }),
  spent_challenges: (_userId, expiresAt) =>
    spendChallenge(service.sql, { bytes: randomBytes(32), expiresAt }),
  async webhook_secrets(_userId, expiresAt) {
    const webhookId = await insertEndpoint(service, null);
    await service.sql`UPDATE webhook_secrets SET expires_at = ${expiresAt} WHERE webhook_id = ${webhookId}`;
  },
  async hook_secrets(_userId, expiresAt) {
    const taken = await service.sql`SELECT 1 FROM hooks`;
    const hookId = await placeHook(service, hookPoints[taken.length]);
    await service.sql`UPDATE hook_secrets SET expires_at = ${expiresAt} WHERE hook_id = ${hookId}`;
  },
  large_answers(accountId, expiresAt) {
    const begun = new Date(expiresAt.getTime() - 60_000);
    return takeLargeSlot(service.sql, { id: uuidv7(), accountId, of: 'user' }, begun);
  },
  async sso_tests(userId, expiresAt) {
    const connectionId = await newConnection();
    const test = { connectionId, userId, tested: '', passed: true, result: Buffer.alloc(1), now: now() };
    return saveTest(service.sql, { ...test, expiresAt });
  },
  async saml_answers(_userId, expiresAt) {
    const arrival = { tokenHash: newToken().hash, content: Buffer.alloc(1), expiresAt };
    return insertSamlAnswer(service.sql, { ...arrival, connectionId: await newConnection() });
  },
  spent_tokens: (_userId, expiresAt) => spend(service.sql, uuidv7(), expiresAt),
};

test.each(Object.keys(fillers))(
  'sweeping removes expired rows from %s and keeps the others',
  async (table) => {
    const [one, other] = [await newUser(service), await newUser(service)];
    const inOneMinute = new Date(now().getTime() + 60_000);
    const inAnHour = new Date(now().getTime() + 3_600_000);
    const ends = async () =>
      (
        await service.sql<{ expiresAt: Date }[]>`
      SELECT expires_at FROM ${service.sql(table)} WHERE expires_at IN (${inOneMinute}, ${inAnHour}) ORDER BY 1`
      ).map(({ expiresAt }) => expiresAt);
    await fillers[table]?.(one.id, inOneMinute);
    await fillers[table]?.(other.id, inAnHour);
    await sweep(service.sql, new Date(inOneMinute.getTime() - 1));
    expect(await ends()).toEqual([inOneMinute, inAnHour]);
    await sweep(service.sql, new Date(inOneMinute.getTime() + 1));
    expect(await ends()).toEqual([inAnHour]);
  },
);

test('every table whose rows expire is swept', async () => {
  const rows = await service.sql<{ tableName: string }[]>`
    SELECT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'expires_at' ORDER BY table_name`;
  // An expired key is shown as such until it is revoked. An expired invitation says so for a while, and a code is kept so its reuse is
  // noticed. A device's code that has expired says so for an hour. Keys of organizations and their earlier secrets are told apart from nonsense for 90 days. These have their own
  // tests.
  const kept = [
    'api_keys',
    'application_codes',
    'device_codes',
    'organization_invites',
    'organization_key_secrets',
    'organization_keys',
  ];
  const expiring = rows.map(({ tableName }) => tableName).filter((name) => !kept.includes(name));
  expect(expiring).toEqual(Object.keys(fillers).sort());
});

test('a used authorization code is remembered for a day', async () => {
  const { client: browser } = await newUser(service);
  await tokensFor(service, browser, await newApplication(service));
  const codes = async () => (await service.sql`SELECT 1 FROM application_codes`).length;
  const at = (hours: number) => new Date(now().getTime() + hours * 3_600_000);
  await sweep(service.sql, at(23));
  expect(await codes()).toBe(1);
  await sweep(service.sql, at(25));
  expect(await codes()).toBe(0);
});

test("a device's code is remembered for an hour after it expired", async () => {
  await startDevice(service, await newApplication(service, { deviceGrant: true }));
  const codes = async () => (await service.sql`SELECT 1 FROM device_codes`).length;
  const at = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
  await sweep(service.sql, at(69));
  expect(await codes()).toBe(1);
  await sweep(service.sql, at(71));
  expect(await codes()).toBe(0);
});

test('failed attempts are removed a day after the last one, for known and unknown email addresses alike', async () => {
  const known = await newUser(service);
  await service.sql`DELETE FROM attempts`;
  const login = (email: string) =>
    service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  const counted = async () => (await service.sql`SELECT 1 FROM attempts`).length;
  await service.clock.hold(async () => {
    for (const email of [known.email, 'nobody@example.com']) await login(email);
    await known.client.post('/api/users/profile', { password, currentPassword: 'Wrong-Horse-7' });
    service.clock.advance({ hours: 24 });
    await sweep(service.sql, now());
    expect(await counted()).toBe(3);
    service.clock.advance({ ms: 1 });
    await sweep(service.sql, now());
    expect(await counted()).toBe(0);
  });
});

test('an expired invitation is 410 for thirty days, then 404', () =>
  service.clock.hold(async () => {
    const { id, owner } = await newOrganization(service);
    const { token } = await inviteTo(owner, 'late@example.com');
    const { token: open } = await inviteTo(owner, 'later@example.com');
    await service.sql`
      UPDATE organization_invites SET expires_at = expires_at + interval '1 day'
       WHERE organization_id = ${id} AND email = 'later@example.com'`;
    const ask = async (which: string) => (await service.client().get(`/api/invites/${which}`)).status;
    service.clock.advance({ days: 37 });
    await sweep(service.sql, new Date(now().getTime() - 1000));
    expect(await ask(token)).toBe(410);
    service.clock.advance({ seconds: 2 });
    await sweep(service.sql, now());
    expect([await ask(token), await ask(open)]).toEqual([404, 410]);
  }));

describe('sweeping', () => {
  const expired = (count: number, userId: string) =>
    service.sql`
      INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip_address, user_agent, refresh_expires_at)
      SELECT gen_random_uuid(), ${userId}, ${now()}, ${now()}, ${now()}::timestamptz - interval '1 hour', '', 'expired', ${now()}
        FROM generate_series(1, ${count}::int)`;
  const left = async () => (await service.sql`SELECT 1 FROM sessions WHERE user_agent = 'expired'`).length;

  test('continues in small batches until nothing is left', async () => {
    const { id } = await newUser(service);
    await expired(2 * sweepBatch + 1, id);
    const begin = vi.spyOn(service.sql, 'begin');
    await sweep(service.sql, now());
    expect(begin.mock.calls.length).toBeGreaterThanOrEqual(Object.keys(fillers).length + 3);
    begin.mockRestore();
    expect(await left()).toBe(0);
  });

  test('skips rows that a writer has locked, and removes them the next time', async () => {
    const { id } = await newUser(service);
    await expired(3, id);
    await service.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM sessions WHERE user_agent = 'expired' LIMIT 1 FOR UPDATE`;
      await sweep(service.sql, now());
      expect(await left()).toBe(1);
    });
    await sweep(service.sql, now());
    expect(await left()).toBe(0);
  });

  test('skips an expired remember-me series while its session is locked, and removes it later', async () => {
    const { id } = await newUser(service);
    const series = uuidv7();
    const over = new Date(now().getTime() - 1000);
    await insertSeries(service.sql, {
      series,
      userId: id,
      tokenHash: newToken().hash,
      sessionId: uuidv7(),
      expiresAt: over,
      signIn: { method: 'password', at: now(), secondFactor: false },
    });
    await service.sql`UPDATE sessions SET remember_series = ${series} WHERE user_id = ${id}`;
    const known = async () => (await service.sql`SELECT 1 FROM remember_me WHERE series = ${series}`).length;
    await service.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM sessions WHERE user_id = ${id} FOR UPDATE`;
      await sweep(service.sql, now());
      expect(await known()).toBe(1);
    });
    await endSessions(service, id);
    await sweep(service.sql, now());
    expect(await known()).toBe(0);
  });

  test('runs on one node at a time', async () => {
    const { id } = await newUser(service);
    await expired(1, id);
    await oneAtATime(service.sql, 'sweeps', async () => {
      await sweep(service.sql, now());
      expect(await left()).toBe(1);
    });
    await sweep(service.sql, now());
    expect(await left()).toBe(0);
  });
});

test('a revoked key is listed for ninety days, then swept; keys that are not revoked and the audit trail stay', () =>
  service.clock.hold(async () => {
    const { client: owner, id, email } = await newUser(service);
    const [revoked, live] = [await newKey(owner), await newKey(owner, { name: 'Live' })];
    await owner.delete(`/api/keys/${revoked.id}`);
    await service.sql`
      UPDATE api_keys SET expires_at = ${now()}::timestamptz - interval '400 days',
                          created_at = ${now()}::timestamptz - interval '800 days' WHERE id = ${live.id}`;
    const listed = async () => {
      const { body } = await (await clientFor(service, id)).get('/api/keys');
      return [body.keys.map((key: { id: string }) => key.id).sort(), body.count];
    };
    service.clock.advance({ days: 90 });
    await sweep(service.sql, now());
    expect(await listed()).toEqual([[revoked.id, live.id].sort(), 1]);
    service.clock.advance({ ms: 1 });
    await sweep(service.sql, now());
    expect(await listed()).toEqual([[live.id], 1]);
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('API_KEY'))).toEqual([
      'API_KEY_CREATED',
      'API_KEY_CREATED',
      'API_KEY_REVOKED',
    ]);
  }));

test('two thousand revoked keys are swept in batches', async () => {
  const { id } = await newUser(service);
  await service.sql`
    INSERT INTO api_keys (id, user_id, name, key_hash, key_prefix, permission, created_at, revoked_at)
    SELECT gen_random_uuid(), ${id}, 'Old', sha256(n::text::bytea), 'lsk_abcd', 'READ_ONLY', ${now()},
           ${now()}::timestamptz - interval '91 days'
      FROM generate_series(1, ${4 * sweepBatch + 1}::int) AS n`;
  await takesAtMost(service.sql, sweepBatch, 'api_keys');
  await sweep(service.sql, now());
  expect(await service.sql`SELECT 1 FROM api_keys WHERE user_id = ${id}`).toHaveLength(0);
});

test('a node that died is forgotten after an hour, and one that runs stays', async () => {
  const one = { name: 'alpha:3000', version: '1.0.0', settings: {}, fingerprints: {} };
  const note = (id: string) => noteNode(service.sql, { ...one, id, clockAheadMs: 0, uncertainMs: 0 });
  const [dead, silent] = [uuidv7(), uuidv7()];
  await note(dead);
  await silenceNodes(service, 2);
  await note(silent);
  await silenceNodes(service, 59);
  await sweep(service.sql, now());
  expect((await findNodes(service.sql)).map(({ id }) => id)).toEqual([silent]);
});
