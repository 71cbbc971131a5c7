import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { inviteTo } from '@latchkey/server/testing/organizations';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { tablesHolding } from '@latchkey/server/testing/tables';
import { enroll, startLogin } from '@latchkey/server/testing/two-factor';
import { expect, test } from 'vitest';

const service = started(() => startService({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));

const post = (path: string, body: object) => service.client().post(`/api/auth/${path}`, body);

/** The token of the link that a request gets mailed. */
async function linkAfter(path: string): Promise<string> {
  const { email } = await newUser(service);
  await service.mails(email);
  expect((await post(path, { email })).status).toBe(200);
  return service.mailedToken(email);
}

const handedOut: [string, () => Promise<string | undefined>][] = [
  [
    'a password',
    async () => {
      await newUser(service);
      return password;
    },
  ],
  ['a session cookie', async () => (await newUser(service)).client.cookies.get('latchkey_session')],
  ['an access token', async () => (await newUser(service)).tokens.accessToken],
  // Their first part is the id of a row.
  ['a refresh token', async () => (await newUser(service)).tokens.refreshToken.split('.')[1]],
  [
    'a remember-me cookie',
    async () => {
      const { client, email } = await newUser(service);
      await client.post('/api/auth/login', { email, password, rememberMe: true });
      return client.cookies.get('remember_me')?.split(':')[1];
    },
  ],
  [
    'the token of a half-finished login',
    async () => {
      const { client, email } = await newUser(service);
      await enroll(service, client);
      return (await startLogin(service, email)).pendingToken;
    },
  ],
  ['a verification link', async () => service.mailedToken((await newUser(service)).email)],
  ['a reset link', () => linkAfter('forgot-password')],
  ['a sign-in link', () => linkAfter('email-code')],
  [
    'an unlock link',
    async () => {
      const { email } = await newUser(service);
      for (let nth = 0; nth < 5; nth++) await post('login', { email, password: 'Wrong-Horse-7' });
      await post('request-unlock', { email });
      return service.mailedToken(email);
    },
  ],
  [
    'a link that undoes an email change',
    async () => {
      const { client, email } = await newUser(service);
      await client.post('/api/users/profile', { email: `moved-${email}` });
      return service.mailedToken(email);
    },
  ],
  [
    'an invitation',
    async () => {
      const inviter = await newUser(service);
      return (await inviteTo(inviter, `invited-by-${inviter.email}`)).token;
    },
  ],
  ['an API key', async () => (await newKey((await newUser(service)).client)).key],
  ["an application's secret", async () => (await newApplication(service)).secret],
  [
    'an authorization code',
    async () => {
      const { client } = await newUser(service);
      return (await authorize(client, await newApplication(service))).query.code;
    },
  ],
  [
    "an application's refresh token",
    async () => {
      const { client } = await newUser(service);
      const scope = { scope: 'openid offline_access' };
      const tokens = await tokensFor(service, client, await newApplication(service), scope);
      return tokens.refresh_token.split('.')[1];
    },
  ],
];

test.each(handedOut)('the database never holds %s in plain text', async (_what, handOut) => {
  const secret = (await handOut()) ?? '';
  expect(secret.length).toBeGreaterThanOrEqual(password.length);
  expect(await tablesHolding(service.sql, secret)).toEqual([]);
});
