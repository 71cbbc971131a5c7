import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveNamedRole } from '@latchkey/server/testing/standing';
import {
  actions,
  enroll,
  failures,
  newEnrolled,
  nextCode,
  proofFailures,
  startLogin,
  totp,
  wrongCode,
} from '@latchkey/server/testing/two-factor';
import { expect, test } from 'vitest';

const service = started(startService);

const count = (all: string[], one: string) => all.filter((action) => action === one).length;

test('a current code turns two-factor off: codes removed, event recorded, email sent, password-only login', async () => {
  const { client, id, email, secret } = await newEnrolled(service);
  const off = await client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
  expect(off.status).toBe(200);
  expect(off.body).toEqual({ message: expect.any(String) });
  const [row] = await service.sql`
    SELECT two_factor_enabled, two_factor_verified, two_factor_secret, two_factor_last_step FROM users WHERE id = ${id}`;
  expect(row).toEqual({
    twoFactorEnabled: false,
    twoFactorVerified: false,
    twoFactorSecret: null,
    twoFactorLastStep: null,
  });
  expect(await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).toHaveLength(0);
  expect((await service.audit(email)).at(-1)).toMatchObject({ action: 'AUTH_2FA_DISABLED', userId: id });
  expect((await service.mails(email)).at(-1)?.subject).toBe('Two-factor authentication is off');
  const login = await service.client().post('/api/auth/login', { email, password });
  expect(login.body.tokens.accessToken).toEqual(expect.any(String));
});

test('after disabling, two-factor can be set up again with a new secret', async () => {
  const { client, email, secret } = await newEnrolled(service);
  await client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
  const renewed = await enroll(service, client);
  expect(renewed.secret).not.toBe(secret);
  const { validate } = await startLogin(service, email);
  expect((await validate(nextCode(service, renewed.secret))).status).toBe(200);
});

test.each(['disable', 'backup-codes'])('%s is 400 when two-factor is off or only pending', async (path) => {
  const { client } = await newUser(service);
  const before = await client.post(`/api/auth/2fa/${path}`, { code: '123456' });
  expect(before.status).toBe(400);
  expect(before.body.error.code).toBe('TWO_FACTOR_NOT_ENABLED');
  const { secret } = (await client.post('/api/auth/2fa/setup')).body;
  const pending = await client.post(`/api/auth/2fa/${path}`, { code: totp(secret, service.clock.now()) });
  expect(pending.body.error.code).toBe('TWO_FACTOR_NOT_ENABLED');
});

test.each(['disable', 'backup-codes'])(
  'a wrong code at %s is 401 and counts, and the fifth one locks',
  async (path) => {
    const { client, email, id, secret } = await newEnrolled(service);
    const guess = () =>
      client.post(`/api/auth/2fa/${path}`, { code: wrongCode(secret, service.clock.now()) });
    for (let attempt = 1; attempt <= 4; attempt++) {
      const wrong = await guess();
      expect(wrong.status).toBe(401);
      expect(wrong.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
    }
    expect(count(await actions(service, email), 'AUTH_2FA_FAILURE')).toBe(4);
    const fifth = await guess();
    expect(fifth.status).toBe(423);
    expect(fifth.body.error.details.retryAfterSeconds).toBe(900);
    const right = await client.post(`/api/auth/2fa/${path}`, { code: nextCode(service, secret) });
    expect(right.status).toBe(423);
    const [row] = await service.sql`SELECT two_factor_enabled FROM users WHERE id = ${id}`;
    expect(row?.twoFactorEnabled).toBe(true);
  },
);

test.each(['disable', 'backup-codes'])(
  'only five of thirty parallel guesses at %s are checked',
  async (path) => {
    const { client, secret } = await newEnrolled(service);
    const code = wrongCode(secret, service.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.post(`/api/auth/2fa/${path}`, { code })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(26);
  },
);

test('a correct code clears the failed codes but not the failed logins, and leaves no attempt pending', async () => {
  const { client, email, id, secret } = await newEnrolled(service);
  await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  await client.post('/api/auth/2fa/backup-codes', { code: wrongCode(secret, service.clock.now()) });
  expect(await proofFailures(service, id)).toBe(1);
  expect((await client.post('/api/auth/2fa/backup-codes', { code: nextCode(service, secret) })).status).toBe(
    200,
  );
  expect([await proofFailures(service, id), await failures(service, email)]).toEqual([0, 1]);
  const pending = await service.sql`
    SELECT 1 FROM attempts
     WHERE pending > 0 AND subject IN (uuid_send(${id}::uuid), sha256(convert_to(${email}, 'UTF8')))`;
  expect(pending).toHaveLength(0);
});

test('disable takes an authenticator code, not a backup code', async () => {
  const { client, backupCodes } = await newEnrolled(service);
  expect((await client.post('/api/auth/2fa/disable', { code: backupCodes[0] })).status).toBe(400);
});

test('a code used to log in cannot also disable two-factor', async () => {
  const { email, secret } = await newEnrolled(service);
  const { client, validate } = await startLogin(service, email);
  const code = nextCode(service, secret);
  expect((await validate(code)).status).toBe(200);
  const replay = await client.post('/api/auth/2fa/disable', { code });
  expect(replay.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
});

test('an ADMIN cannot disable two-factor, even with a correct code', async () => {
  const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
  const { secret } = await enroll(service, admin.client);
  for (const code of [nextCode(service, secret), '000000']) {
    const refused = await admin.client.post('/api/auth/2fa/disable', { code });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('TWO_FACTOR_REQUIRED_FOR_ADMIN');
  }
  expect(await proofFailures(service, admin.id)).toBe(0);
});

test('an ADMIN by an additional role cannot disable two-factor, but a MODERATOR can', async () => {
  const further = await newEnrolled(service);
  await giveNamedRole(service, further.id, 'ROLE_ADMIN');
  const refused = await further.client.post('/api/auth/2fa/disable', {
    code: nextCode(service, further.secret),
  });
  expect(refused.body.error.code).toBe('TWO_FACTOR_REQUIRED_FOR_ADMIN');
  const moderator = await newStaff(service, 'MODERATOR');
  const { secret } = await enroll(service, moderator.client);
  const off = await moderator.client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
  expect(off.status).toBe(200);
});

test('backup-codes replaces all ten: the old ones stop working, the new ones log in', async () => {
  const { client, id, email, secret, backupCodes } = await newEnrolled(service);
  await (await startLogin(service, email)).validate(backupCodes[9] ?? '');
  const replaced = await client.post('/api/auth/2fa/backup-codes', { code: nextCode(service, secret) });
  expect(replaced.status).toBe(200);
  expect(Object.keys(replaced.body).sort()).toEqual(['backupCodes', 'message']);
  expect(new Set([...replaced.body.backupCodes, ...backupCodes]).size).toBe(20);
  const unused = await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id} AND used_at IS NULL`;
  expect(unused).toHaveLength(10);
  expect((await service.audit(email)).at(-1)?.action).toBe('AUTH_2FA_BACKUP_REGENERATED');
  const { validate } = await startLogin(service, email);
  expect((await validate(backupCodes[0] ?? '')).status).toBe(401);
  expect((await validate(replaced.body.backupCodes[0])).status).toBe(200);
});

test('only one of twenty parallel replacements with one code succeeds, and its codes work', async () => {
  const { client, id, email, secret } = await newEnrolled(service);
  const code = nextCode(service, secret);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/api/auth/2fa/backup-codes', { code })),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).toHaveLength(10);
  service.clock.advance({ minutes: 16 });
  const { validate } = await startLogin(service, email);
  expect((await validate(won[0]?.body.backupCodes[0])).status).toBe(200);
});
