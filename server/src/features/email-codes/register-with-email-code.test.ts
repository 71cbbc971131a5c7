import { lockout } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { domainsPath } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { accountsAt, deactivate } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const env = { ENABLE_EMAIL_LOGIN: 'true' };
const service = started(() => startService({ env }));
const otherNode = started(() => startService({ env, database: service.database, clock: service.clock }));

let addresses = 0;
const fresh = () => `coded-${++addresses}@example.com`;
const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();
const wrong = '401 EMAIL_CODE_INVALID';

const request = (email: string, more: object = { register: true }) =>
  service.client().post('/api/auth/email-code', { email, ...more });
const newest = async (email: string) => (await service.mails(email)).at(-1)?.text ?? '';
const codeIn = async (email: string) => /^Code: (\d{6})$/m.exec(await newest(email))?.[1] ?? '';
const codeFor = async (email: string) => {
  await request(email);
  return codeIn(email);
};
const notCode = (code: string) => (code === '000000' ? '111111' : '000000');
const register = (email: string, code: string, more: object = {}, client: Client = service.client()) =>
  client.post('/api/auth/email-code/register', { email, code, organizationName: 'Coded', ...more });

describe('asking for a code to register with', () => {
  test('mails a free address six digits and no link', async () => {
    const email = fresh();
    expect((await request(email)).status).toBe(200);
    const text = await newest(email);
    expect(text).toMatch(/^Code: \d{6}$/m);
    expect(text).not.toMatch(/https?:\/\/\S*(token|code)/);
    const rows = await service.sql`SELECT type, user_id FROM emails WHERE to_address = ${email}`;
    expect(rows).toEqual([{ type: 'registration_code', userId: null }]);
  });

  test('mails an account its sign-in code, and an inactive one nothing', async () => {
    const { email } = await newVerified(service);
    await request(email);
    expect(await newest(email)).toContain('/email-code?token=');
    const { email: inactive, id } = await newVerified(service);
    const before = (await service.mails(inactive)).length;
    await deactivate(service, id);
    await request(inactive);
    expect(await service.mails(inactive)).toHaveLength(before);
  });

  test('mails a free address nothing unless it asks to register', async () => {
    const email = fresh();
    for (const more of [{}, { register: false }]) expect((await request(email, more)).status).toBe(200);
    expect(await service.mails(email)).toEqual([]);
  });

  test('attack: the answer is the same for a free address, an account and an inactive one', async () => {
    const { email: inactive, id } = await newVerified(service);
    await deactivate(service, id);
    const { email: known } = await newVerified(service);
    const answers = await Promise.all([fresh(), known, inactive].map((email) => request(email)));
    const shapes = answers.map(({ status, text, cookies }) =>
      JSON.stringify([status, text, Object.keys(cookies), cookies.email_code?.value?.length]),
    );
    expect(new Set(shapes).size).toBe(1);
  });

  test('attack: an address gets five an hour and twenty a day, also from many at once', async () => {
    const email = fresh();
    await Promise.all(Array.from({ length: 12 }, () => request(email)));
    expect(await service.mails(email)).toHaveLength(5);
    const code = await codeIn(email);
    for (let hour = 1; hour <= 4; hour++) {
      service.clock.advance({ hours: 1 });
      for (let n = 0; n < 6; n++) await request(email);
    }
    expect(await service.mails(email)).toHaveLength(20);
    expect(code).toMatch(/^\d{6}$/);
    const other = fresh();
    await request(other);
    expect(await service.mails(other)).toHaveLength(1);
  });

  test('past that, the code before stays', async () => {
    const email = fresh();
    for (let n = 0; n < 5; n++) await request(email);
    const code = await codeIn(email);
    await request(email);
    expect((await register(email, code)).status).toBe(201);
  });

  test('is off unless ENABLE_EMAIL_LOGIN is set, and where policies do not allow it', async () => {
    const off = await startService();
    const strict = await startService({ env });
    await forceSystemPolicy(strict, { signInMethods: ['password'] });
    expect(told(await register(fresh(), '123456', {}, off.client()))).toBe('404 EMAIL_LOGIN_NOT_AVAILABLE');
    expect(told(await register(fresh(), '123456', {}, strict.client()))).toBe(
      '403 SIGN_IN_METHOD_NOT_ALLOWED',
    );
  });
});

describe('registering with a code', () => {
  test('makes a verified account without a password, and signs in', async () => {
    const email = fresh();
    const client = service.client();
    const answer = await register(email, await codeFor(email), { firstName: 'Cody' }, client);
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      email,
      firstName: 'Cody',
      emailVerified: true,
      organization: { name: 'Coded', role: 'OWNER' },
    });
    expect(answer.body.tokens.accessToken).toBeTruthy();
    expect((await client.get('/api/auth/me')).body.user.email).toBe(email);
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(told(login)).toBe('401 INVALID_CREDENTIALS');
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions.indexOf('AUTH_LOGIN_SUCCESS')).toBeGreaterThan(actions.indexOf('AUTH_REGISTER'));
    expect((await service.mails(email)).map(({ text }) => text).join('')).not.toContain('/verify-email');
  });

  test('is remembered where that is asked', async () => {
    const email = fresh();
    const answer = await register(email, await codeFor(email), { rememberMe: true });
    expect(answer.cookies).toHaveProperty('remember_me');
  });

  test('judges the code first: any other refusal tells nothing without it, and leaves it unspent', async () => {
    const email = fresh();
    const code = await codeFor(email);
    const username = 'taken.name';
    await newUser(service, { username });
    expect(told(await register(email, notCode(code), { username }))).toBe(wrong);
    expect(told(await register(email, code, { username }))).toBe('409 USERNAME_TAKEN');
    expect(told(await register(email, code, { organizationName: undefined }))).toBe('400 VALIDATION_FAILED');
    expect(told(await register(email, code, { organizationName: undefined, inviteToken: 'unknown' }))).toBe(
      '400 INVITE_INVALID',
    );
    expect((await register(email, code)).status).toBe(201);
  });

  test("with an account's right code is 409, and the code still signs in", async () => {
    const { email } = await newVerified(service);
    const code = await codeFor(email);
    expect(told(await register(email, notCode(code)))).toBe(wrong);
    expect(told(await register(email, code))).toBe('409 EMAIL_TAKEN');
    const verify = await service.client().post('/api/auth/email-code/verify', { email, code });
    expect(verify.status).toBe(200);
  });

  test('works for ten minutes, and not after the next code', async () => {
    const [early, late, twice] = [fresh(), fresh(), fresh()];
    const codes = [await codeFor(early), await codeFor(late)];
    service.clock.advance({ minutes: 9 });
    expect((await register(early, codes[0] ?? '')).status).toBe(201);
    service.clock.advance({ minutes: 1 });
    expect(told(await register(late, codes[1] ?? ''))).toBe(wrong);
    // Nothing else is told for it, either.
    await newUser(service, { username: 'late.name' });
    expect(told(await register(late, codes[1] ?? '', { username: 'late.name' }))).toBe(wrong);
    const first = await codeFor(twice);
    const second = await codeFor(twice);
    if (first !== second) expect(told(await register(twice, first))).toBe(wrong);
    expect((await register(twice, second)).status).toBe(201);
  });
});

describe('registering with a code at an organization that has a domain', () => {
  /** Single sign-on is set up there, and people with such an address join by themselves. */
  async function opened(required: boolean) {
    const organization = await newRequiring(service, { required });
    const { client } = organization.owner;
    const [domain] = (await client.get(domainsPath)).body.domains;
    expect((await client.patch(`${domainsPath}/${domain.id}`, { autoJoin: true })).status).toBe(200);
    return organization;
  }
  const byDomain = { organizationName: undefined };

  test('joins it at once, and says so', async () => {
    const { id, name, slug, emailHere } = await opened(false);
    const email = emailHere();
    const client = service.client();
    const answer = await register(email, await codeFor(email), byDomain, client);
    expect(answer.status).toBe(201);
    expect(answer.body.user.organization).toEqual({ id, name, slug, role: 'MEMBER' });
    expect((await client.get('/api/auth/me')).body.organization).toMatchObject({ id, role: 'MEMBER' });
  });

  test.each(['by its domain', 'by an invitation'])(
    'opens no session where single sign-on is required of those who join %s',
    async (how) => {
      const { id, owner, emailHere, redirectTo } = await opened(true);
      const email = emailHere();
      const invited = how === 'by an invitation' && (await inviteTo(owner, email));
      const choice = { ...byDomain, ...(invited && { inviteToken: invited.token }), rememberMe: true };
      const client = service.client();
      const answer = await register(email, await codeFor(email), choice, client);
      expect(answer.status).toBe(201);
      expect(answer.body.user).toMatchObject({ email, emailVerified: true, organization: { id } });
      expect([answer.body.tokens, answer.body.csrfToken, answer.cookies]).toEqual([undefined, undefined, {}]);
      expect((await client.get('/api/auth/me')).status).toBe(401);
      expect((await service.audit(email)).map(({ action }) => action)).not.toContain('AUTH_LOGIN_SUCCESS');
      await client.post('/api/auth/email-code', { email });
      const verify = await client.post('/api/auth/email-code/verify', { email, code: await codeIn(email) });
      expect([told(verify), verify.body.error.details]).toEqual([
        '403 SSO_REQUIRED',
        { redirectTo: redirectTo(email) },
      ]);
    },
  );
});

describe('attack: a code', () => {
  test('guessed: five failures lock the address, for the right code too, on every node', async () => {
    const email = fresh();
    const code = await codeFor(email);
    for (let n = 1; n < lockout.maxFailedAttempts; n++)
      expect(told(await register(email, notCode(code)))).toBe(wrong);
    expect(told(await register(email, notCode(code)))).toBe('423 ACCOUNT_LOCKED');
    expect(told(await register(email, code))).toBe('423 ACCOUNT_LOCKED');
    expect(told(await register(email, code, {}, otherNode.client()))).toBe('423 ACCOUNT_LOCKED');
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(told(login)).toBe('423 ACCOUNT_LOCKED');
    expect(await accountsAt(service, email)).toEqual([]);
  });

  test('guessed in parallel gets five tries', async () => {
    const email = fresh();
    const code = await codeFor(email);
    const answers = await Promise.all(Array.from({ length: 15 }, () => register(email, notCode(code))));
    expect(answers.filter((answer) => told(answer) === wrong).length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 201)).toEqual([]);
  });

  test('used by many at once makes one account', async () => {
    const email = fresh();
    const code = await codeFor(email);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        register(email, code, {}, (at % 2 ? service : otherNode).client()),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await accountsAt(service, email)).toHaveLength(1);
  });

  test('of one address for another', async () => {
    const [email, other] = [fresh(), fresh()];
    const code = await codeFor(email);
    if ((await codeFor(other)) !== code) expect(told(await register(other, code))).toBe(wrong);
    expect(told(await register(fresh(), code))).toBe(wrong);
  });

  test('to register is none to sign in with', async () => {
    const email = fresh();
    const code = await codeFor(email);
    const verify = await service.client().post('/api/auth/email-code/verify', { email, code });
    expect(told(verify)).toBe(wrong);
  });

  test('is nowhere to be read but in its mail', async () => {
    const email = fresh();
    const code = await codeFor(email);
    const kept = await service.sql`SELECT * FROM registration_codes`;
    const mails = await service.sql`SELECT * FROM emails WHERE to_address = ${email}`;
    expect(JSON.stringify([kept, mails, service.logged])).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(JSON.stringify(kept)).not.toContain(email);
  });
});
