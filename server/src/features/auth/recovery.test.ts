import { started } from '@latchkey/server/testing/lifetime';
import { moveTo, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, moveAddress, takePassword } from '@latchkey/server/testing/standing';
import { tablesHolding } from '@latchkey/server/testing/tables';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const post = (path: string, body: Record<string, unknown>, { client } = service) =>
  client().post(`/api/auth/${path}`, body);
const login = (email: string, given = password) => post('login', { email, password: given });
const actions = async (email: string) => (await service.audit(email)).map(({ action }) => action);
const typesMailed = async (email: string) => {
  await service.mails(email);
  const rows = await service.sql<
    { type: string }[]
  >`SELECT type FROM emails WHERE to_address = ${email} ORDER BY id`;
  return rows.map(({ type }) => type);
};
const lock = async (email: string) => {
  for (let attempt = 1; attempt <= 5; attempt++) await login(email, 'Wrong-Horse-7');
};

describe('requesting an email reveals nothing about the account', () => {
  const unhurried = started(() =>
    startService({ database: service.database, clock: service.clock, unhurried: true }),
  );
  test.each(['forgot-password', 'resend-verification', 'request-unlock'])('%s', async (path) => {
    const { email } = await newUser(service);
    const time = async (address: string) => {
      const started = performance.now();
      const answer = await post(path, { email: address }, unhurried);
      return { answer, ms: performance.now() - started };
    };
    const known = await time(email);
    const unknown = await time('nobody@example.com');
    expect(known.answer.status).toBe(200);
    expect(known.answer.body).toEqual(unknown.answer.body);
    expect(Object.keys(known.answer.body)).toEqual(['message']);
    // Both take as long as the slower case: neither answers before that could have finished.
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(140);
    expect(await service.mails('nobody@example.com')).toEqual([]);
  });
});

describe('verifying an email', () => {
  test('works once, with the emailed token', async () => {
    const { email, client } = await newUser(service);
    const token = await service.mailedToken(email);
    const answer = await post('verify-email', { token, password });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      email,
      emailVerified: true,
      emailVerifiedAt: expect.any(String),
    });
    expect((await client.get('/api/auth/me')).body.user.emailVerified).toBe(true);
    expect(await actions(email)).toContain('SECURITY_EMAIL_VERIFIED');
    const again = await post('verify-email', { token, password });
    expect(again.status).toBe(400);
    expect(again.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'TOKEN_INVALID' });
  });

  test('shows an ADMIN their lock, as every answer does', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const token = await service.mailedToken(admin.email);
    const verified = await admin.client.post('/api/auth/verify-email', { token });
    expect(verified.body.user).toMatchObject({ id: admin.id, lockedUntil: null });
  });

  test('works for 24 hours', async () => {
    const early = await newUser(service);
    const late = await newUser(service);
    service.clock.advance({ hours: 24, seconds: -5 });
    expect(
      (await post('verify-email', { token: await service.mailedToken(early.email), password })).status,
    ).toBe(200);
    service.clock.advance({ seconds: 6 });
    expect(
      (await post('verify-email', { token: await service.mailedToken(late.email), password })).status,
    ).toBe(400);
  });

  test('fails with a link sent to an address the account no longer uses', async () => {
    const { email, id, client } = await newUser(service);
    const token = await service.mailedToken(email);
    await moveAddress(service, id, `left-${email}`);
    expect((await post('verify-email', { token, password })).body.error.code).toBe('TOKEN_INVALID');
    expect((await client.get('/api/auth/me')).body.user.emailVerified).toBe(false);
  });

  test('can be requested again until it is done, which invalidates the earlier link', async () => {
    const { email } = await newUser(service);
    const first = await service.mailedToken(email);
    await post('resend-verification', { email });
    const second = await service.mailedToken(email);
    expect(second).not.toBe(first);
    expect((await post('verify-email', { token: first, password })).status).toBe(400);
    expect((await post('verify-email', { token: second, password })).status).toBe(200);
    await post('resend-verification', { email });
    expect(await typesMailed(email)).toEqual(['verification', 'verification']);
  });

  test('verifies only the address the link was sent to', async () => {
    const { email, client } = await newUser(service);
    const token = await service.mailedToken(email);
    expect((await moveTo(service, client, `moved-${email}`)).status).toBe(200);
    expect((await post('verify-email', { token, password })).body.error.code).toBe('TOKEN_INVALID');
  });
});

describe('a password reset', () => {
  const reset = async (email: string, next: string) => {
    await post('forgot-password', { email });
    return post('reset-password', { token: await service.mailedToken(email), password: next });
  };

  test('works once, with the emailed token', async () => {
    const { email } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    const answer = await post('reset-password', {
      token,
      password: 'Brand-New-1',
      confirmPassword: 'Brand-New-1',
    });
    expect(answer.status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, 'Brand-New-1')).status).toBe(200);
    expect((await post('reset-password', { token, password: 'Brand-New-2' })).body.error.code).toBe(
      'TOKEN_INVALID',
    );
    expect(await actions(email)).toEqual(
      expect.arrayContaining(['SECURITY_PASSWORD_RESET_REQUESTED', 'SECURITY_PASSWORD_RESET']),
    );
    expect(await typesMailed(email)).toEqual(['verification', 'password_reset', 'password_changed']);
  });

  test('ends every session and remembered login, lifts a lock and verifies the address', async () => {
    const { email, client } = await newUser(service);
    const remembered = service.client();
    await remembered.post('/api/auth/login', { email, password, rememberMe: true });
    await lock(email);
    expect((await reset(email, 'Brand-New-1')).status).toBe(200);
    for (const old of [client, remembered]) expect((await old.get('/api/auth/me')).status).toBe(401);
    const answer = await login(email, 'Brand-New-1');
    expect(answer.status).toBe(200);
    expect(answer.body.user.emailVerified).toBe(true);
    expect(await actions(email)).toEqual(
      expect.arrayContaining([
        'SECURITY_ALL_SESSIONS_REVOKED',
        'SECURITY_ACCOUNT_UNLOCKED',
        'SECURITY_EMAIL_VERIFIED',
      ]),
    );
  });

  test('fails with a link sent to an address the account no longer uses', async () => {
    const { email, id } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    await moveAddress(service, id, `left-${email}`);
    const answer = await post('reset-password', { token, password: 'Better-Horse-8' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'TOKEN_INVALID']);
  });

  test('fails for a deactivated user, without comparing the new password with the old ones', async () => {
    const { email, id } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    await deactivate(service, id);
    for (const next of [password, 'Brand-New-1'])
      expect((await post('reset-password', { token, password: next })).body.error.code).toBe('TOKEN_INVALID');
  });

  test('works for one hour', async () => {
    const { email } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    service.clock.advance({ minutes: 59, seconds: 58 });
    expect((await post('reset-password', { token, password })).body.error.code).toBe('PASSWORD_REUSED');
    service.clock.advance({ seconds: 3 });
    expect((await post('reset-password', { token, password: 'Brand-New-1' })).body.error.code).toBe(
      'TOKEN_INVALID',
    );
  });

  test('that is refused does not use up the token', async () => {
    const { email } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    expect((await post('reset-password', { token, password: 'weak' })).status).toBe(400);
    const reused = await post('reset-password', { token, password });
    expect(reused.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'PASSWORD_REUSED' });
    expect(
      (await post('reset-password', { token, password: 'Brand-New-1', confirmPassword: 'Other-New-1' }))
        .status,
    ).toBe(400);
    expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(200);
  });

  test('refuses the last five passwords', async () => {
    const { email } = await newUser(service);
    const chain = [password, 'Password-2', 'Password-3', 'Password-4', 'Password-5', 'Password-6'];
    for (const next of chain.slice(1)) expect((await reset(email, next)).status).toBe(200);
    for (const used of chain.slice(1))
      expect((await reset(email, used)).body.error.code).toBe('PASSWORD_REUSED');
    expect((await reset(email, password)).status).toBe(200);
  });

  test('in parallel with one token succeeds only once', async () => {
    const { email } = await newUser(service);
    await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => post('reset-password', { token, password: `Brand-New-${nth}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error?.code === 'TOKEN_INVALID')).toHaveLength(9);
  });

  test('sets the first password on an account without one', async () => {
    const { email, id } = await newUser(service);
    await takePassword(service, id);
    expect((await reset(email, 'First-Ever-1')).status).toBe(200);
    expect((await login(email, 'First-Ever-1')).status).toBe(200);
  });

  test('sends no email for a deactivated account', async () => {
    const { email, id } = await newUser(service);
    await deactivate(service, id);
    await post('forgot-password', { email });
    expect(await typesMailed(email)).toEqual(['verification']);
  });

  test('leaves old and new passwords in the database only as hashes of cost 12', async () => {
    const costly = await startService({ bcryptCost: 12 });
    const { id, email } = await newUser(costly);
    await costly.client().post('/api/auth/forgot-password', { email });
    const next = { token: await costly.mailedToken(email), password: 'Brand-New-1' };
    expect((await costly.client().post('/api/auth/reset-password', next)).status).toBe(200);
    const hashes = await costly.sql<{ hash: string }[]>`
      SELECT password_hash AS hash FROM users WHERE id = ${id}
      UNION ALL SELECT password_hash FROM password_history WHERE user_id = ${id}`;
    expect(hashes.length).toBeGreaterThan(1);
    for (const { hash } of hashes) expect(hash).toMatch(/^\$2[aby]\$12\$/);
    for (const secret of [password, 'Brand-New-1'])
      expect(await tablesHolding(costly.sql, secret)).toEqual([]);
  });
});

describe('a locked account', () => {
  test('is unlocked once, with the emailed token', async () => {
    const { email } = await newUser(service);
    await lock(email);
    await post('request-unlock', { email });
    const token = await service.mailedToken(email);
    expect((await post('verify-unlock', { token })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect((await post('verify-unlock', { token })).body.error.code).toBe('TOKEN_INVALID');
    const entry = (await service.audit(email)).find(({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED');
    expect(entry?.metadata).toEqual({ reason: 'link' });
    expect(await typesMailed(email)).toEqual(['verification', 'account_locked', 'account_unlock']);
  });

  test('is not unlocked by a link sent to an address it no longer uses', async () => {
    const { email, id } = await newUser(service);
    await lock(email);
    await post('request-unlock', { email });
    const token = await service.mailedToken(email);
    await moveAddress(service, id, `left-${email}`);
    expect((await post('verify-unlock', { token })).body.error.code).toBe('TOKEN_INVALID');
  });

  test('can be unlocked with the link for one hour', async () => {
    const requested = async () => {
      const { email } = await newUser(service);
      await lock(email);
      await post('request-unlock', { email });
      return service.mailedToken(email);
    };
    const [early, late] = [await requested(), await requested()];
    service.clock.advance({ hours: 1, seconds: -30 });
    expect((await post('verify-unlock', { token: early })).status).toBe(200);
    service.clock.advance({ seconds: 31 });
    const answer = await post('verify-unlock', { token: late });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'TOKEN_INVALID']);
  });

  test('is the only kind that is sent an unlock link', async () => {
    const { email } = await newUser(service);
    await post('request-unlock', { email });
    expect(await typesMailed(email)).toEqual(['verification']);
  });
});

test.each(['verify-email', 'verify-unlock'])('%s refuses a malformed token', async (path) => {
  for (const token of ['', 'x', 'x'.repeat(2000), 7, null, undefined, { a: 1 }]) {
    const answer = await post(path, { token });
    expect(answer.status).toBe(400);
  }
});

describe.each(['verify-email', 'verify-unlock', 'reset-password'])('a token for %s', (own) => {
  test('is refused for everything else, which does not use it up', async () => {
    const { email } = await newUser(service);
    if (own === 'verify-unlock') await lock(email).then(() => post('request-unlock', { email }));
    if (own === 'reset-password') await post('forgot-password', { email });
    const token = await service.mailedToken(email);
    const use = (path: string) =>
      post(path, { token, password: path === 'verify-email' ? password : 'Brand-New-1' });
    const paths = ['verify-email', 'verify-unlock', 'reset-password', 'undo-email-change'];
    for (const path of paths.filter((each) => each !== own))
      expect([path, (await use(path)).body.error?.code]).toEqual([path, 'TOKEN_INVALID']);
    expect((await use(own)).status).toBe(200);
  });
});
