import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { insertEndpoint } from '@latchkey/server/testing/webhooks';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUndo } from './accounts/email-undo-store.ts';
import { insertPendingLogin } from './accounts/pending-login-store.ts';
import { insertSeries } from './accounts/remember-store.ts';
import { insertSession } from './accounts/session-store.ts';
import { replaceToken } from './accounts/token-store.ts';
import { newToken } from './crypto/credentials.ts';
import { spend } from './oauth/store.ts';
import { sweep } from './serve.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const now = () => service.clock.now();
const client = { ipAddress: '203.0.113.9', userAgent: 'test' };

/** How each table whose rows have an end is filled. */
const fillers: Record<string, (userId: string, expiresAt: Date) => Promise<unknown>> = {
  sessions(userId, expiresAt) {
    const ends = { expiresAt, refreshExpiresAt: expiresAt };
    return insertSession(service.sql, {
      ...client,
      ...ends,
      id: uuidv7(),
      userId,
      rememberSeries: null,
      provenAt: null,
      now: now(),
    });
  },
  remember_me(userId, expiresAt) {
    const row = { series: uuidv7(), userId, tokenHash: newToken().hash, sessionId: uuidv7() };
    return insertSeries(service.sql, { ...row, expiresAt, now: now() });
  },
  one_time_tokens(userId, expiresAt) {
    const token = { hash: newToken().hash, kind: 'password_reset', email: 'somebody@example.com' } as const;
    return replaceToken(service.sql, { ...token, userId, expiresAt, now: now() });
  },
  email_change_undos(userId, expiresAt) {
    const undo = { hash: newToken().hash, email: `${uuidv7()}@example.com`, verified: true };
    return insertUndo(service.sql, { ...undo, userId, changedAt: now(), expiresAt });
  },
  pending_logins(userId, expiresAt) {
    const login = { tokenHash: newToken().hash, rememberMe: false, method: 'password' };
    return insertPendingLogin(service.sql, { ...login, userId, expiresAt, now: now() });
  },
  async webhook_secrets(_userId, expiresAt) {
    const webhookId = await insertEndpoint(service, null);
    await service.sql`UPDATE webhook_secrets SET expires_at = ${expiresAt} WHERE webhook_id = ${webhookId}`;
  },
  spent_oauth_tokens: (_userId, expiresAt) => spend(service.sql, uuidv7(), expiresAt),
};

test.each(Object.keys(fillers))('what has expired goes from %s, what has not stays', async (table) => {
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
});

test('every table whose rows expire is swept', async () => {
  const rows = await service.sql<{ tableName: string }[]>`
    SELECT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'expires_at' ORDER BY table_name`;
  // An expired invitation is 410 and not 404, an expired key is shown as such: these stay.
  const kept = ['api_keys', 'organization_invites'];
  const expiring = rows.map(({ tableName }) => tableName).filter((name) => !kept.includes(name));
  expect(expiring).toEqual(Object.keys(fillers).sort());
});

test('failed attempts go a day after the last one, whoever or nobody has the address, and not before', async () => {
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
