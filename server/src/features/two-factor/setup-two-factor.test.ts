import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import {
  actions,
  failures,
  newEnrolled,
  nextCode,
  startLogin,
  stepMs,
  toStepStart,
  totp,
  wrongCode,
} from '@latchkey/server/testing/two-factor';
import { toDataURL } from 'qrcode';
import { expect, test } from 'vitest';

const service = started(startService);

const stateOf = async (id: string) => {
  const [row] = await service.sql`
    SELECT two_factor_enabled, two_factor_verified, two_factor_secret, two_factor_last_step,
           (SELECT count(*)::int FROM backup_codes b WHERE b.user_id = u.id) AS codes
      FROM users u WHERE id = ${id}`;
  return row;
};

test('setup returns the secret in every form, its QR code and ten backup codes, and leaves two-factor off', async () => {
  const { client, id, email } = await newUser(service);
  const { status, body, headers } = await client.post('/api/auth/2fa/setup');
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual([
    'backupCodes',
    'manualEntryKey',
    'otpauthUrl',
    'qrCodeDataUrl',
    'secret',
  ]);
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(body.manualEntryKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(body.manualEntryKey.replaceAll(' ', '')).toBe(body.secret);
  const url = new URL(body.otpauthUrl);
  expect(url.protocol + url.host).toBe('otpauth:totp');
  expect(decodeURIComponent(url.pathname)).toBe(`/Latchkey:${email}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Latchkey',
    secret: body.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(body.qrCodeDataUrl).toBe(await toDataURL(body.otpauthUrl, { errorCorrectionLevel: 'L' }));
  expect(body.qrCodeDataUrl).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(new Set(body.backupCodes).size).toBe(10);
  for (const code of body.backupCodes)
    expect(code).toMatch(/^[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{4}-[ABCDEFGHJKLMNPQRSTUVWXYZ2-9]{4}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await stateOf(id)).toMatchObject({ twoFactorEnabled: false, twoFactorVerified: false, codes: 10 });
  expect((await client.get('/api/auth/me')).body.user.twoFactorEnabled).toBe(false);
});

test('while setup is pending, a login needs only the password', async () => {
  const { client, email } = await newUser(service);
  await client.post('/api/auth/2fa/setup');
  const login = await service.client().post('/api/auth/login', { email, password: 'Correct-Horse-7' });
  expect(login.body.tokens.accessToken).toEqual(expect.any(String));
});

test('the longest email address and issuer still fit in the QR code', async () => {
  const issuer = '鍵'.repeat(30);
  const named = await startService({ env: { TWO_FACTOR_ISSUER: issuer } });
  const email = `${'鍵'.repeat(251)}@x.y`;
  const { client } = await newUser(named, { email });
  const setup = await client.post('/api/auth/2fa/setup');
  expect(setup.status).toBe(200);
  expect(decodeURIComponent(new URL(setup.body.otpauthUrl).pathname)).toBe(`/${issuer}:${email}`);
});

test('setting up again while pending replaces the secret and the codes', async () => {
  const { client, id } = await newUser(service);
  const first = (await client.post('/api/auth/2fa/setup')).body;
  const second = (await client.post('/api/auth/2fa/setup')).body;
  expect(second.secret).not.toBe(first.secret);
  expect(second.backupCodes).not.toEqual(first.backupCodes);
  expect((await stateOf(id))?.codes).toBe(10);
  const now = service.clock.now();
  const old = await client.post('/api/auth/2fa/verify', { code: totp(first.secret, now) });
  expect(old.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  expect((await client.post('/api/auth/2fa/verify', { code: totp(second.secret, now) })).status).toBe(200);
});

test('ten parallel setups leave one secret and its ten codes', async () => {
  const { client, id, email } = await newUser(service);
  const setups = await Promise.all(Array.from({ length: 10 }, () => client.post('/api/auth/2fa/setup')));
  expect(setups.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await stateOf(id))?.codes).toBe(10);
  const now = service.clock.now();
  const kept: { secret: string; backupCodes: string[] }[] = [];
  for (const { body } of setups)
    if ((await client.post('/api/auth/2fa/verify', { code: totp(body.secret, now) })).status === 200)
      kept.push(body);
  expect(kept).toHaveLength(1);
  const [code = ''] = kept[0]?.backupCodes ?? [];
  expect((await (await startLogin(service, email)).validate(code)).status).toBe(200);
});

test('setup is 409 and changes nothing when two-factor is already on', async () => {
  const { client, id } = await newEnrolled(service);
  const before = await stateOf(id);
  const again = await client.post('/api/auth/2fa/setup');
  expect(again.status).toBe(409);
  expect(again.body.error.code).toBe('TWO_FACTOR_ENABLED');
  expect(await stateOf(id)).toEqual(before);
});

test('a setup in progress when two-factor is turned on does not replace the secret', async () => {
  const { client, id } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const late = await during(
    service,
    (tx) => tx`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`,
    () => client.post('/api/auth/2fa/setup'),
  );
  expect(late.status).toBe(409);
  const replaced = await client.post('/api/auth/2fa/backup-codes', {
    code: totp(secret, service.clock.now()),
  });
  expect(replaced.status).toBe(200);
});

test('the first correct code turns two-factor on, records it and emails the owner', async () => {
  const { client, id, email } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const verified = await client.post('/api/auth/2fa/verify', { code: totp(secret, service.clock.now()) });
  expect(verified.status).toBe(200);
  expect(Object.keys(verified.body).sort()).toEqual(['message', 'user']);
  expect(verified.body.user).toMatchObject({ id, twoFactorEnabled: true });
  expect(await stateOf(id)).toMatchObject({ twoFactorEnabled: true, twoFactorVerified: true, codes: 10 });
  expect((await service.audit(email)).at(-1)).toMatchObject({ action: 'AUTH_2FA_ENABLED', userId: id });
  expect((await service.mails(email)).at(-1)?.subject).toBe('Two-factor authentication is on');
  expect((await client.get('/api/auth/me')).body.user.twoFactorEnabled).toBe(true);
});

test('a wrong first code is 401 and recorded, leaves the setup pending, and can be retried', async () => {
  const { client, id, email } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  for (let attempt = 0; attempt < 7; attempt++) {
    const wrong = await client.post('/api/auth/2fa/verify', {
      code: wrongCode(secret, service.clock.now()),
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
  }
  expect(await stateOf(id)).toMatchObject({ twoFactorEnabled: false, twoFactorVerified: false, codes: 10 });
  expect((await actions(service, email)).filter((action) => action === 'AUTH_2FA_FAILURE')).toHaveLength(7);
  expect(await failures(service, email)).toBe(0);
  const right = await client.post('/api/auth/2fa/verify', { code: totp(secret, service.clock.now()) });
  expect(right.status).toBe(200);
});

test('a code can be one step early or late but no more, a second from either step boundary', async () => {
  for (const [ms, away, status] of [
    [1000, -1, 200],
    [1000, -2, 401],
    [stepMs - 1000, -1, 200],
    [stepMs - 1000, -2, 401],
    [1000, 1, 200],
    [1000, 2, 401],
    [stepMs - 1000, 1, 200],
    [stepMs - 1000, 2, 401],
  ] as const) {
    const { client } = await newUser(service);
    const { secret } = (await client.post('/api/auth/2fa/setup')).body;
    const verified = await service.clock.hold(() => {
      const code = totp(secret, toStepStart(service, { ms }), away);
      return client.post('/api/auth/2fa/verify', { code });
    });
    expect(verified.status, `${ms} ms into the step, ${away} steps away`).toBe(status);
  }
});

test('malformed codes are 400 wherever a code is asked for, and do not count as a failure', async () => {
  const { client, email, secret } = await newEnrolled(service);
  const { pendingToken, validate } = await startLogin(service, email);
  for (const path of ['verify', 'disable', 'backup-codes', 'validate'])
    for (const code of [
      '12345',
      '1234567',
      'abcdef',
      '',
      ' ',
      '12345x',
      '１２３４５６',
      123456,
      null,
      undefined,
      ['1'],
    ]) {
      const answer = await client.post(`/api/auth/2fa/${path}`, { code, pendingToken });
      expect(answer.status, `${path} ${String(code)}`).toBe(400);
      expect(answer.body.error.details.code).toEqual([expect.any(String)]);
    }
  expect(await failures(service, email)).toBe(0);
  expect((await validate(nextCode(service, secret))).status).toBe(200);
});

test('a code can be typed with the space that the app shows', async () => {
  const { client } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const code = totp(secret, service.clock.now());
  const verified = await client.post('/api/auth/2fa/verify', {
    code: ` ${code.slice(0, 3)} ${code.slice(3)} `,
  });
  expect(verified.status).toBe(200);
});

test('verify is 400 before a setup and after it is complete', async () => {
  const { client, secret } = await newEnrolled(service);
  const fresh = await newUser(service);
  for (const answer of [
    await fresh.client.post('/api/auth/2fa/verify', { code: '123456' }),
    await client.post('/api/auth/2fa/verify', { code: nextCode(service, secret) }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('TWO_FACTOR_NOT_PENDING');
  }
});

test('twenty parallel correct codes turn two-factor on once', async () => {
  const { client, email } = await newUser(service);
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const code = totp(secret, service.clock.now());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/api/auth/2fa/verify', { code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await actions(service, email)).filter((action) => action === 'AUTH_2FA_ENABLED')).toHaveLength(1);
});

test("every two-factor route for a user's own account is 401 without a session", async () => {
  for (const path of ['setup', 'verify', 'disable', 'backup-codes'])
    expect((await service.client().post(`/api/auth/2fa/${path}`, { code: '123456' })).status).toBe(401);
});

test('a cookie without its CSRF token changes nothing', async () => {
  const { client, id } = await newUser(service);
  const answer = await client.post('/api/auth/2fa/setup', undefined, { csrf: false });
  expect(answer.body.error.code).toBe('CSRF_INVALID');
  expect((await stateOf(id))?.codes).toBe(0);
});

test('neither the secret nor any backup code is stored in plain text', async () => {
  const { id, secret, backupCodes } = await newEnrolled(service);
  const rows = await service.sql`SELECT code_hash, selector FROM backup_codes WHERE user_id = ${id}`;
  expect(rows).toHaveLength(10);
  for (const { codeHash, selector } of rows) {
    expect(codeHash).toMatch(/^hmac:\$2[aby]\$\d\d\$/);
    expect(selector).toHaveLength(32);
  }
  const dump = JSON.stringify([
    await service.sql`SELECT u.*, encode(two_factor_secret, 'escape') AS escaped FROM users u WHERE id = ${id}`,
    rows,
    await service.sql`SELECT metadata FROM audit_logs`,
  ]);
  for (const hidden of [secret, ...backupCodes, ...backupCodes.map((code) => code.replace('-', ''))])
    expect(dump).not.toContain(hidden);
});

test('the issuer shown by the authenticator can be configured', async () => {
  const named = await startService({ env: { TWO_FACTOR_ISSUER: 'Acme & Söhne' } });
  const { client, email } = await newUser(named);
  const { otpauthUrl } = (await client.post('/api/auth/2fa/setup')).body;
  expect(decodeURIComponent(new URL(otpauthUrl).pathname)).toBe(`/Acme & Söhne:${email}`);
  expect(new URL(otpauthUrl).searchParams.get('issuer')).toBe('Acme & Söhne');
});
