import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@latchkey/contract';
import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import type { Answer } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { inviteTo, settleIn } from '@latchkey/server/testing/organizations';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { newVerified, password } from '@latchkey/server/testing/service';
import { accountsAt, giveOrganizationRole } from '@latchkey/server/testing/standing';
import { enroll, nextCode, startLogin, wrongCode } from '@latchkey/server/testing/two-factor';
import { openNothing, waysIn } from '@latchkey/server/testing/ways-in';
import { describe, expect, test } from 'vitest';

const journey = started(() => startWithProviders({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));

describe('the list of ways in', () => {
  test('has every route that could open a session', () => {
    const candidates = Object.entries(endpoints).filter(([, { access, method, responses }]) => {
      const redirects = Object.values(responses).some((each) => 'redirect' in each);
      return ['public', 'token'].includes(access.kind) && (method !== 'GET' || redirects);
    });
    expect(candidates.map(([name]) => name).sort()).toEqual([...waysIn, ...openNothing].sort());
  });

  test('has every place that opens one', () => {
    const source = new URL('../../', import.meta.url).pathname;
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const calling = (called: string) =>
      files
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .filter((file) => readFileSync(join(source, file), 'utf8').includes(`${called}(`))
        .sort();
    expect(calling(' openSession').filter((file) => !file.endsWith('session-store.ts'))).toEqual([
      'identity/caller/resume-login.ts',
      'identity/sign-in/complete-login.ts',
    ]);
    expect(calling('INSERT INTO sessions ')).toEqual(['identity/sessions/session-store.ts']);
    expect(calling(' completeLogin').filter((file) => !file.endsWith('complete-login.ts'))).toEqual([
      'features/auth/sign-up.ts',
      'features/passkeys/login-with-passkey.ts',
      'features/social-login/complete-oauth.ts',
      'features/two-factor/validate-two-factor.ts',
      'identity/connections/sign-in-vouched.ts',
      'identity/sign-in/first-factor.ts',
    ]);
  });
});

/** A member with an address in the domain of a connection that isn't required yet. */
async function newBound() {
  const { service } = journey;
  const organization = await newRequiring(service, { required: false });
  const email = organization.emailHere();
  const { login } = journey.somebody({ email });
  const person = await newVerified(service, { email });
  await settleIn(service, person.id, organization.id);
  const refused = {
    status: 403,
    code: 'SSO_REQUIRED',
    details: { redirectTo: organization.redirectTo(email) },
  };
  return { ...person, login, organization, refused, require: () => organization.set({ required: true }) };
}

const told = ({ status, body }: Answer) => ({
  status,
  code: body.error?.code,
  details: body.error?.details,
});
const openedNothing = (answer: Answer) =>
  expect(Object.keys(answer.cookies).filter((name) => /session|refresh|remember/.test(name))).toEqual([]);

describe('while single sign-on is required of a member', () => {
  test('a right password is refused, and recorded; a wrong one is as ever', async () => {
    const { service } = journey;
    const { email, require, refused } = await newBound();
    const login = (given: string) =>
      service.client().post('/api/auth/login', { email, password: given, rememberMe: true });
    expect((await login(password)).status).toBe(200);
    await require();
    const answer = await login(password);
    expect(told(answer)).toEqual(refused);
    openedNothing(answer);
    expect((await login('Wrong-Horse-7')).status).toBe(401);
    expect(
      (await service.audit(email)).find(({ metadata }) => metadata.reason === 'sso_required'),
    ).toMatchObject({
      action: 'AUTH_LOGIN_FAILURE',
      metadata: { method: 'password' },
    });
  });

  test('so is a second factor, for a login that began before', async () => {
    const { service } = journey;
    const { email, client, require, refused } = await newBound();
    const { secret } = await enroll(service, client);
    const { validate } = await startLogin(service, email);
    await require();
    const wrong = await validate(wrongCode(secret, service.clock.now()));
    expect(wrong.body.error.code).toBe('TWO_FACTOR_CODE_INVALID');
    const answer = await validate(nextCode(service, secret));
    expect(told(answer)).toEqual(refused);
    openedNothing(answer);
    expect(told(await service.client().post('/api/auth/login', { email, password }))).toEqual(refused);
  });

  test('so is a passkey', async () => {
    const { service } = journey;
    const { client, require, refused } = await newBound();
    const device = new Authenticator(service);
    await addPasskey(client, device);
    expect((await passkeyLogin(service, device)).status).toBe(200);
    await require();
    const answer = await passkeyLogin(service, device);
    expect(told(answer)).toEqual(refused);
    openedNothing(answer);
  });

  test.each(['MEMBER', 'OWNER'])('so is an emailed code, of a %s with two-factor', async (role) => {
    const { service } = journey;
    const { id, email, require, refused, client: person } = await newBound();
    await enroll(service, person);
    await service.sql`UPDATE organization_members SET role = ${role} WHERE user_id = ${id}`;
    const client = service.client();
    await require();
    await client.post('/api/auth/email-code', { email });
    const code = /^Code: (\d{6})$/m.exec((await service.mails(email)).at(-1)?.text ?? '')?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const verify = (given: string) => client.post('/api/auth/email-code/verify', { email, code: given });
    expect((await verify(wrong)).body.error.code).toBe('EMAIL_CODE_INVALID');
    const answer = await verify(code);
    expect(told(answer)).toEqual(refused);
    openedNothing(answer);
  });

  test('so is a provider, linked, to be linked, or with a second factor', async () => {
    const { service } = journey;
    const { id, email, client, login, require, refused } = await newBound();
    const visitor = service.client();
    const { token } = await journey.travel(visitor, 'github', login);
    const linked = await visitor.post('/api/auth/oauth/link', { token, password });
    expect(linked.status).toBe(200);
    const other = service.client();
    const { token: unlinked } = await journey.travel(other, 'google', login);
    await require();
    const landed = await journey.travel(service.client(), 'github', login);
    expect([landed.path, landed.error]).toEqual(['/login', 'sso_required']);
    openedNothing(landed.answer);
    const answer = await other.post('/api/auth/oauth/link', { token: unlinked, password });
    expect(told(answer)).toEqual(refused);
    openedNothing(answer);
    expect((await service.audit(email)).map(({ action }) => action).at(-1)).toBe('AUTH_LOGIN_FAILURE');
    expect(
      (await service.sql`SELECT 1 FROM oauth_accounts WHERE email = ${email} AND provider = 'google'`).length,
    ).toBe(0);
    await service.sql`UPDATE users SET two_factor_enabled = true WHERE email = ${email}`;
    expect((await journey.travel(service.client(), 'github', login)).error).toBe('sso_required');
    await giveOrganizationRole(service, id, 'OWNER');
    expect((await journey.travel(service.client(), 'github', login)).error).toBe('sso_required');
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('so is a new account by a provider that joins by an invitation or by its domain, before it is made', async () => {
    const { service } = journey;
    const organization = await newRequiring(service);
    const { login, email } = journey.somebody({ email: organization.emailHere() });
    const { token: inviteToken } = await inviteTo(organization.owner, email);
    const client = service.client();
    const { token } = await journey.travel(client, 'google', login);
    const complete = (choice: object) => client.post('/api/auth/oauth/complete', { token, ...choice });
    const accounts = () => accountsAt(service, email);
    await service.sql`UPDATE organization_domains SET auto_join = true WHERE name = ${organization.domain}`;
    for (const choice of [{ inviteToken }, {}]) {
      const answer = await complete(choice);
      expect(told(answer)).toEqual({
        status: 403,
        code: 'SSO_REQUIRED',
        details: { redirectTo: organization.redirectTo(email) },
      });
      openedNothing(answer);
      expect(await accounts()).toHaveLength(0);
    }
    // The invitation and the visit to the provider are still good.
    const stillInvited = await service.sql`SELECT 1 FROM organization_invites WHERE email = ${email}`;
    expect(stillInvited).toHaveLength(1);
    expect((await complete({ organizationName: 'Own' })).status).toBe(201);
  });

  test('a reset opens nothing', async () => {
    const { service } = journey;
    const { email, require, refused } = await newBound();
    await require();
    await service.client().post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    const reset = await service
      .client()
      .post('/api/auth/reset-password', { token, password: 'Another-Horse-8' });
    expect(reset.status).toBe(200);
    openedNothing(reset);
    const answer = await service.client().post('/api/auth/login', { email, password: 'Another-Horse-8' });
    expect(told(answer)).toEqual(refused);
  });
});
