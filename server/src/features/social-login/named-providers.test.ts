import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { landing } from '@latchkey/server/testing/oauth/journey';
import { googleClient, startOpenIdProvider } from '@latchkey/server/testing/oauth/openid';
import { baseUrl, callbackOf } from '@latchkey/server/testing/oauth/provider';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';

type OpenId = Awaited<ReturnType<typeof startOpenIdProvider>>;
const appleKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pemOf = (key: typeof appleKeys.privateKey) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const secrets: string[] = [];

const microsoft = started(() => startOpenIdProvider({ name: 'microsoft' }));
const gitlab = started(() =>
  startOpenIdProvider({
    name: 'gitlab',
    profileInIdToken: false,
    secretBy: 'client_secret_basic',
  }),
);
const acme = started(() => startOpenIdProvider({ name: 'acme', profileInIdToken: false }));
const apple = started(() =>
  startOpenIdProvider({
    name: 'apple',
    async acceptsSecret(secret) {
      secrets.push(secret);
      return Boolean(await jwtVerify(secret, appleKeys.publicKey, { algorithms: ['ES256'] }));
    },
  }),
);
const names: Record<string, OpenId> = { microsoft, gitlab, acme, apple };
const service = started(() =>
  startService({
    env: {
      OAUTH_PROVIDERS: 'microsoft,gitlab,acme,apple',
      ...microsoft.environment,
      ...gitlab.environment,
      GITLAB_LABEL: 'GitLab',
      ...acme.environment,
      ACME_TRUST_EMAIL: 'true',
      APPLE_ISSUER: apple.url,
      APPLE_CLIENT_ID: googleClient.id,
      APPLE_TEAM_ID: 'team-id',
      APPLE_KEY_ID: 'key-id',
      APPLE_PRIVATE_KEY: pemOf(appleKeys.privateKey).replaceAll('\n', '\\n'),
    },
  }),
);
beforeEach(() => {
  for (const { forgery } of Object.values(names))
    for (const key of Object.keys(forgery)) delete forgery[key as never];
});

let people = 0;
/** A person whom a provider knows, with what it says about them. */
function person(provider: OpenId, claims: Record<string, unknown> = { email_verified: true }) {
  people++;
  const login = `person-${people}`;
  const email = `${login}@providers.example`;
  provider.people.set(login, { email, given_name: 'Grace', family_name: 'Hopper', ...claims });
  return { login, email };
}

async function arrive(client: Client, back: URL) {
  return landing(await client.get(back.pathname + back.search));
}

/** There and back, as a browser does it. */
async function travel(client: Client, name: string, login: string | null, query = '') {
  const departure = await client.get(`/api/auth/oauth/${name}${query}`);
  const back = await (names[name] as OpenId).visit(departure.headers.get('location') ?? '', login);
  return arrive(client, back);
}

async function register(name: string, claims?: Record<string, unknown>) {
  const someone = person(names[name] as OpenId, claims);
  const client = service.client();
  const { token, path } = await travel(client, name, someone.login);
  expect(path).toBe('/auth/oauth/complete');
  const completed = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Compilers' });
  expect(completed.status).toBe(201);
  return { ...someone, client, id: completed.body.user.id as string };
}

describe('the list of providers', () => {
  test('has the names in order, and a label for each', async () => {
    const { body } = await service.client().get('/api/auth/oauth/providers');
    expect(body).toEqual({
      providers: ['microsoft', 'gitlab', 'acme', 'apple'],
      labels: { microsoft: 'Microsoft', gitlab: 'GitLab', acme: 'Acme', apple: 'Apple' },
    });
  });
});

describe('a provider by name', () => {
  test.each(['microsoft', 'gitlab', 'acme'])('%s: signs up, then signs in', async (name) => {
    const { login, email, id } = await register(name);
    const again = service.client();
    expect((await travel(again, name, login, '?returnTo=/organization')).location).toBe(
      `${baseUrl}/organization`,
    );
    const { body } = await again.get('/api/auth/me');
    expect(body.user).toMatchObject({
      id,
      email,
      emailVerified: true,
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    const { accounts, enabledProviders } = (await again.get('/api/auth/oauth/accounts')).body;
    expect(accounts).toMatchObject([{ provider: name, email }]);
    expect(enabledProviders).toEqual(['microsoft', 'gitlab', 'acme', 'apple']);
    const logged = await service.sql`
      SELECT action FROM audit_logs WHERE user_id = ${id} AND metadata->>'provider' = ${name} ORDER BY id`;
    expect(logged.map(({ action }) => action)).toEqual([
      'AUTH_OAUTH_REGISTRATION',
      'AUTH_OAUTH_LOGIN_SUCCESS',
      'AUTH_OAUTH_LOGIN_SUCCESS',
    ]);
  });

  test('never links by the address alone: the password decides', async () => {
    const owner = await newUser(service);
    const login = `impostor-${owner.id}`;
    microsoft.people.set(login, { email: owner.email, email_verified: true });
    const client = service.client();
    const { path, token } = await travel(client, 'microsoft', login);
    expect(path).toBe('/auth/oauth/link');
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await client.post('/api/auth/oauth/link', { token, password: 'Wrong-Horse-7' })).status).toBe(
      401,
    );
    expect((await client.post('/api/auth/oauth/link', { token, password })).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.user.id).toBe(owner.id);
    expect((await client.delete('/api/auth/oauth/accounts/microsoft')).status).toBe(200);
    expect((await client.delete('/api/auth/oauth/accounts/microsoft')).status).toBe(404);
  });

  test.each([
    ['bitbucket', 'NOT_FOUND'],
    ['google', 'PROVIDER_NOT_AVAILABLE'],
    ['github', 'PROVIDER_NOT_AVAILABLE'],
    ['Microsoft', 'NOT_FOUND'],
    ['microsoft%2f', 'NOT_FOUND'],
  ])('%s, which is not set up, is 404 %s', async (name, code) => {
    for (const path of [name, `${name}/callback`]) {
      const { status, body } = await service.client().get(`/api/auth/oauth/${path}`);
      expect({ status, code: body.error.code }).toEqual({ status: 404, code });
    }
  });

  test('that is turned off is 404 PROVIDER_NOT_AVAILABLE, and its links can be removed but let no one in', async () => {
    const { id } = await register('gitlab');
    const off = await startService({
      database: service.database,
      clock: service.clock,
      env: { OAUTH_PROVIDERS: 'gitlab', ...gitlab.environment, ENABLE_SOCIAL_LOGIN: 'false' },
    });
    const { status, body } = await off.client().get('/api/auth/oauth/gitlab');
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'PROVIDER_NOT_AVAILABLE' });
    expect((await off.client().get('/api/auth/oauth/providers')).body).toEqual({ providers: [], labels: {} });
    const gone = await startService({ database: service.database, clock: service.clock });
    expect((await gone.client().get('/api/auth/oauth/gitlab')).body.error.code).toBe('NOT_FOUND');
    await service.sql`UPDATE users SET password_hash = 'x' WHERE id = ${id}`;
    const client = await clientFor(gone, id);
    expect((await client.get('/api/auth/oauth/accounts')).body.accounts).toMatchObject([
      { provider: 'gitlab' },
    ]);
    expect((await client.delete('/api/auth/oauth/accounts/gitlab')).status).toBe(200);
  });

  test('that sends another issuer along is refused (RFC 9207), and its own is not', async () => {
    const { login } = await register('microsoft');
    const client = service.client();
    const back = async () => {
      const departure = await client.get('/api/auth/oauth/microsoft');
      return microsoft.visit(departure.headers.get('location') ?? '', login);
    };
    const foreign = await back();
    foreign.searchParams.set('iss', gitlab.url);
    expect((await arrive(client, foreign)).error).toBe('token_exchange_failed');
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const own = await back();
    expect(own.searchParams.get('iss')).toBe(microsoft.url);
    expect((await arrive(client, own)).location).toBe(`${baseUrl}/`);
  });

  test("'s state is worth nothing at another provider", async () => {
    const { login } = await register('microsoft');
    const client = service.client();
    const departure = await client.get('/api/auth/oauth/microsoft');
    const back = await microsoft.visit(departure.headers.get('location') ?? '', login);
    back.pathname = '/api/auth/oauth/gitlab/callback';
    expect((await arrive(client, back)).error).toBe('invalid_state');
  });

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['unsigned', (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.`],
    [
      'signed with the client secret',
      (claims: object) => {
        const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
        return `${text}.${createHmac('sha256', googleClient.secret).update(text).digest('base64url')}`;
      },
    ],
  ])('whose ID token is %s is refused', async (_how, token) => {
    const { login } = await register('microsoft');
    microsoft.forgery.token = token;
    const client = service.client();
    expect((await travel(client, 'microsoft', login)).error).toBe('token_exchange_failed');
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });
});

describe('an address', () => {
  const verdict = async (
    name: string,
    claims: Record<string, unknown>,
    inIdToken: Record<string, unknown> = {},
  ) => {
    const provider = names[name] as OpenId;
    const { login } = person(provider, claims);
    provider.forgery.alter = (all) => ({ ...all, ...inIdToken });
    const { path, error } = await travel(service.client(), name, login);
    return error ?? path;
  };
  const yes = '/auth/oauth/complete';
  const no = 'email_not_verified';

  test.each([
    [true, yes],
    ['true', yes],
    [false, no],
    ['false', no],
    [null, no],
    [1, no],
    ['yes', no],
  ])('with email_verified %j: %s, in the ID token and from userinfo', async (email_verified, expected) => {
    expect(await verdict('microsoft', { email_verified })).toBe(expected);
    expect(await verdict('gitlab', { email_verified })).toBe(expected);
    // Trust is for providers that say nothing: what they do say stands.
    expect(await verdict('acme', { email_verified })).toBe(expected);
  });

  test('without email_verified counts only if the operator trusts the provider', async () => {
    expect(await verdict('microsoft', {})).toBe(no);
    expect(await verdict('gitlab', {})).toBe(no);
    expect(await verdict('acme', {})).toBe(yes);
  });

  test.each([
    [true, yes],
    [1, yes],
    ['true', yes],
    ['1', yes],
    [false, no],
    [0, no],
    ['0', no],
    [[true], no],
  ])('with xms_edov %j in the ID token: %s', async (xms_edov, expected) => {
    expect(await verdict('microsoft', {}, { xms_edov })).toBe(expected);
    expect(await verdict('gitlab', {}, { xms_edov })).toBe(expected);
  });

  test('that the provider calls unverified stays so, whatever xms_edov says', async () => {
    expect(await verdict('microsoft', { email_verified: false }, { xms_edov: true })).toBe(no);
    expect(await verdict('gitlab', { email_verified: 'false' }, { xms_edov: 1 })).toBe(no);
  });

  test('is not vouched for by an xms_edov that came with another address', async () => {
    expect(await verdict('gitlab', {}, { xms_edov: true, email: 'other@example.com' })).toBe(no);
  });

  test('and its verification come from one source', async () => {
    // The ID token has the address, only userinfo says that one is verified: userinfo's address counts.
    const { login, email } = person(gitlab);
    gitlab.forgery.alter = (all) => ({ ...all, email: 'victim@example.com' });
    const client = service.client();
    const { token } = await travel(client, 'gitlab', login);
    const { body } = await client.get(`/api/auth/oauth/pending?token=${encodeURIComponent(token)}`);
    expect(body).toEqual({ provider: 'gitlab', email });
  });
});

describe('Apple', () => {
  const depart = async (client: Client) =>
    (await client.get('/api/auth/oauth/apple')).headers.get('location') ?? '';
  /** Posts what a form of the provider holds, from the provider's page. */
  const post = (client: Client, back: URL, name = 'apple'): Promise<Answer> =>
    client.send('POST', `/api/auth/oauth/${name}/callback`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
      raw: back.search.slice(1),
    });

  test('is asked for a form, with its own scopes', async () => {
    const { searchParams } = new URL(await depart(service.client()));
    expect(searchParams.get('response_mode')).toBe('form_post');
    expect(searchParams.get('scope')).toBe('openid email name');
  });

  test('posts the answer, and the browser goes on to sign in', async () => {
    const { login, email } = person(apple, { email_verified: 'true' });
    const client = service.client();
    const back = await apple.visit(await depart(client), login);
    back.searchParams.set('user', '{"name":{"firstName":"Mallory"}}');
    const answer = await post(client, back);
    expect(answer.status).toBe(303);
    const onward = new URL(answer.headers.get('location') ?? '');
    expect(onward.origin + onward.pathname).toBe(callbackOf('apple'));
    expect([...onward.searchParams.keys()].sort()).toEqual(['code', 'state']);
    const { path, token } = await arrive(client, onward);
    expect(path).toBe('/auth/oauth/complete');
    const { body } = await client.get(`/api/auth/oauth/pending?token=${encodeURIComponent(token)}`);
    expect(body).toEqual({ provider: 'apple', email });
  });

  test('gets a new signed secret for each exchange', async () => {
    secrets.length = 0;
    for (const _ of [1, 2]) {
      service.clock.advance({ seconds: 1 });
      const { login } = person(apple);
      const client = service.client();
      const back = await apple.visit(await depart(client), login);
      const onward = new URL((await post(client, back)).headers.get('location') ?? '');
      expect((await arrive(client, onward)).path).toBe('/auth/oauth/complete');
    }
    const [first = '', second = ''] = secrets;
    expect(decodeProtectedHeader(second)).toMatchObject({ alg: 'ES256', kid: 'key-id' });
    const { iat = 0, exp = 0, ...claims } = decodeJwt(second);
    expect(claims).toEqual({ iss: 'team-id', sub: googleClient.id, aud: apple.url });
    expect(exp - iat).toBe(300);
    expect(iat).toBeGreaterThan(decodeJwt(first).iat ?? 0);
    expect(Math.abs(iat - service.clock.now().getTime() / 1000)).toBeLessThan(60);
  });

  test("'s refusal is passed on", async () => {
    const client = service.client();
    const back = await apple.visit(await depart(client), null);
    const onward = new URL((await post(client, back)).headers.get('location') ?? '');
    expect([...onward.searchParams.keys()].sort()).toEqual(['error', 'state']);
    expect((await arrive(client, onward)).error).toBe('oauth_denied');
  });

  test('is the only one that asks for a form, but every provider may post one', async () => {
    const back = new URL('http://x/?code=c&state=s&error=e&iss=i');
    const answer = await post(service.client(), back, 'microsoft');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${callbackOf('microsoft')}?code=c&state=s&error=e`);
    expect((await post(service.client(), back, 'google')).status).toBe(404);
    expect((await post(service.client(), back, 'nowhere')).status).toBe(404);
  });

  test("'s form alone signs no one in: the browser that started has to bring its cookie", async () => {
    const { login } = person(apple);
    const back = await apple.visit(await depart(service.client()), login);
    const other = service.client();
    const onward = new URL((await post(other, back)).headers.get('location') ?? '');
    expect((await arrive(other, onward)).error).toBe('invalid_state');
  });
});
