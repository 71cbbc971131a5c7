import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, sessionRows } from '@latchkey/server/testing/standing';
import {
  actions,
  enroll,
  failures,
  newEnrolled,
  nextCode,
  startLogin,
  startLogins,
  stepMs,
  toStepStart,
  totp,
  wrongCode,
} from '@latchkey/server/testing/two-factor';
import { expect, test } from 'vitest';

const service = started(startService);

const minutes5 = 5 * 60_000;
const count = (all: string[], one: string) => all.filter((action) => action === one).length;
const sessionsOf = async (id: string) => (await sessionRows(service, id)).length;

test('with two-factor on, the password gives a pending token and no session', async () => {
  const { email, id } = await newEnrolled(service);
  const before = await sessionsOf(id);
  const client = service.client();
  const login = await client.post('/api/auth/login', { email, password });
  expect(login.status).toBe(200);
  expect(Object.keys(login.body).sort()).toEqual(['methods', 'pendingToken', 'requiresTwoFactor']);
  expect(login.body.requiresTwoFactor).toBe(true);
  expect(login.cookies).toEqual({});
  expect(await sessionsOf(id)).toBe(before);
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect(
    (await client.get('/api/auth/me', { headers: { authorization: `Bearer ${login.body.pendingToken}` } }))
      .status,
  ).toBe(401);
  expect(count(await actions(service, email), 'AUTH_LOGIN_SUCCESS')).toBe(1);
});

test('a correct code completes the login: session, cookies, tokens and events, without warnings', async () => {
  const { email, id, secret } = await newEnrolled(service);
  const { client, validate } = await startLogin(service, email);
  const answer = await validate(nextCode(service, secret));
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual(['csrfToken', 'message', 'tokens', 'user']);
  expect(answer.body.user).toMatchObject({ id, email, twoFactorEnabled: true });
  expect(answer.body.tokens).toMatchObject({ tokenType: 'Bearer', expiresIn: 900 });
  expect(Object.keys(answer.cookies).sort()).toEqual(['csrf_token', 'latchkey_session', 'refresh_token']);
  expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
  expect((await actions(service, email)).slice(-2)).toEqual(['AUTH_2FA_SUCCESS', 'AUTH_LOGIN_SUCCESS']);
  expect((await service.audit(email)).at(-1)?.metadata.method).toBe('password');
});

test('rememberMe from the password step applies to the whole login', async () => {
  const { email, secret } = await newEnrolled(service);
  const remembered = await startLogin(service, email, { rememberMe: true });
  const answer = await remembered.validate(nextCode(service, secret));
  expect(answer.cookies.remember_me?.maxAge).toBe(30 * 86_400);
  const plain = await startLogin(service, email, { rememberMe: false });
  const { pendingToken } = plain;
  const code = nextCode(service, secret);
  const other = await plain.client.post('/api/auth/2fa/validate', { pendingToken, code, rememberMe: true });
  expect(other.status).toBe(200);
  expect(other.cookies.remember_me).toBeUndefined();
});

test('a wrong code is 401, counts as a failed login and leaves the pending token valid', async () => {
  const { email, secret } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  const wrong = await validate(wrongCode(secret, service.clock.now()));
  expect(wrong.status).toBe(401);
  expect(wrong.body.error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'TWO_FACTOR_CODE_INVALID' });
  expect(await failures(service, email)).toBe(1);
  const entry = (await service.audit(email)).at(-1);
  expect(entry).toMatchObject({ action: 'AUTH_2FA_FAILURE', metadata: { reason: 'wrong_code' } });
  expect((await validate(nextCode(service, secret))).status).toBe(200);
});

test('wrong passwords and codes share one count, which only a complete login clears', async () => {
  const { email, secret } = await newEnrolled(service);
  await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  const { validate } = await startLogin(service, email);
  await validate(wrongCode(secret, service.clock.now()));
  expect(await failures(service, email)).toBe(2);
  await startLogin(service, email);
  expect(await failures(service, email)).toBe(2);
  expect((await validate(nextCode(service, secret))).status).toBe(200);
  expect(await failures(service, email)).toBe(0);
});

test('the fifth wrong code is 423, locks the account and emails its owner', async () => {
  const { email, secret } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  for (let attempt = 1; attempt <= 4; attempt++)
    expect((await validate(wrongCode(secret, service.clock.now()))).status).toBe(401);
  const fifth = await validate(wrongCode(secret, service.clock.now()));
  expect(fifth.status).toBe(423);
  expect(fifth.body.error.details).toEqual({ lockedUntil: expect.any(String), retryAfterSeconds: 900 });
  expect(fifth.headers.get('retry-after')).toBe('900');
  expect((await service.mails(email)).at(-1)?.subject).toBe('Your account is locked');
  const right = await validate(nextCode(service, secret));
  expect(right.status).toBe(423);
  expect((await service.audit(email)).at(-1)).toMatchObject({
    action: 'AUTH_2FA_FAILURE',
    metadata: { reason: 'locked' },
  });
  expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(423);
});

test('a locked account cannot validate one second before the lock ends, but can one second after', async () => {
  const { email, id, secret } = await newEnrolled(service);
  await service.clock.hold(async () => {
    const { validate } = await startLogin(service, email);
    // Only the lock should end here, so the token is made to outlive it.
    const inAnHour = new Date(service.clock.now().getTime() + 3_600_000);
    await service.sql`UPDATE pending_logins SET expires_at = ${inAnHour} WHERE user_id = ${id}`;
    for (let attempt = 1; attempt <= 5; attempt++) await validate(wrongCode(secret, service.clock.now()));
    service.clock.advance({ minutes: 15, seconds: -1 });
    expect((await validate(totp(secret, service.clock.now()))).status).toBe(423);
    service.clock.advance({ seconds: 2 });
    expect((await validate(totp(secret, service.clock.now()))).status).toBe(200);
  });
});

test('only five of thirty parallel wrong codes on thirty tokens are checked', async () => {
  const { email, id, secret } = await newEnrolled(service);
  const logins = await startLogins(service, id, 30);
  const code = wrongCode(secret, service.clock.now());
  const answers = await Promise.all(logins.map(({ validate }) => validate(code)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 423)).toHaveLength(26);
  expect(count(await actions(service, email), 'SECURITY_ACCOUNT_LOCKED')).toBe(1);
});

test('a pending token works until a second before five minutes, and not a second after', async () => {
  const { email, secret } = await newEnrolled(service);
  await service.clock.hold(async () => {
    const early = await startLogin(service, email);
    service.clock.advance({ ms: minutes5 - 1000 });
    expect((await early.validate(totp(secret, service.clock.now()))).status).toBe(200);
    const late = await startLogin(service, email);
    service.clock.advance({ ms: minutes5 + 1000 });
    const dead = await late.validate(totp(secret, service.clock.now()));
    expect(dead.status).toBe(401);
    expect(dead.body.error.code).toBe('PENDING_TOKEN_INVALID');
  });
});

test('a pending token works for only one login', async () => {
  const { email, secret, backupCodes } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  expect((await validate(nextCode(service, secret))).status).toBe(200);
  const again = await validate(backupCodes[0] ?? '');
  expect(again.body.error.code).toBe('PENDING_TOKEN_INVALID');
  expect(await failures(service, email)).toBe(0);
});

test('an expired pending token uses up no backup code or time step, and counts no failure', async () => {
  const { email, id, secret, backupCodes } = await newEnrolled(service);
  const dead = await startLogin(service, email);
  service.clock.advance({ ms: minutes5 + 1000 });
  const code = totp(secret, service.clock.now());
  for (const given of [code, backupCodes[0] ?? '', wrongCode(secret, service.clock.now())])
    expect((await dead.validate(given)).body.error.code).toBe('PENDING_TOKEN_INVALID');
  expect(await failures(service, email)).toBe(0);
  expect(
    await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id} AND used_at IS NOT NULL`,
  ).toHaveLength(0);
  const live = await startLogin(service, email);
  expect((await live.validate(code)).status).toBe(200);
});

test('unknown and blank pending tokens are refused as invalid, and malformed ones with 400', async () => {
  const validate = (pendingToken: unknown) =>
    service.client().post('/api/auth/2fa/validate', { pendingToken, code: '123456' });
  expect((await validate('A'.repeat(43))).body.error.code).toBe('PENDING_TOKEN_INVALID');
  expect((await validate(' ')).body.error.code).toBe('PENDING_TOKEN_INVALID');
  for (const malformed of ['', undefined, 7, 'A'.repeat(1001), 'a\0b'])
    expect((await validate(malformed)).status).toBe(400);
});

test('changing the password invalidates the pending token', async () => {
  const { client, email, secret } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  const changed = await client.post('/api/users/profile', {
    password: 'Another-Horse-8',
    currentPassword: password,
  });
  expect(changed.status).toBe(200);
  expect((await validate(nextCode(service, secret))).body.error.code).toBe('PENDING_TOKEN_INVALID');
});

test('resetting the password invalidates the pending token', async () => {
  const { email, secret } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  await service.client().post('/api/auth/forgot-password', { email });
  const token = await service.mailedToken(email);
  await service.client().post('/api/auth/reset-password', { token, password: 'Another-Horse-8' });
  expect((await validate(nextCode(service, secret))).body.error.code).toBe('PENDING_TOKEN_INVALID');
});

test('a deactivated user cannot finish a login', async () => {
  const { email, id, secret } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  await deactivate(service, id);
  expect((await validate(nextCode(service, secret))).body.error.code).toBe('PENDING_TOKEN_INVALID');
  expect(await failures(service, email)).toBe(0);
});

test('turning two-factor off invalidates the pending token', async () => {
  const { client, email, secret, backupCodes } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  const off = await client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
  expect(off.status).toBe(200);
  expect((await validate(backupCodes[0] ?? '')).body.error.code).toBe('PENDING_TOKEN_INVALID');
});

test('an accepted code is not accepted again, whether after verify or after login', async () => {
  const { client, email } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const first = totp(secret, service.clock.now());
  expect((await client.post('/api/auth/2fa/verify', { code: first })).status).toBe(200);
  const { validate } = await startLogin(service, email);
  expect((await validate(first)).body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  const second = nextCode(service, secret);
  expect((await validate(second)).status).toBe(200);
  const replay = await (await startLogin(service, email)).validate(second);
  expect(replay.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  expect((await service.audit(email)).at(-1)?.metadata).toMatchObject({ reason: 'used_code' });
});

test('after a code from the next step is used, earlier codes are refused', async () => {
  const { email, secret } = await newEnrolled(service);
  service.clock.advance({ minutes: 2 });
  await service.clock.hold(async () => {
    const now = service.clock.now();
    expect((await (await startLogin(service, email)).validate(totp(secret, now, 1))).status).toBe(200);
    const { validate } = await startLogin(service, email);
    for (const away of [-1, 0, 1]) expect((await validate(totp(secret, now, away))).status).toBe(401);
    expect((await validate(nextCode(service, secret))).status).toBe(401);
    expect((await validate(nextCode(service, secret))).status).toBe(200);
  });
});

test('at login, a code can be one step early or late but no more, a second from the step boundary', async () => {
  for (const [ms, away, status] of [
    [1000, -1, 200],
    [1000, -2, 401],
    [stepMs - 1000, 1, 200],
    [stepMs - 1000, 2, 401],
  ] as const) {
    const { email, secret } = await newEnrolled(service);
    service.clock.advance({ minutes: 2 });
    const answer = await service.clock.hold(async () => {
      const code = totp(secret, toStepStart(service, { ms }), away);
      return (await startLogin(service, email)).validate(code);
    });
    expect(answer.status, `${ms} ms into the step, ${away} steps away`).toBe(status);
  }
});

test('a backup code logs in once, and reusing it is refused and counts as a failure', async () => {
  const { email, backupCodes } = await newEnrolled(service);
  const [code = ''] = backupCodes;
  const answer = await (await startLogin(service, email)).validate(code);
  expect(answer.status).toBe(200);
  expect(answer.body.warnings).toBeUndefined();
  expect((await actions(service, email)).slice(-3)).toEqual([
    'AUTH_2FA_BACKUP_USED',
    'AUTH_2FA_SUCCESS',
    'AUTH_LOGIN_SUCCESS',
  ]);
  const again = await (await startLogin(service, email)).validate(code);
  expect(again.status).toBe(401);
  expect(again.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  expect(await failures(service, email)).toBe(1);
});

test('a backup code is accepted with any spaces, dashes or case', async () => {
  const { email, backupCodes } = await newEnrolled(service);
  const written = [
    (code: string) => code.toLowerCase(),
    (code: string) => code.replace('-', ''),
    (code: string) => ` ${code.replace('-', ' ')} `,
    (code: string) => code.replace('-', ' – '),
    (code: string) => [...code.replace('-', '')].join('-'),
  ];
  for (const [at, write] of written.entries()) {
    const answer = await (await startLogin(service, email)).validate(write(backupCodes[at] ?? ''));
    expect(answer.status, write(backupCodes[at] ?? '')).toBe(200);
  }
});

test('a well-formed backup code that does not exist or belongs to someone else is wrong', async () => {
  const { email } = await newEnrolled(service);
  const other = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  for (const code of ['ZZZZ-ZZZZ', '0000-0000', other.backupCodes[0] ?? ''])
    expect((await validate(code)).body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  expect(await failures(service, email)).toBe(3);
  const theirs = await startLogin(service, other.email);
  expect((await theirs.validate(other.backupCodes[0] ?? '')).status).toBe(200);
});

test('a code in neither format is 400 and does not count', async () => {
  const { email } = await newEnrolled(service);
  const { validate } = await startLogin(service, email);
  for (const code of ['', '12345', '1234567', 'ABCD-EFG', 'ABCD-EFGHJ', 'ÄBCD-EFGH'])
    expect((await validate(code)).status, code).toBe(400);
  expect(await failures(service, email)).toBe(0);
});

test('the low-code warning starts with the seventh backup code, when three are left', async () => {
  const { email, secret, backupCodes } = await newEnrolled(service);
  const warnings: unknown[] = [];
  for (const code of backupCodes)
    warnings.push((await (await startLogin(service, email)).validate(code)).body.warnings);
  const low = (remainingBackupCodes: number) => ({ lowBackupCodes: true, remainingBackupCodes });
  expect(warnings).toEqual([...Array(6).fill(undefined), low(3), low(2), low(1), low(0)]);
  const byApp = await (await startLogin(service, email)).validate(nextCode(service, secret));
  expect(byApp.status).toBe(200);
  expect(byApp.body.warnings).toBeUndefined();
});

test('a secret moved to another user does not work there', async () => {
  const thief = await newEnrolled(service);
  const victim = await newEnrolled(service);
  await service.sql`
    UPDATE users SET two_factor_secret = (SELECT two_factor_secret FROM users WHERE id = ${thief.id}),
           two_factor_last_step = NULL WHERE id = ${victim.id}`;
  const { validate } = await startLogin(service, victim.email);
  expect((await validate(nextCode(service, thief.secret))).body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
});

test('a backup code moved to another user does not work there', async () => {
  const thief = await newEnrolled(service);
  const victim = await newEnrolled(service);
  await service.sql`UPDATE backup_codes SET user_id = ${victim.id} WHERE user_id = ${thief.id}`;
  const { validate } = await startLogin(service, victim.email);
  expect((await validate(thief.backupCodes[0] ?? '')).body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
});

test('an ADMIN logs in with a code and is not asked to set up two-factor', async () => {
  const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
  const { secret } = await enroll(service, admin.client);
  const answer = await (await startLogin(service, admin.email)).validate(nextCode(service, secret));
  expect(answer.status).toBe(200);
  expect(answer.body.requiresTwoFactorSetup).toBeUndefined();
  expect(answer.body.user.lockedUntil).toBeNull();
});

test('a page from another origin cannot complete a login', async () => {
  const { email, secret } = await newEnrolled(service);
  const { client, pendingToken } = await startLogin(service, email);
  const body = { pendingToken, code: nextCode(service, secret) };
  const forged = await client.post('/api/auth/2fa/validate', body, {
    headers: { origin: 'https://evil.example' },
  });
  expect(forged.body.error.code).toBe('FORBIDDEN_ORIGIN');
});

test('logs and later responses contain no secret, code or pending token', async () => {
  const { client, email, id, secret, backupCodes } = await newEnrolled(service);
  const { pendingToken, validate } = await startLogin(service, email);
  const [used = ''] = backupCodes;
  await validate(wrongCode(secret, service.clock.now()));
  await validate(used);
  const code = nextCode(service, secret);
  const replaced = await client.post('/api/auth/2fa/backup-codes', { code });
  expect(replaced.status).toBe(200);
  const log = service.logged.join('');
  const hidden = [secret, pendingToken, ...backupCodes, ...replaced.body.backupCodes];
  for (const value of [...hidden, ...backupCodes.map((shown) => shown.replace('-', ''))])
    expect(log).not.toContain(value);
  expect(log).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
  const reader = await clientFor(service, id);
  for (const path of ['/api/auth/me', '/api/users/profile', '/api/auth/sessions']) {
    const { status, text } = await reader.get(path);
    expect(status).toBe(200);
    for (const value of hidden) expect(text).not.toContain(value);
    expect(text).not.toMatch(/twoFactorSecret|secret/);
  }
});
