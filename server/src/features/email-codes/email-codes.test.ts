import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  moveTo,
  newStaff,
  newUser,
  newVerified as newVerifiedUser,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { deactivate, giveSystemRole, sessionRows } from '@latchkey/server/testing/standing';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { enroll, failures, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const env = { ENABLE_EMAIL_LOGIN: 'true' };
const service = started(() => startService({ env }));

const refusal = ({ status, body }: Answer) => [status, body?.error?.code];
const invalid = [401, 'EMAIL_CODE_INVALID'];
const sessionsOf = async (userId: string) => (await sessionRows(service, userId)).length;

const newVerified = () => newVerifiedUser(service);

/** Asks for a code. Returns the browser that asked, the digits, and the link's token. */
async function ask(email: string, client = service.client()) {
  const asked = await client.post('/api/auth/email-code', { email });
  expect(asked.status).toBe(200);
  const text = (await service.mails(email)).at(-1)?.text ?? '';
  const code = /^Code: (\d{6})$/m.exec(text)?.[1];
  const token = /email-code\?token=(\S+)$/m.exec(text)?.[1];
  if (!code || !token) throw new Error(`no code in: ${text}`);
  return { client, code, token };
}

const verify = (body: object, client: Client = service.client()) =>
  client.post('/api/auth/email-code/verify', body);
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('with email login off, as it is by default', () => {
  test('requesting or verifying a code is 404', async () => {
    const plain = await startService();
    for (const [path, body] of [
      ['', { email: 'a@example.com' }],
      ['/verify', { email: 'a@example.com', code: '123456' }],
    ] as const) {
      const answer = await plain.client().post(`/api/auth/email-code${path}`, body);
      expect(refusal(answer)).toEqual([404, 'EMAIL_LOGIN_NOT_AVAILABLE']);
    }
  });
});

describe('requesting a code', () => {
  test('sends one email with six digits and a link, and neither is stored, logged or shown to an ADMIN', async () => {
    const { email, id } = await newVerified();
    const { code, token } = await ask(email);
    const rows = await service.sql`SELECT * FROM emails WHERE user_id = ${id} AND type = 'sign_in_code'`;
    expect(rows).toMatchObject([{ subject: 'Your sign-in code', type: 'sign_in_code' }]);
    const kept = await service.sql`SELECT * FROM email_codes WHERE user_id = ${id}`;
    expect(kept).toHaveLength(1);
    const admin = await newStaff(service, 'ADMIN');
    const shown = await Promise.all(
      ['/api/admin/emails', '/api/admin/audit-logs?organizationId=all', `/api/users/${id}`].map(
        async (path) => (await admin.client.get(path)).text,
      ),
    );
    for (const text of shown) expect(text).toContain(email);
    const everywhere = [...shown, ...service.logged, JSON.stringify([...rows, ...kept])].join('\n');
    // Whole, not as a part of a longer number.
    expect(everywhere).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(everywhere).not.toContain(token);
  });

  test('gets the same response for a known, an unknown and a deactivated user', async () => {
    const known = await newVerified();
    const inactive = await newVerified();
    await deactivate(service, inactive.id);
    const answers = await Promise.all(
      [known.email, inactive.email, 'nobody@example.com'].map((email) =>
        service.client().post('/api/auth/email-code', { email }),
      ),
    );
    const shapes = answers.map(({ status, text, cookies }) => {
      const { value = '', ...rest } = cookies.email_code ?? {};
      return JSON.stringify([status, text, value.length, rest]);
    });
    expect(new Set(shapes).size).toBe(1);
    expect(answers[0]?.cookies.email_code).toMatchObject({
      httpOnly: true,
      sameSite: 'strict',
      path: '/api/auth/email-code',
      maxAge: 600,
    });
    expect(await service.mails('nobody@example.com')).toEqual([]);
    const toInactive = (await service.mails(inactive.email)).map(({ subject }) => subject);
    expect(toInactive).not.toContain('Your sign-in code');
  });
});

describe('the digits', () => {
  test('sign the user in, once', async () => {
    const { email, id } = await newVerified();
    const { code } = await ask(email);
    const client = service.client();
    const login = await verify({ email, code: `${code.slice(0, 3)} ${code.slice(3)}` }, client);
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({ user: { email }, tokens: { tokenType: 'Bearer' } });
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
    const success = (await service.audit(email)).findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS');
    expect(success?.metadata).toMatchObject({ method: 'email_code' });
    expect(refusal(await verify({ email, code }))).toEqual(invalid);
  });

  test('can start a remembered login', async () => {
    const { email } = await newVerified();
    const { code } = await ask(email);
    expect((await verify({ email, code, rememberMe: true })).cookies).toHaveProperty('remember_me');
  });

  test.each([
    ['nothing', {}],
    ['no code', { email: 'a@example.com' }],
    ['no email', { code: '123456' }],
    ['only five digits', { email: 'a@example.com', code: '12345' }],
    ['letters', { email: 'a@example.com', code: 'abcdef' }],
    ['both a code and a token', { token: 'x', code: '123456' }],
    ['an empty token', { token: '' }],
  ])('a request with %s is 400', async (_what, body) => {
    expect(refusal(await verify(body))).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('from an earlier request are void', async () => {
    const { email } = await newVerified();
    const first = await ask(email);
    const second = await ask(email, first.client);
    if (first.code !== second.code)
      expect(refusal(await verify({ email, code: first.code }))).toEqual(invalid);
    expect(refusal(await verify({ token: first.token }, first.client))).toEqual(invalid);
    expect((await verify({ email, code: second.code })).status).toBe(200);
  });

  test('and the link work until ten minutes have passed, and no longer', async () => {
    const people = [await newVerified(), await newVerified(), await newVerified()] as const;
    await service.clock.hold(async () => {
      const [digits, link, late] = await Promise.all(people.map(({ email }) => ask(email)));
      service.clock.advance({ minutes: 10, ms: -1 });
      expect((await verify({ email: people[0].email, code: digits?.code })).status).toBe(200);
      expect((await verify({ token: link?.token }, link?.client)).status).toBe(200);
      service.clock.advance({ ms: 1 });
      expect(refusal(await verify({ email: people[2].email, code: late?.code }))).toEqual(invalid);
      expect(refusal(await verify({ token: late?.token }, late?.client))).toEqual(invalid);
    });
  });

  test('for one user do not sign in another', async () => {
    const [one, other] = [await newVerified(), await newVerified()];
    const { code } = await ask(one.email);
    await ask(other.email);
    const [{ codeHash } = { codeHash: null }] = await service.sql`
      SELECT code_hash FROM email_codes WHERE user_id = ${one.id}`;
    // Not even if the hash is moved to another row: it includes whose code it is.
    await service.sql`UPDATE email_codes SET code_hash = ${codeHash} WHERE user_id = ${other.id}`;
    expect(refusal(await verify({ email: other.email, code }))).toEqual(invalid);
  });

  test('create one session when used thirty times in parallel', async () => {
    const { email, id } = await newVerified();
    const before = await sessionsOf(id);
    const { code } = await ask(email);
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify({ email, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(id)).toBe(before + 1);
  });
});

describe('guessing the digits', () => {
  test('locks the account on the fifth wrong guess, even for the password and the correct code', async () => {
    const { email } = await newVerified();
    const { code } = await ask(email);
    const seen: unknown[] = [];
    for (let count = 0; count < 5; count++) seen.push((await verify({ email, code: wrongFor(code) })).status);
    expect(seen).toEqual([401, 401, 401, 401, 423]);
    expect(refusal(await verify({ email, code }))).toEqual([423, 'ACCOUNT_LOCKED']);
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(423);
    const entries = await service.audit(email);
    expect(entries.find(({ action }) => action === 'AUTH_LOGIN_FAILURE')?.metadata).toMatchObject({
      method: 'email_code',
      reason: 'wrong_code',
    });
    expect(entries.map(({ action }) => action)).toContain('SECURITY_ACCOUNT_LOCKED');
  });

  test('counts together with wrong passwords, and a successful login clears both', async () => {
    const { email } = await newVerified();
    const { code } = await ask(email);
    await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    await verify({ email, code: wrongFor(code) });
    expect(await failures(service, email)).toBe(2);
    expect((await verify({ email, code })).status).toBe(200);
    expect(await failures(service, email)).toBe(0);
  });

  test('in parallel still locks the account at the fifth guess', async () => {
    const { email } = await newVerified();
    const { code } = await ask(email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => verify({ email, code: wrongFor(code) })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status !== 401 && status !== 423)).toEqual([]);
    expect((await verify({ email, code })).status).toBe(423);
  });

  test('for an address without an account is locked the same way', async () => {
    const seen: unknown[] = [];
    for (let count = 0; count < 6; count++)
      seen.push(refusal(await verify({ email: 'no.body@example.com', code: '123456' })));
    expect(seen).toEqual([...Array(4).fill(invalid), [423, 'ACCOUNT_LOCKED'], [423, 'ACCOUNT_LOCKED']]);
  });

  test('across addresses is rate limited, and so is requesting codes', async () => {
    const limited = await startService({
      env: { ENABLE_EMAIL_LOGIN: 'true', RATE_LIMIT_LOGIN: '10/15m', RATE_LIMIT_EMAIL_CODE: '5/1h' },
    });
    const client = limited.client();
    const guesses: number[] = [];
    for (let nth = 0; nth < 11; nth++)
      guesses.push((await verify({ email: `nobody-${nth}@example.com`, code: '123456' }, client)).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
    // A link names no account, so different people's aren't counted together.
    for (let nth = 0; nth < 21; nth++)
      expect((await verify({ token: 'made-up' }, limited.client())).status).toBe(401);
    const asked: number[] = [];
    for (let nth = 0; nth < 11; nth++)
      asked.push((await limited.client().post('/api/auth/email-code', { email: 'one@example.com' })).status);
    expect(asked).toEqual([...Array(10).fill(200), 429]);
    const sixth: number[] = [];
    for (let nth = 0; nth < 6; nth++)
      sixth.push((await client.post('/api/auth/email-code', { email: `n${nth}@example.com` })).status);
    expect(sixth).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the link', () => {
  test('signs in the browser that requested it, and voids the digits', async () => {
    const { email } = await newVerified();
    const { client, code, token } = await ask(email);
    const login = await verify({ token }, client);
    expect([login.status, login.body.user?.email]).toEqual([200, email]);
    expect(login.cookies.email_code?.maxAge).toBe(0);
    expect(refusal(await verify({ email, code }))).toEqual(invalid);
    expect(refusal(await verify({ token }, client))).toEqual(invalid);
  });

  test('is 401 in any other browser, leaves the digits valid and counts no failure', async () => {
    const { email } = await newVerified();
    const { client, code, token } = await ask(email);
    const other = await ask((await newVerified()).email);
    for (let count = 0; count < 6; count++)
      expect(refusal(await verify({ token }, count % 2 ? other.client : service.client()))).toEqual(invalid);
    expect(await failures(service, email)).toBe(0);
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'AUTH_LOGIN_FAILURE',
      metadata: { method: 'email_code', reason: 'other_browser' },
    });
    expect(client.cookies.get('email_code')).toBeDefined();
    expect((await verify({ email, code })).status).toBe(200);
  });

  test('writes nothing when a mail scanner follows it', async () => {
    const { email } = await newVerified();
    const { client, token } = await ask(email);
    const changed = await tablesChangedBy(service, async () => {
      const scanner = service.client();
      for (const path of [`/email-code?token=${token}`, `/api/auth/email-code/verify?token=${token}`]) {
        await scanner.get(path);
        await scanner.send('HEAD', path);
      }
    });
    expect(changed).toEqual([]);
    expect((await verify({ token }, client)).status).toBe(200);
  });

  test('does not work on a locked account', async () => {
    const { email } = await newVerified();
    const { client, code, token } = await ask(email);
    for (let count = 0; count < 5; count++) await verify({ email, code: wrongFor(code) });
    expect((await verify({ token }, client)).status).toBe(423);
  });
});

describe('a second factor', () => {
  test('is still required of a user with TOTP', async () => {
    const { email, client, id } = await newVerified();
    const { secret } = await enroll(service, client);
    const { code } = await ask(email);
    const before = await sessionsOf(id);
    const half = await verify({ email, code });
    expect(half.body).toMatchObject({ requiresTwoFactor: true, methods: ['totp', 'backup_code'] });
    expect(Object.keys(half.cookies)).toEqual(['email_code']);
    expect(await sessionsOf(id)).toBe(before);
    const { pendingToken } = half.body;
    const given = { pendingToken, code: nextCode(service, secret) };
    const login = await service.client().post('/api/auth/2fa/validate', given);
    expect(login.status).toBe(200);
    const success = (await service.audit(email)).findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS');
    expect(success?.metadata).toMatchObject({ method: 'email_code' });
  });

  test('is still required of an ADMIN with a passkey who uses the link', async () => {
    const { email, client, id } = await newVerified();
    await giveSystemRole(service, id, 'ADMIN');
    await addPasskey(client, new Authenticator(service));
    const { client: browser, token } = await ask(email);
    expect((await verify({ token }, browser)).body).toMatchObject({
      requiresTwoFactor: true,
      methods: ['backup_code', 'passkey'],
    });
  });
});

describe('a code is void', () => {
  test('once the password is changed', async () => {
    const { email, client } = await newVerified();
    const { code } = await ask(email);
    await client.post('/api/users/profile', { password: 'Brand-New-1', currentPassword: password });
    expect(refusal(await verify({ email, code }))).toEqual(invalid);
  });

  test('once the email is changed, for both the old and the new address', async () => {
    const { email, client } = await newVerified();
    const { code, token, client: browser } = await ask(email);
    const moved = `moved-${email}`;
    expect((await moveTo(service, client, moved)).status).toBe(200);
    expect(refusal(await verify({ email, code }))).toEqual(invalid);
    expect(refusal(await verify({ email: moved, code }))).toEqual(invalid);
    expect(refusal(await verify({ token }, browser))).toEqual(invalid);
  });

  test('once the user is deactivated', async () => {
    const { email, id } = await newVerified();
    const { code, token, client } = await ask(email);
    await deactivate(service, id);
    expect(refusal(await verify({ email, code }))).toEqual(invalid);
    expect(refusal(await verify({ token }, client))).toEqual(invalid);
  });

  test('if the user is deactivated while it is being checked', async () => {
    const { email, id } = await newVerified();
    const { code } = await ask(email);
    const answer = await during(
      service,
      (tx) => tx`UPDATE users SET is_active = false WHERE id = ${id}`,
      () => verify({ email, code }),
    );
    expect(refusal(answer)).toEqual(invalid);
  });
});

describe('signing in with a code for an unverified address', () => {
  test('locks out the person who set up the account', async () => {
    const squatter = await newUser(service);
    await newKey(squatter.client);
    await addPasskey(squatter.client, new Authenticator(service));
    const { code } = await ask(squatter.email);
    const owner = service.client();
    const login = await verify({ email: squatter.email, code }, owner);
    expect(login.body.user).toMatchObject({ emailVerified: true });
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    const again = await service.client().post('/api/auth/login', { email: squatter.email, password });
    expect(again.status).toBe(401);
    const entry = (await service.audit(squatter.email)).find(
      ({ action }) => action === 'SECURITY_ACCOUNT_RECLAIMED',
    );
    expect(entry?.metadata).toEqual({
      apiKeysRevoked: 1,
      providersUnlinked: 0,
      twoFactorEnded: false,
      passkeysRemoved: 1,
      passwordCleared: true,
    });
    expect((await service.mails(squatter.email)).at(-1)?.subject).toBe('Choose a new password');
    expect((await owner.post('/api/users/profile', { password: 'Brand-New-1' })).status).toBe(200);
  });

  test('a second time leaves the session and password intact', async () => {
    const { email } = await newUser(service);
    const first = await ask(email);
    const browser = service.client();
    await verify({ email, code: first.code }, browser);
    await browser.post('/api/users/profile', { password: 'Brand-New-1' });
    const second = await ask(email);
    await verify({ email, code: second.code });
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    const login = await service.client().post('/api/auth/login', { email, password: 'Brand-New-1' });
    expect(login.status).toBe(200);
  });

  test('ends two-factor as a reset does: the person who set it up may not own the address', async () => {
    const { email, client } = await newUser(service);
    await enroll(service, client);
    const { code } = await ask(email);
    expect((await verify({ email, code })).body.user).toMatchObject({ twoFactorEnabled: false });
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('that an ADMIN set ends nothing', async () => {
    const { email, id, client } = await newUser(service);
    await newKey(client);
    await service.sql`UPDATE users SET email_set_by_admin = true WHERE id = ${id}`;
    const { code } = await ask(email);
    expect((await verify({ email, code })).status).toBe(200);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.status).toBe(200);
  });
});
