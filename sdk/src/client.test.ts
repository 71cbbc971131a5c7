import { endpoints } from '@latchkey/contract';
import type { Client as TestBrowser } from '@latchkey/server/testing/client';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  addressOf,
  type Client,
  clientFor,
  createClient,
  LatchkeyError,
  type Output,
  type Tokens,
} from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function refusalOf(call: Promise<unknown>): Promise<LatchkeyError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LatchkeyError)) throw new Error(`not a refusal: ${String(error)}`);
  return error;
}

/** Stands in for a page: `document.cookie`, and a fetch that keeps cookies as a browser does. */
function browserFor(client: TestBrowser, page: { ofOtherOrigin?: true } = {}) {
  const requests: string[] = [];
  (globalThis as { document?: unknown }).document = {
    get cookie() {
      const token = page.ofOtherOrigin ? undefined : client.cookies.get('csrf_token');
      return `theme=dark${token ? `; csrf_token=${token}` : ''}`;
    },
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = String(input).slice(service.url.length);
    requests.push(`${init?.method} ${path}`);
    const { headers = {}, body } = init ?? {};
    const sent = { headers: headers as Record<string, string>, csrf: false as const };
    const answer = await client.send(init?.method ?? 'GET', path, {
      ...sent,
      ...(typeof body === 'string' && { raw: body }),
    });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  const api = createClient({ baseUrl: service.url, session: 'cookie', fetch });
  return { api, requests };
}

describe('a client without a browser', () => {
  test('holds the tokens of a login and calls on with them', async () => {
    const { email } = await newUser(service);
    const api = createClient({ baseUrl: service.url });
    const login = await api.login({ body: { email, password } });
    expect('user' in login && login.user.email).toBe(email);
    expect((await api.me()).user.email).toBe(email);
  });

  test('renews an access token that has run out, once for all calls that wait', async () => {
    const { email } = await newUser(service);
    const renewed: Tokens[] = [];
    const api = createClient({ baseUrl: service.url, onTokens: (tokens) => renewed.push(tokens) });
    await api.login({ body: { email, password } });
    service.clock.advance({ minutes: 16 });
    const answers = await Promise.all([api.me(), api.listSessions(), api.me()]);
    expect(answers).toHaveLength(3);
    expect(renewed).toHaveLength(2);
    expect(renewed[1]?.accessToken).not.toBe(renewed[0]?.accessToken);
  });

  test('starts from a refresh token alone', async () => {
    const { tokens, email } = await newUser(service);
    const api = createClient({ baseUrl: service.url, refreshToken: tokens.refreshToken });
    expect((await api.me()).user.email).toBe(email);
  });

  test('says so when the session is over, and does not try for ever', async () => {
    const { tokens, client } = await newUser(service);
    await client.post('/api/auth/logout');
    const api = createClient({
      baseUrl: service.url,
      token: tokens.accessToken,
      refreshToken: tokens.refreshToken,
    });
    expect((await refusalOf(api.me())).code).toBe('REFRESH_TOKEN_INVALID');
  });

  test('works with an API key as its token', async () => {
    const { client, email } = await newUser(service);
    const { body } = await client.post('/api/keys', { name: 'reader' });
    const api = createClient({ baseUrl: `${service.url}/`, token: body.key });
    expect((await api.me()).user.email).toBe(email);
    expect((await refusalOf(api.updateProfile({ body: { firstName: 'X' } }))).code).toBe('API_KEY_READ_ONLY');
  });

  test('fills in paths and queries, and leaves out what is undefined', async () => {
    const { tokens, id, email } = await newUser(service);
    const api = createClient({ baseUrl: service.url, token: tokens.accessToken });
    expect((await api.getUser({ params: { id } })).user.email).toBe(email);
    const page = await api.listMembers({ query: { page: 1, limit: 5 } });
    expect(page.pagination.limit).toBe(5);
    expect(page.members.map((member) => member.id)).toEqual([id]);
  });

  test('sends and receives bytes as they are', async () => {
    const { tokens } = await newUser(service);
    const api = createClient({ baseUrl: service.url, token: tokens.accessToken });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    await api.putPicture({ body: png });
    const picture = await api.getPicture();
    expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
    expect(picture.type).toBe('image/png');
  });
});

describe('a refusal', () => {
  test('carries status, type, code, message, details and the request id', async () => {
    const api = createClient({ baseUrl: service.url });
    const error = await refusalOf(api.login({ body: { email: 'no address', password: 'x' } }));
    expect(error).toMatchObject({
      name: 'LatchkeyError',
      status: 400,
      type: 'VALIDATION_ERROR',
      code: 'VALIDATION_FAILED',
    });
    expect(error.details).toEqual({ email: ['Must be an email address.'] });
    expect(error.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  test('of a locked account says when to come back', async () => {
    const { email } = await newUser(service);
    const api = createClient({ baseUrl: service.url });
    const attempt = () => refusalOf(api.login({ body: { email, password: 'wrong' } }));
    for (let count = 1; count < 5; count++) expect((await attempt()).code).toBe('INVALID_CREDENTIALS');
    expect(await attempt()).toMatchObject({ status: 423, code: 'ACCOUNT_LOCKED', retryAfterSeconds: 900 });
  });

  test('of a service that cannot be reached is one, too', async () => {
    const api = createClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await refusalOf(api.live())).toMatchObject({
      status: 0,
      type: 'NETWORK_ERROR',
      code: 'UNREACHABLE',
    });
  });

  test('that a proxy made of its own is told apart', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const error = await refusalOf(createClient({ fetch }).live());
    expect(error).toMatchObject({ status: 502, type: 'NETWORK_ERROR', code: 'UNEXPECTED_ANSWER' });
  });

  test('is not made of a call that its caller gave up', async () => {
    const aborter = new AbortController();
    aborter.abort();
    const call = createClient({ baseUrl: service.url }).live({}, { signal: aborter.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a client in a browser', () => {
  afterAll(() => {
    delete (globalThis as { document?: unknown }).document;
  });

  test('repeats the CSRF cookie in the header', async () => {
    const { client } = await newUser(service);
    const { api, requests } = browserFor(client);
    await api.updateProfile({ body: { firstName: 'Ada' } });
    expect(requests).toEqual(['POST /api/users/profile']);
  });

  test('asks who it is when the CSRF cookie is missing, then goes on', async () => {
    const { client } = await newUser(service);
    client.cookies.delete('csrf_token');
    const { api, requests } = browserFor(client);
    await api.updateProfile({ body: { firstName: 'Ada' } });
    expect(requests).toEqual(['GET /api/auth/me', 'POST /api/users/profile']);
  });

  test('replaces a CSRF cookie of another session and tries once more', async () => {
    const { client } = await newUser(service);
    client.cookies.set('csrf_token', 'of another session');
    const { api, requests } = browserFor(client);
    const { user } = await api.updateProfile({ body: { firstName: 'Healed' } });
    expect(user.firstName).toBe('Healed');
    expect(requests).toEqual(['POST /api/users/profile', 'GET /api/auth/me', 'POST /api/users/profile']);
  });

  test('of another origin, which cannot read the cookie, repeats what login or me told', async () => {
    const { client, email } = await newUser(service);
    client.cookies.clear();
    const { api, requests } = browserFor(client, { ofOtherOrigin: true });
    await api.login({ body: { email, password } });
    await api.updateProfile({ body: { firstName: 'Ada' } });
    expect(requests).toEqual(['POST /api/auth/login', 'POST /api/users/profile']);
    const reloaded = browserFor(client, { ofOtherOrigin: true });
    await reloaded.api.updateProfile({ body: { firstName: 'Grace' } });
    await reloaded.api.updateProfile({ body: { lastName: 'Hopper' } });
    expect(reloaded.requests).toEqual([
      'GET /api/auth/me',
      'POST /api/users/profile',
      'POST /api/users/profile',
    ]);
  });

  test('tries no more than twice', async () => {
    const refused = {
      error: { type: 'AUTHORIZATION_ERROR', code: 'CSRF_INVALID', message: 'No.', details: {} },
    };
    const { client } = await newUser(service);
    browserFor(client);
    let unsafe = 0;
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      if (init?.method === 'GET') return Response.json({});
      unsafe++;
      return Response.json(refused, { status: 403 });
    };
    const api = createClient({ session: 'cookie', fetch });
    expect((await refusalOf(api.logout())).code).toBe('CSRF_INVALID');
    expect(unsafe).toBe(2);
  });

  test('turns a remembered login into a session before an unsafe request', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    client.cookies.delete('latchkey_session');
    const { api } = browserFor(client);
    const { user } = await api.updateProfile({ body: { firstName: 'Remembered' } });
    expect(user.firstName).toBe('Remembered');
  });

  test('does not ask who it is before there is a session', async () => {
    const { email } = await newUser(service);
    const { api, requests } = browserFor(service.client());
    await api.login({ body: { email, password } });
    expect(requests).toEqual(['POST /api/auth/login']);
  });
});

test('there is a method for every endpoint, by its own name', () => {
  expect(Object.keys(createClient()).sort()).toEqual(Object.keys(endpoints).sort());
});

test('an address escapes what is put into it', () => {
  const address = addressOf(endpoints, 'startOAuth', {
    params: { provider: 'github' },
    query: { returnTo: '/profile?a=1&b=2', inviteToken: undefined },
  });
  expect(address).toBe('/api/auth/oauth/github?returnTo=%2Fprofile%3Fa%3D1%26b%3D2');
  expect(addressOf(endpoints, 'getInvite', { params: { token: 'a/b' } })).toBe('/api/invites/a%2Fb');
});

test('inputs and answers have the types of the contract', () => {
  expectTypeOf<Parameters<Client['login']>[0]>().toEqualTypeOf<{
    body: { email: string; password: string; rememberMe?: boolean | undefined };
  }>();
  expectTypeOf<Parameters<Client['me']>[0]>().toEqualTypeOf<Record<never, never> | undefined>();
  expectTypeOf<Output<'logout'>>().toEqualTypeOf<{ message: string }>();
  expectTypeOf<Output<'getPicture'>>().toEqualTypeOf<Blob>();
  expectTypeOf<Client>().not.toHaveProperty('startOAuth');
  expectTypeOf(clientFor).returns.toEqualTypeOf<Client>();
});
