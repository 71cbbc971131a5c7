import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, takePassword } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';
import { takeSlot } from '../../identity/attempts/attempt-store.ts';

const service = started(startService);

const login = (body: Record<string, unknown>, client = service.client()) =>
  client.post('/api/auth/login', body);

/** The parts of an error that must not differ between two refusals. */
function comparable({ status, body }: { status: number; body: { error: Record<string, unknown> } }) {
  const { requestId: _id, timestamp: _at, ...error } = body.error;
  return { status, error };
}

describe('a login', () => {
  test('returns the user, tokens and four cookies as specified', async () => {
    const { email } = await newUser(service);
    const answer = await login({ email: ` ${email.toUpperCase()}`, password, rememberMe: true });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['csrfToken', 'message', 'tokens', 'user']);
    expect(answer.body.tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      tokenType: 'Bearer',
      expiresIn: 900,
    });
    expect(answer.body.user.lastLoginAt).not.toBeNull();
    const week = 7 * 86_400;
    const month = 30 * 86_400;
    expect(answer.cookies).toMatchObject({
      latchkey_session: { httpOnly: true, sameSite: 'lax', path: '/', maxAge: month },
      csrf_token: { sameSite: 'strict', path: '/', maxAge: week },
      refresh_token: { httpOnly: true, sameSite: 'lax', path: '/api/auth', maxAge: week },
      remember_me: { httpOnly: true, sameSite: 'lax', path: '/', maxAge: month },
    });
    expect(answer.cookies.csrf_token?.httpOnly).toBeFalsy();
    expect(answer.cookies.remember_me?.value).toMatch(/^[\da-f-]{36}:[\w-]+$/);
  });

  test('without rememberMe lasts seven days and sets no remember_me cookie', async () => {
    const { email } = await newUser(service);
    const answer = await login({ email, password });
    expect(answer.cookies.latchkey_session?.maxAge).toBe(7 * 86_400);
    expect(answer.cookies).not.toHaveProperty('remember_me');
  });

  test('marks its cookies Secure in production', async () => {
    const production = await startService({
      env: {
        NODE_ENV: 'production',
        BASE_URL: 'https://id.example.com',
        DATABASE_URL: 'postgres://x',
        SMTP_URL: 'smtp://x',
      },
    });
    const { email } = await newUser(production);
    const answer = await production.client().post('/api/auth/login', { email, password });
    expect(Object.values(answer.cookies).map(({ secure }) => secure)).toEqual([true, true, true]);
  });

  test('issues a 15-minute access token with exactly six claims that identifies its session', async () => {
    const { email, id } = await newUser(service);
    const { body } = await login({ email, password });
    const claims = JSON.parse(Buffer.from(body.tokens.accessToken.split('.')[1], 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual(['email', 'exp', 'iat', 'jti', 'role', 'sub']);
    expect(claims).toMatchObject({ sub: id, email, role: 'USER' });
    expect(claims.exp - claims.iat).toBe(900);
    const sessions = await service.sql`SELECT id FROM sessions WHERE user_id = ${id}`;
    expect(sessions.map((session) => session.id)).toContain(claims.jti.split('.')[0]);
  });

  test('tells an ADMIN without two-factor to set it up, and shows them lockedUntil', async () => {
    const { email } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const answer = await login({ email, password });
    expect(answer.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
    expect(answer.body.user.lockedUntil).toBeNull();
  });

  test('tells every user to set up two-factor if it is required for everyone', async () => {
    const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const { client, email } = await newUser(strict);
    const answer = await strict.client().post('/api/auth/login', { email, password });
    expect(answer.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
    expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(true);
  });

  test('is not refused for an unverified email', async () => {
    const { email } = await newUser(service);
    const answer = await login({ email, password });
    expect(answer.body.user.emailVerified).toBe(false);
    expect(answer.status).toBe(200);
  });

  test('is recorded with IP address, user agent and organization', async () => {
    const { email, id, organizationId, client } = await newUser(service);
    const entry = (await service.audit(email)).find(({ action }) => action === 'AUTH_LOGIN_SUCCESS');
    expect(entry).toMatchObject({
      userId: id,
      category: 'authentication',
      organizationId,
      ipAddress: client.ipAddress,
      userAgent: client.userAgent,
      metadata: { method: 'password' },
    });
  });
});

describe('the same 401', () => {
  test('is returned for a wrong password, an unknown email, a passwordless account or a deactivated one', async () => {
    const [wrong, social, inactive] = await Promise.all([
      newUser(service),
      newUser(service),
      newUser(service),
    ]);
    await takePassword(service, social.id);
    await deactivate(service, inactive.id);
    const answers = [
      await login({ email: wrong.email, password: 'Wrong-Horse-7' }),
      await login({ email: 'nobody@example.com', password }),
      await login({ email: social.email, password }),
      await login({ email: inactive.email, password }),
    ];
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? answer));
    expect(answers[0]?.body.error).toMatchObject({
      type: 'AUTHENTICATION_ERROR',
      code: 'INVALID_CREDENTIALS',
      details: {},
    });
    const reasons = (await service.audit())
      .filter(({ action }) => action === 'AUTH_LOGIN_FAILURE')
      .map(({ metadata }) => metadata.reason);
    expect(reasons).toEqual(['wrong_password', 'unknown_email', 'no_password', 'inactive']);
  });

  test('takes about the same CPU work in all four cases', async () => {
    const costly = await startService({ bcryptCost: 10 });
    const [wrong, social, inactive] = [await newUser(costly), await newUser(costly), await newUser(costly)];
    await takePassword(costly, social.id);
    await deactivate(costly, inactive.id);
    const emails = ['nobody@example.com', wrong.email, social.email, inactive.email];
    // CPU work, not time, which depends on what else the machine is doing.
    const least = emails.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < 5; round++) {
      await costly.sql`DELETE FROM attempts`;
      for (const [at, email] of emails.entries()) {
        const before = process.cpuUsage();
        await costly.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
        least[at] = Math.min(least[at] ?? 0, process.cpuUsage(before).user);
      }
    }
    const [unknown = 0, ...known] = least;
    for (const work of known) {
      expect(work / unknown).toBeGreaterThan(0.6);
      expect(work / unknown).toBeLessThan(1.6);
    }
  });
});

describe('the lock', () => {
  const fail = (email: string) => login({ email, password: 'Wrong-Horse-7' });

  test('starts with the fifth failure and holds even for the correct password', async () => {
    const { email } = await newUser(service);
    for (let attempt = 1; attempt <= 4; attempt++) expect((await fail(email)).status).toBe(401);
    const fifth = await fail(email);
    expect(fifth.status).toBe(423);
    const { details, ...error } = fifth.body.error;
    expect(error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'ACCOUNT_LOCKED' });
    expect(details.retryAfterSeconds).toBeGreaterThan(895);
    expect(Date.parse(details.lockedUntil) - service.clock.now().getTime()).toBeLessThanOrEqual(900_000);
    expect(Number(fifth.headers.get('retry-after'))).toBe(details.retryAfterSeconds);
    expect((await login({ email, password })).status).toBe(423);
  });

  test('is recorded and emailed once, with a link to request an unlock', async () => {
    const { email } = await newUser(service);
    for (let attempt = 1; attempt <= 7; attempt++) await fail(email);
    const locked = (await service.audit(email)).filter(({ action }) => action === 'SECURITY_ACCOUNT_LOCKED');
    expect(locked).toHaveLength(1);
    const mails = (await service.mails(email)).filter(({ text }) =>
      /^http:\/\/latchkey\.test\/request-unlock$/m.test(text),
    );
    expect(mails).toHaveLength(1);
  });

  test('expires after 15 minutes, not before, and the expiry is recorded', async () => {
    const { email } = await newUser(service);
    for (let attempt = 1; attempt <= 5; attempt++) await fail(email);
    service.clock.advance({ minutes: 14, seconds: 58 });
    expect((await login({ email, password })).status).toBe(423);
    service.clock.advance({ seconds: 3 });
    expect((await login({ email, password })).status).toBe(200);
    const unlocked = (await service.audit(email)).find(
      ({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED',
    );
    expect(unlocked?.metadata).toEqual({ reason: 'expired' });
  });

  test('starts a new count once it has expired', async () => {
    const { email } = await newUser(service);
    for (let attempt = 1; attempt <= 5; attempt++) await fail(email);
    service.clock.advance({ minutes: 15, seconds: 1 });
    for (let attempt = 1; attempt <= 4; attempt++) expect((await fail(email)).status).toBe(401);
    expect((await fail(email)).status).toBe(423);
  });

  test('counts only consecutive failures: a success resets the count', async () => {
    const { email } = await newUser(service);
    for (let attempt = 1; attempt <= 4; attempt++) await fail(email);
    expect((await login({ email, password })).status).toBe(200);
    for (let attempt = 1; attempt <= 4; attempt++) expect((await fail(email)).status).toBe(401);
  });

  test('applies to an unknown email in the same way', async () => {
    const email = 'ghost@example.com';
    const answers = [];
    for (let attempt = 1; attempt <= 6; attempt++) answers.push((await fail(email)).status);
    expect(answers).toEqual([401, 401, 401, 401, 423, 423]);
  });

  test('lets at most five of 50 parallel wrong passwords be evaluated', async () => {
    const { email } = await newUser(service);
    const answers = await Promise.all(Array.from({ length: 50 }, () => fail(email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(46);
    const reasons = (await service.audit(email))
      .filter(({ action }) => action === 'AUTH_LOGIN_FAILURE')
      .map(({ metadata }) => metadata.reason);
    expect(reasons.filter((reason) => reason === 'wrong_password')).toHaveLength(5);
  });

  test('does not refuse correct passwords in parallel', async () => {
    const { email } = await newUser(service);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login({ email, password })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });

  test('releases the slots of attempts whose node crashed midway', async () => {
    const { email } = await newUser(service);
    const subject = { kind: 'address', email, user: undefined } as const;
    for (let place = 1; place <= 5; place++) await takeSlot(service.sql, subject, service.clock.now());
    service.clock.advance({ seconds: 61 });
    expect((await login({ email, password })).status).toBe(200);
  });
});

describe('the new-device email', () => {
  const firefox = (system: string, version: number) =>
    `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const newDeviceMails = async (email: string) =>
    (await service.mails(email)).filter(({ text }) => text.includes('/profile/security'));

  test('is not sent for the first login after registration', async () => {
    const { email } = await newUser(service);
    expect(await newDeviceMails(email)).toHaveLength(0);
  });

  test.each<[string, string, { userAgent?: string; ipAddress?: string }]>([
    ['another browser on the same system', 'Chrome on Linux', { userAgent: chrome }],
    [
      'the same browser on another system',
      'Firefox on macOS',
      { userAgent: firefox('Macintosh; Intel Mac OS X 14.0', 140) },
    ],
    ['the same browser in another network', 'Firefox on Linux', { ipAddress: '203.0.113.9' }],
  ])('is sent once for %s', async (_what, device, { userAgent, ipAddress }) => {
    const { email, client } = await newUser(service);
    const other = service.client(ipAddress ?? client.ipAddress);
    other.userAgent = userAgent ?? client.userAgent;
    await login({ email, password }, other);
    await login({ email, password }, other);
    expect(await newDeviceMails(email)).toMatchObject([{ text: expect.stringContaining(device) }]);
  });

  test('is not sent for a newer version of the same browser', async () => {
    const { email, client } = await newUser(service);
    const updated = service.client(client.ipAddress);
    updated.userAgent = firefox('X11; Linux x86_64', 155);
    await login({ email, password }, updated);
    expect(await newDeviceMails(email)).toEqual([]);
  });

  test('is not sent for the same browser at another address in the same network', async () => {
    const { email } = await newUser(service);
    await login({ email, password }, service.client('198.51.100.7'));
    const before = (await newDeviceMails(email)).length;
    await login({ email, password }, service.client('198.51.100.200'));
    expect(await newDeviceMails(email)).toHaveLength(before);
  });

  test('is sent for a device not seen for 30 days', async () => {
    const { email, client } = await newUser(service);
    service.clock.advance({ days: 30, seconds: 1 });
    await login({ email, password }, service.client(client.ipAddress));
    expect(await newDeviceMails(email)).toHaveLength(1);
  });
});
