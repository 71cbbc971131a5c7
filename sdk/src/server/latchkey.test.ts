import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createLatchkey, LatchkeyError } from './index.ts';

const me = {
  user: { id: 'u1', email: 'ada@example.com' },
  organization: null,
  permissions: [],
  csrfToken: 'secret',
};

/** A stand-in for the network that gives these answers and records what it was asked. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (!answer) throw new Error('nothing to answer');
    return answer();
  };
  const told: LatchkeyError[] = [];
  const onUnavailable = (error: LatchkeyError) => void told.push(error);
  return {
    asked,
    told,
    latchkey: createLatchkey({ url: 'https://auth.example.com', fetch, onUnavailable }),
  };
}

const request = (headers: Record<string, string>) => new Request('https://app.example.com', { headers });

describe('the credentials sent to Latchkey', () => {
  const cookie = 'theme=dark; remember_me=r; latchkey_session=s; csrf_token=c; refresh_token=f';
  const session = 'latchkey_session=s';

  test('are the session cookie and the Authorization header, and nothing else', async () => {
    const { latchkey, asked } = answering(() => Response.json(me));
    await latchkey.authenticate(request({ cookie, 'x-csrf-token': 'c', host: 'evil' }));
    await latchkey.authenticate(request({ cookie, authorization: 'Bearer t', 'user-agent': 'x' }));
    await latchkey.authenticate(request({}));
    expect(asked.map(({ init }) => init.headers)).toEqual([
      { accept: 'application/json', cookie: session },
      { accept: 'application/json', authorization: 'Bearer t', cookie: session },
      { accept: 'application/json' },
    ]);
    expect(asked[0]).toMatchObject({
      url: 'https://auth.example.com/api/auth/me',
      init: { redirect: 'manual', cache: 'no-store' },
    });
  });

  test('are read from a Headers object and from Node.js headers', async () => {
    const { latchkey, asked } = answering(() => Response.json(me));
    await latchkey.authenticate({ headers: new Headers({ cookie }) });
    await latchkey.authenticate({ headers: { cookie } });
    await latchkey.authenticate({ headers: { cookie: ['a=b', session] } });
    for (const { init } of asked) expect(init.headers).toMatchObject({ cookie: session });
  });

  test('include both of two session cookies, so that Latchkey decides which counts', async () => {
    const { latchkey, asked } = answering(() => Response.json(me));
    await latchkey.authenticate(request({ cookie: 'latchkey_session=one;latchkey_session=two' }));
    expect(asked[0]?.init.headers).toMatchObject({
      cookie: 'latchkey_session=one; latchkey_session=two',
    });
  });
});

test("the caller doesn't include the CSRF token, which belongs to the browser", async () => {
  const { latchkey } = answering(() => Response.json(me));
  const { caller } = await latchkey.authenticate(request({}));
  const { csrfToken: _, ...rest } = me;
  expect(caller).toEqual(rest);
});

test('a refusal from Latchkey is passed on with its code', async () => {
  const error = { type: 'AUTHENTICATION_ERROR', code: 'UNAUTHENTICATED', message: 'Sign in to continue.' };
  const { latchkey, told } = answering(() => Response.json({ error }, { status: 401 }));
  const { refused } = await latchkey.authenticate(request({}));
  expect(refused).toBeInstanceOf(LatchkeyError);
  expect(refused).toMatchObject({ status: 401, ...error });
  expect(told).toEqual([]);
});

describe('access is denied with 503 when', () => {
  const html = (status: number) => () => new Response('<h1>Hello</h1>', { status });
  const serviceError = (status: number, code: string) => () =>
    Response.json({ error: { type: 'SERVER_ERROR', code, message: 'No.' } }, { status });

  test.each([
    ['the network fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['a captive portal responds with a web page', html(200)],
    ['the response is empty', () => new Response(null, { status: 200 })],
    ['the response has no user', () => Response.json({})],
    ['the response is null', () => Response.json(null)],
    ['the response has no permissions', () => Response.json({ user: { id: 'u1' } })],
    ['the response has a success status other than 200', () => Response.json(me, { status: 203 })],
    [
      'the response is a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil' } }),
    ],
    ['a proxy in between responds with its own 401', html(401)],
    ['a proxy in between responds with its own 403', html(403)],
    ['the URL does not point to Latchkey', html(404)],
    ['Latchkey responds with an internal error', serviceError(500, 'INTERNAL_ERROR')],
    ['Latchkey is not ready', serviceError(503, 'UNAVAILABLE')],
    ['Latchkey rate-limits the request', serviceError(429, 'RATE_LIMITED')],
  ])('%s', async (_case, answer) => {
    const { latchkey, told } = answering(answer);
    const { caller, refused } = await latchkey.authenticate(request({ authorization: 'Bearer t' }));
    expect(caller).toBeUndefined();
    expect(refused).toMatchObject({ status: 503, type: 'SERVER_ERROR', code: 'UNAVAILABLE' });
    expect(told).toEqual([refused]);
  });

  test.each([
    ['does not respond', () => {}],
    [
      'does not finish its response',
      (response: { writeHead(status: number): { write(text: string): void } }) =>
        response.writeHead(200).write('{"user":'),
    ],
  ])('Latchkey %s before the timeout', async (_case, answer) => {
    const server = createServer((_request, response) => answer(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const latchkey = createLatchkey({ url, timeoutMs: 50, onUnavailable: () => {} });
    const { refused } = await latchkey.authenticate(request({ authorization: 'Bearer t' }));
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
});

test('a request is retried once when the connection breaks', async () => {
  const broken = () => Promise.reject(new TypeError('fetch failed'));
  const { latchkey, asked } = answering(broken, () => Response.json(me));
  expect((await latchkey.authenticate(request({}))).caller?.user.id).toBe('u1');
  expect(asked).toHaveLength(2);
});

test('the time to wait comes from Latchkey', async () => {
  const error = { type: 'SERVER_ERROR', code: 'UNAVAILABLE', message: 'No.' };
  const busy = () => Response.json({ error }, { status: 503, headers: { 'retry-after': '7' } });
  const { latchkey } = answering(busy);
  expect((await latchkey.authenticate(request({}))).refused?.retryAfterSeconds).toBe(7);
});

test("the reason Latchkey couldn't be reached is logged once, without the credentials sent", async () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => {});
  const latchkey = createLatchkey({ url: 'http://127.0.0.1:1' });
  for (let count = 0; count < 3; count++)
    await latchkey.authenticate(request({ authorization: 'Bearer t-1' }));
  expect(line.mock.calls).toHaveLength(1);
  expect(String(line.mock.calls[0])).toMatch(/Latchkey at http:\/\/127\.0\.0\.1:1 .*fetch failed \(/);
  expect(String(line.mock.calls[0])).not.toContain('t-1');
  line.mockRestore();
});

test.each([undefined, '', 'auth.example.com', 'ftp://auth.example.com'])(
  'a URL such as %s is refused immediately with a clear message',
  (url) => {
    expect(() => createLatchkey({ url: url as string })).toThrow(
      /needs the address of your Latchkey as url, such as https:/,
    );
  },
);

test.each<[string, object, RegExp]>([
  ['a misspelled url', { ulr: 'https://auth.example.com' }, /unknown option "ulr".*url, issuer, timeoutMs/],
  ['allowedOrigin', { allowedOrigin: 'https://app.example.com' }, /unknown option "allowedOrigin"/],
  ['origins that are one string', { allowedOrigins: 'https://app.example.com' }, /allowedOrigins must be/],
  ['a time limit that is text', { timeoutMs: '5000' }, /timeoutMs must be/],
  ['an issuer that is not an address', { issuer: 'auth' }, /issuer must be/],
])('createLatchkey refuses options it would ignore or misread: %s', (_case, more, message) => {
  const make = () => createLatchkey({ url: 'https://auth.example.com', ...more });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

test('createLatchkey treats undefined settings as omitted', () => {
  const unset = { issuer: undefined, timeoutMs: undefined, allowedOrigins: undefined, fetch: undefined };
  expect(createLatchkey({ url: 'https://auth.example.com', ...unset } as never).allowedOrigins).toEqual([]);
});
