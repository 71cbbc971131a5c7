import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { takePassword } from '@latchkey/server/testing/standing';
import {
  failures,
  newEnrolled,
  nextCode,
  proofFailures,
  startLogins,
  wrongCode,
} from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const path = '/api/auth/reauthenticate';
const wrong = 'Wrong-Horse-7';
const provenAt = async (userId: string) =>
  (await service.sql`SELECT proven_at FROM sessions WHERE user_id = ${userId} ORDER BY id`).map(
    (row) => row.provenAt,
  );
const last = async (email: string) => (await service.audit(email)).at(-1);

describe('reauthentication', () => {
  test('by password returns only a message and the time, and is recorded', async () => {
    const { client, id, email } = await newUser(service);
    service.clock.advance({ minutes: 30 });
    const before = service.clock.now();
    const { status, body } = await client.post(path, { password });
    expect([status, body]).toEqual([
      200,
      { message: expect.any(String), reauthenticatedAt: expect.any(String) },
    ]);
    expect(Date.parse(body.reauthenticatedAt)).toBeGreaterThanOrEqual(before.getTime());
    expect(await provenAt(id)).toEqual([new Date(body.reauthenticatedAt)]);
    expect(await last(email)).toMatchObject({
      action: 'SECURITY_REAUTHENTICATED',
      category: 'security',
      metadata: { method: 'password', sessionId: expect.any(String) },
    });
  });

  test('by TOTP code uses up the code', async () => {
    const { client, secret, email } = await newEnrolled(service);
    const code = nextCode(service, secret);
    expect((await client.post(path, { code })).status).toBe(200);
    expect(await last(email)).toMatchObject({ metadata: { method: 'totp' } });
    expect(await client.post(path, { code })).toMatchObject({
      status: 401,
      body: { error: { code: 'TWO_FACTOR_CODE_INVALID' } },
    });
  });

  test('by backup code uses up the code', async () => {
    const { client, backupCodes, email } = await newEnrolled(service);
    const [code] = backupCodes;
    expect((await client.post(path, { code })).status).toBe(200);
    expect(await last(email)).toMatchObject({ metadata: { method: 'backup_code' } });
    expect((await client.post(path, { code })).status).toBe(401);
  });

  test.each([
    ['nothing', {}],
    ['both', { password, code: '123456' }],
    ['a malformed code', { code: 'abc' }],
    ['a password that is not a string', { password: 7 }],
  ])('with %s is 400', async (_what, body) => {
    const { client } = await newUser(service);
    expect(await client.post(path, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED' } },
    });
  });

  test('by password fails when the account has no password', async () => {
    const { client, id } = await newUser(service);
    await takePassword(service, id);
    expect(await client.post(path, { password })).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_CREDENTIALS' } },
    });
  });

  test("fails with someone else's code", async () => {
    const { client } = await newEnrolled(service);
    const other = await newEnrolled(service);
    expect((await client.post(path, { code: other.backupCodes[0] })).status).toBe(401);
    expect((await client.post(path, { code: nextCode(service, other.secret) })).status).toBe(401);
  });
});

describe('a failed reauthentication', () => {
  test('locks reauthentication at the fifth attempt, but not login', async () => {
    const { client, email, id } = await newUser(service);
    const seen: number[] = [];
    for (let count = 0; count < 5; count++) seen.push((await client.post(path, { password: wrong })).status);
    expect(seen).toEqual([401, 401, 401, 401, 423]);
    expect((await client.post(path, { password })).status).toBe(423);
    expect(await failures(service, email)).toBe(0);
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(200);
    expect((await service.audit(email)).map(({ action }) => action)).not.toContain(
      'SECURITY_REAUTHENTICATED',
    );
    service.clock.advance({ minutes: 16 });
    expect((await client.post(path, { password })).status).toBe(200);
    expect(await proofFailures(service, id)).toBe(0);
  });

  test('with one kind of secret counts together with the other kind', async () => {
    const { client, secret } = await newEnrolled(service);
    const code = wrongCode(secret, service.clock.now());
    const seen: unknown[] = [];
    for (const body of [{ code }, { password: wrong }, { code }, { password: wrong }, { code }]) {
      const { status, body: answer } = await client.post(path, body);
      seen.push([status, answer.error.code]);
    }
    expect(seen).toEqual([
      [401, 'TWO_FACTOR_CODE_INVALID'],
      [401, 'INVALID_CREDENTIALS'],
      [401, 'TWO_FACTOR_CODE_INVALID'],
      [401, 'INVALID_CREDENTIALS'],
      [423, 'ACCOUNT_LOCKED'],
    ]);
  });

  test('with a code is not cleared by a correct password', async () => {
    const { client, secret, id } = await newEnrolled(service);
    const code = wrongCode(secret, service.clock.now());
    for (let count = 0; count < 4; count++) await client.post(path, { code });
    expect((await client.post(path, { password })).status).toBe(200);
    expect(await proofFailures(service, id)).toBe(4);
    expect((await client.post(path, { code })).status).toBe(423);
  });

  test('is recorded with its reason', async () => {
    const { client, email } = await newUser(service);
    await client.post(path, { password: wrong });
    expect(await last(email)).toMatchObject({
      action: 'AUTH_LOGIN_FAILURE',
      metadata: { during: 'reauthentication', reason: 'wrong_password' },
    });
  });

  test('is counted only five times when thirty attempts arrive at once', async () => {
    const { client, id } = await newUser(service);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.post(path, { password: wrong })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status !== 401 && status !== 423)).toEqual([]);
    expect(await proofFailures(service, id)).toBe(5);
  });
});

describe('a backup code', () => {
  test('works once, for either reauthentication or login, even when used in parallel', async () => {
    const { client, backupCodes, id } = await newEnrolled(service);
    const [code = ''] = backupCodes;
    const logins = await startLogins(service, id, 2);
    const answers = await Promise.all([
      client.post(path, { code }),
      client.post(path, { code }),
      ...logins.map((login) => login.validate(code)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('a session that is ended while its password is being checked is not reauthenticated', async () => {
  const { client, id } = await newUser(service);
  const answer = await during(
    service,
    (tx) => tx`DELETE FROM sessions WHERE user_id = ${id}`,
    () => client.post(path, { password }),
  );
  expect([answer.status, answer.body.error?.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(await proofFailures(service, id)).toBe(0);
});

test('an ADMIN who still has to set up two-factor can reauthenticate', async () => {
  const { client } = await newStaff(service, 'ADMIN', { twoFactor: false });
  expect((await client.post(path, { password })).status).toBe(200);
});
