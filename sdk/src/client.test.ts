import { type Endpoint, endpoints } from '@latchkey/contract';
import type { Client as TestBrowser } from '@latchkey/server/testing/client';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { addressOf, type Client, createClient, LatchkeyError, type Output, type Tokens } from './index.ts';

const service = started(startService);
afterEach(() => vi.unstubAllGlobals());

async function refusalOf(call: Promise<unknown>): Promise<LatchkeyError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LatchkeyError)) throw new Error(`not a refusal: ${String(error)}`);
  return error;
}

const held = ({ accessToken, refreshToken }: Tokens) => ({ token: accessToken, refreshToken });

/** Stands in for a page: `document.cookie`, and a fetch that keeps cookies like a browser. */
function browserFor(client: TestBrowser, page: { ofOtherOrigin?: true } = {}) {
  const requests: string[] = [];
  vi.stubGlobal('location', new URL(page.ofOtherOrigin ? 'https://app.example.com' : service.url));
  vi.stubGlobal('document', {
    get cookie() {
      const token = page.ofOtherOrigin ? undefined : client.cookies.get('csrf_token');
      return `theme=dark${token ? `; csrf_token=${token}` : ''}`;
    },
  });
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
  test('keeps the tokens from a login and uses them for later calls', async () => {
    const { email } = await newUser(service);
    const api = createClient({ baseUrl: service.url });
    const login = await api.login({ body: { email, password } });
    expect('user' in login && login.user.email).toBe(email);
    expect((await api.me()).user.email).toBe(email);
  });

  test('renews an expired access token once for all waiting calls', async () => {
    const { email } = await newUser(service);
    const renewed: (Tokens | null)[] = [];
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

  test('reports that the session has ended instead of retrying forever', async () => {
    const { tokens, client } = await newUser(service);
    await client.post('/api/auth/logout');
    const api = createClient({
      baseUrl: service.url,
      token: tokens.accessToken,
      refreshToken: tokens.refreshToken,
    });
    expect((await refusalOf(api.me())).code).toBe('REFRESH_TOKEN_INVALID');
  });

  test('drops its tokens at logout and tells onTokens', async () => {
    const { email } = await newUser(service);
    const told: (Tokens | null)[] = [];
    const sent: (string | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      sent.push(new Headers(init?.headers).get('authorization') ?? undefined);
      return globalThis.fetch(input, init);
    };
    const api = createClient({ baseUrl: service.url, fetch, onTokens: (tokens) => told.push(tokens) });
    await api.login({ body: { email, password } });
    await api.logout();
    expect((await refusalOf(api.me())).code).toBe('UNAUTHENTICATED');
    expect(told.map((tokens) => typeof tokens?.accessToken)).toEqual(['string', 'undefined']);
    expect(sent.map(Boolean)).toEqual([false, true, false]);
  });

  test("keeps its tokens when the logout doesn't reach the service", async () => {
    const { tokens } = await newUser(service);
    let isDown = true;
    const fetch: typeof globalThis.fetch = (...call) =>
      isDown ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(...call);
    const api = createClient({ baseUrl: service.url, fetch, token: tokens.accessToken });
    expect((await refusalOf(api.logout())).code).toBe('UNREACHABLE');
    isDown = false;
    await api.logout();
    expect((await refusalOf(api.me())).code).toBe('UNAUTHENTICATED');
  });

  test("doesn't restore the session from a renewal in progress at logout", async () => {
    const { tokens } = await newUser(service);
    const told: (Tokens | null)[] = [];
    const pending: { finish?: () => void } = {};
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await globalThis.fetch(input, init);
      if (String(input).endsWith('/refresh'))
        await new Promise<void>((done) => {
          pending.finish = done;
        });
      return answer;
    };
    const api = createClient({
      baseUrl: service.url,
      fetch,
      ...held(tokens),
      onTokens: (each) => told.push(each),
    });
    const renewal = api.refresh({ body: { refreshToken: tokens.refreshToken } });
    await eventually(() => expect(pending.finish).toBeDefined());
    await api.logout();
    pending.finish?.();
    await renewal;
    expect(told).toEqual([null]);
    expect((await refusalOf(api.me())).code).toBe('UNAUTHENTICATED');
  });

  test('drops tokens that the service no longer accepts', async () => {
    const { tokens, client } = await newUser(service);
    await client.post('/api/auth/logout');
    const told: (Tokens | null)[] = [];
    const api = createClient({ baseUrl: service.url, ...held(tokens), onTokens: (each) => told.push(each) });
    await refusalOf(api.me());
    expect(told).toEqual([null]);
  });

  test('uses the tokens another tab has renewed instead of using a token twice', async () => {
    const { tokens } = await newUser(service);
    let kept: Tokens | null = tokens;
    const refreshes: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (String(input).endsWith('/refresh')) refreshes.push(String(input));
      return globalThis.fetch(input, init);
    };
    const tab = () =>
      createClient({
        baseUrl: service.url,
        fetch,
        loadTokens: () => kept,
        onTokens: (each) => {
          kept = each;
        },
      });
    const [one, other] = [tab(), tab()];
    await Promise.all([one.me(), other.me()]);
    service.clock.advance({ minutes: 16 });
    await one.me();
    service.clock.advance({ seconds: 30 });
    await other.me();
    expect(refreshes).toHaveLength(1);
    await one.logout();
    expect((await refusalOf(other.me())).code).toBe('UNAUTHENTICATED');
    expect(refreshes).toHaveLength(1);
  });

  test('works with an API key as its token', async () => {
    const { client, email } = await newUser(service);
    const { body } = await client.post('/api/keys', { name: 'reader' });
    const api = createClient({ baseUrl: `${service.url}/`, token: body.key });
    expect((await api.me()).user.email).toBe(email);
    expect((await refusalOf(api.updateProfile({ body: { firstName: 'X' } }))).code).toBe('API_KEY_READ_ONLY');
  });

  test('fills in paths and queries', async () => {
    const { tokens, id, email } = await newUser(service);
    const api = createClient({ baseUrl: service.url, token: tokens.accessToken });
    expect((await api.getUser({ params: { id } })).user.email).toBe(email);
    const page = await api.listMembers({ query: { page: 1, limit: 5 } });
    expect(page.pagination.limit).toBe(5);
    expect(page.members.map((member) => member.id)).toEqual([id]);
  });

  test('sends and receives bytes unchanged', async () => {
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

describe('a LatchkeyError', () => {
  test('carries the status, type, code, details and request id', async () => {
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

  test('for a locked account says when to retry', async () => {
    const { email } = await newUser(service);
    const api = createClient({ baseUrl: service.url });
    const attempt = () => refusalOf(api.login({ body: { email, password: 'wrong' } }));
    for (let count = 1; count < 5; count++) expect((await attempt()).code).toBe('INVALID_CREDENTIALS');
    expect(await attempt()).toMatchObject({ status: 423, code: 'ACCOUNT_LOCKED', retryAfterSeconds: 900 });
  });

  test("is thrown when the service can't be reached", async () => {
    const api = createClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await refusalOf(api.live())).toMatchObject({
      status: 0,
      type: 'NETWORK_ERROR',
      code: 'UNREACHABLE',
    });
  });

  test("for a proxy's own error page has type NETWORK_ERROR", async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const error = await refusalOf(createClient({ baseUrl: service.url, fetch }).live());
    expect(error).toMatchObject({ status: 502, type: 'NETWORK_ERROR', code: 'UNEXPECTED_ANSWER' });
  });

  test('is not thrown for a call that its caller aborted', async () => {
    const aborter = new AbortController();
    aborter.abort();
    const call = createClient({ baseUrl: service.url }).live({}, { signal: aborter.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a retry', () => {
  const refused = (status: number, retryAfter?: string) => {
    const error = { type: 'SERVER_ERROR', code: 'UNAVAILABLE', message: 'No.', details: {} };
    const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
    return () => Response.json({ error }, { status, ...(headers && { headers }) });
  };
  const fine = () => Response.json({ status: 'ok' });

  /** Gives these answers in turn and repeats the last one, with a clock that advances by itself. */
  async function ask(call: (api: Client) => Promise<unknown>, ...answers: (() => Response)[]) {
    vi.useFakeTimers();
    let asked = 0;
    const waits: number[] = [];
    let last = Date.now();
    const fetch: typeof globalThis.fetch = async () => {
      waits.push(Date.now() - last);
      last = Date.now();
      return (answers[Math.min(asked++, answers.length - 1)] ?? fine)();
    };
    const outcome = call(createClient({ baseUrl: 'http://latchkey.test', fetch })).then(
      () => 'answered',
      (error: LatchkeyError) => error.status,
    );
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    return { outcome: await outcome, waits };
  }
  const live = (api: Client) => api.live();

  test.each([503, 429])('of a GET after %s waits as long as it was told', async (status) => {
    const { outcome, waits } = await ask(live, refused(status, '2'), fine);
    expect(outcome).toBe('answered');
    expect(waits).toHaveLength(2);
    expect(waits[1]).toBeGreaterThanOrEqual(2000);
    expect(waits[1]).toBeLessThan(2500);
  });

  test('happens twice, with longer waits each time when no wait is given', async () => {
    const { outcome, waits } = await ask(live, refused(503));
    expect(outcome).toBe(503);
    expect(waits.map((wait) => Math.floor(wait / 500))).toEqual([0, 1, 2]);
  });

  test('does not happen when the wait is long', async () => {
    expect(await ask(live, refused(429, '60'))).toEqual({ outcome: 429, waits: [0] });
  });

  test.each([500, 502, 404])('does not happen after %s', async (status) => {
    expect(await ask(live, refused(status, '1'))).toEqual({ outcome: status, waits: [0] });
  });

  test('does not happen for a request that changes something', async () => {
    const forgot = (api: Client) => api.forgotPassword({ body: { email: 'ada@example.com' } });
    expect(await ask(forgot, refused(503, '1'))).toEqual({ outcome: 503, waits: [0] });
  });

  test('stops when the caller aborts', async () => {
    const aborter = new AbortController();
    const fetch = async () => {
      setTimeout(() => aborter.abort(), 0);
      return refused(503, '5')();
    };
    const call = createClient({ baseUrl: 'http://latchkey.test', fetch }).live(
      {},
      { signal: aborter.signal },
    );
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a clear error is reported for', () => {
  test("a response that doesn't arrive in time", async () => {
    const fetch: typeof globalThis.fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const error = await refusalOf(createClient({ baseUrl: service.url, fetch, timeoutMs: 10 }).live());
    expect(error).toMatchObject({ status: 0, type: 'NETWORK_ERROR', code: 'TIMEOUT' });
    expect(error.message).toBe('The service did not answer within 0.01 seconds. Try again in a moment.');
    const own = createClient({ baseUrl: service.url, fetch }).live({}, { timeoutMs: 20 });
    expect((await refusalOf(own)).message).toContain('0.02 seconds');
  });

  test('a response that stops halfway', async () => {
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"status":'));
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const error = await refusalOf(createClient({ baseUrl: service.url, fetch, timeoutMs: 10 }).live());
    expect(error.code).toBe('TIMEOUT');
  });

  test("a response that claims to be JSON but isn't", async () => {
    const fetch = async () => new Response('<h1>', { headers: { 'content-type': 'application/json' } });
    const error = await refusalOf(createClient({ baseUrl: service.url, fetch }).live());
    expect(error).toMatchObject({ status: 200, type: 'NETWORK_ERROR', code: 'UNEXPECTED_ANSWER' });
  });

  test.each([undefined, '', 'auth.example.com', '/auth', '//auth.example.com'])(
    'a missing or invalid baseUrl outside a browser: %s',
    (baseUrl) => {
      expect(() => createClient({ ...(baseUrl !== undefined && { baseUrl }) })).toThrow(
        /^createClient needs the address of your Latchkey as baseUrl, such as https:\/\/auth\.example\.com; it got /,
      );
    },
  );

  test('an invalid baseUrl in a browser, where a path is allowed', () => {
    vi.stubGlobal('location', new URL('https://app.example.com'));
    expect(() => createClient({ baseUrl: 'auth.example.com' })).toThrow('it got "auth.example.com"');
    expect(() => createClient({ baseUrl: '//auth.example.com' })).toThrow(TypeError);
    expect(createClient({ baseUrl: '/auth' })).toHaveProperty('me');
  });

  test('cookie sessions without a browser', () => {
    expect(() => createClient({ baseUrl: service.url, session: 'cookie' })).toThrow(
      /^session: 'cookie' needs a browser/,
    );
  });

  test("an unreachable service on another origin, which may not allow the page's origin", async () => {
    vi.stubGlobal('location', new URL('https://app.example.com'));
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const abroad = await refusalOf(createClient({ baseUrl: 'https://auth.example.com', fetch }).live());
    expect(abroad.code).toBe('UNREACHABLE');
    expect(abroad.message).toContain('add https://app.example.com to its ALLOWED_ORIGINS');
    const home = await refusalOf(createClient({ fetch }).live());
    expect(home.message).toBe('The service could not be reached. Check your connection and try again.');
  });
});

describe('a client in a browser', () => {
  test("sends the CSRF cookie's value in the header", async () => {
    const { client } = await newUser(service);
    const { api, requests } = browserFor(client);
    await api.updateProfile({ body: { firstName: 'Ada' } });
    expect(requests).toEqual(['POST /api/users/profile']);
  });

  test('calls /api/auth/me when the CSRF cookie is missing, then continues', async () => {
    const { client } = await newUser(service);
    client.cookies.delete('csrf_token');
    const { api, requests } = browserFor(client);
    await api.updateProfile({ body: { firstName: 'Ada' } });
    expect(requests).toEqual(['GET /api/auth/me', 'POST /api/users/profile']);
  });

  test("replaces another session's CSRF cookie and retries once", async () => {
    const { client } = await newUser(service);
    client.cookies.set('csrf_token', 'of another session');
    const { api, requests } = browserFor(client);
    const { user } = await api.updateProfile({ body: { firstName: 'Healed' } });
    expect(user.firstName).toBe('Healed');
    expect(requests).toEqual(['POST /api/users/profile', 'GET /api/auth/me', 'POST /api/users/profile']);
  });

  test("on another origin, where it can't read the cookie, sends the CSRF token from login or me", async () => {
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
    const api = createClient({ fetch });
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

  test('does not call /api/auth/me before there is a session', async () => {
    const { email } = await newUser(service);
    const { api, requests } = browserFor(service.client());
    await api.login({ body: { email, password } });
    expect(requests).toEqual(['POST /api/auth/login']);
  });
});

test('the client has a method for every endpoint, with the same name', () => {
  // OAuth routes have their own clients.
  const ours = Object.entries(endpoints as Record<string, Endpoint>).filter(
    ([, { dialect, form }]) => !dialect && !form,
  );
  expect(Object.keys(createClient({ baseUrl: service.url })).sort()).toEqual(
    ours.map(([name]) => name).sort(),
  );
});

test('addressOf escapes params and query values', () => {
  const address = addressOf('startOAuth', {
    params: { provider: 'github' },
    query: { returnTo: '/profile?a=1&b=2', inviteToken: undefined },
  });
  expect(address).toBe('/api/auth/oauth/github?returnTo=%2Fprofile%3Fa%3D1%26b%3D2');
  expect(addressOf('getInvite', { params: { token: 'a/b' } })).toBe('/api/invites/a%2Fb');
});

test("inputs and outputs have the contract's types", () => {
  expectTypeOf<Parameters<Client['login']>[0]>().toEqualTypeOf<{
    body: { email: string; password: string; rememberMe?: boolean | undefined };
  }>();
  expectTypeOf<Parameters<Client['logout']>[0]>().toEqualTypeOf<Record<never, never> | undefined>();
  expectTypeOf<Output<'logout'>>().toEqualTypeOf<{ message: string }>();
  expectTypeOf<Output<'getPicture'>>().toEqualTypeOf<Blob>();
  expectTypeOf<Client>().not.toHaveProperty('startOAuth');
  expectTypeOf(createClient).returns.toEqualTypeOf<Client>();
});
