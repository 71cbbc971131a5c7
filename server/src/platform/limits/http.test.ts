import { rateLimits } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort, startHangingServer } from '@latchkey/server/testing/net';
import {
  clientFor,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { afterEach, describe, expect, test } from 'vitest';

/** The default limits: the harness raises them unless told not to. */
const defaults = Object.fromEntries(
  ['RATE_LIMIT_MAX', ...Object.values(rateLimits).map(({ env }) => env)].map((name) => [name ?? '', '']),
);

const service = started(() => startService({ env: defaults }));
afterEach(() => service.client().post('/api/test/reset-rate-limits'));

const figures = ({ headers }: Answer) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
  retryAfter: headers.get('retry-after'),
});
const nowSeconds = () => service.clock.now().getTime() / 1000;

function expectLimited(answer: Answer, limit: number, windowSeconds: number) {
  expect(answer.status).toBe(429);
  const { retryAfter, reset, ...rest } = figures(answer);
  expect(answer.body.error).toMatchObject({ type: 'AUTHORIZATION_ERROR', code: 'RATE_LIMITED' });
  expect(answer.body.error.details).toEqual({ retryAfterSeconds: Number(retryAfter) });
  expect(answer.body.error.message).toMatch(/^Too many requests\. Try again in (\d+ minutes|1 hour)\.$/);
  expect(rest).toEqual({ limit, remaining: 0 });
  expect(Number(retryAfter)).toBeGreaterThan(windowSeconds - 60);
  expect(Number(retryAfter)).toBeLessThanOrEqual(windowSeconds);
  expect(Math.abs(nowSeconds() + Number(retryAfter) - reset)).toBeLessThanOrEqual(2);
}

const hour = 3600;
const quarter = 900;
/** The limits, each with a request that is refused for its content, not its frequency. */
const table = [
  { name: 'login', path: '/api/auth/login', limit: 10, window: quarter, body: {}, status: 400 },
  { name: 'register', path: '/api/auth/register', limit: 3, window: hour, body: {}, status: 400 },
  {
    name: 'forgot-password',
    path: '/api/auth/forgot-password',
    limit: 5,
    window: hour,
    body: {},
    status: 400,
  },
  {
    name: 'reset-password',
    path: '/api/auth/reset-password',
    limit: 10,
    window: hour,
    body: {},
    status: 400,
  },
  {
    name: 'resend-verification',
    path: '/api/auth/resend-verification',
    limit: 3,
    window: hour,
    body: {},
    status: 400,
  },
  { name: 'request-unlock', path: '/api/auth/request-unlock', limit: 3, window: hour, body: {}, status: 400 },
  { name: '2fa/validate', path: '/api/auth/2fa/validate', limit: 30, window: quarter, body: {}, status: 400 },
  { name: '2fa/setup', path: '/api/auth/2fa/setup', limit: 20, window: hour, body: undefined, status: 401 },
  {
    name: 'any other endpoint',
    path: '/api/auth/verify-email',
    limit: 100,
    window: quarter,
    body: {},
    status: 400,
  },
];

describe.each(table)('$name', ({ path, limit, window, body, status }) => {
  test(`allows one address ${limit} requests, reports the limit each time, and resets when the window ends`, async () => {
    const client = service.client();
    for (let n = 1; n <= limit; n++) {
      const answer = await client.post(path, body);
      expect(answer.status).toBe(status);
      const { reset, ...rest } = figures(answer);
      expect(rest).toEqual({ limit, remaining: limit - n, retryAfter: null });
      expect(reset).toBeGreaterThan(nowSeconds() + window - 60);
      expect(reset).toBeLessThanOrEqual(nowSeconds() + window + 1);
    }
    expectLimited(await client.post(path, body), limit, window);
    expect((await service.client().post(path, body)).status).toBe(status);
    // The window began with the first request; a second before its end nothing has changed.
    const { retryAfter } = figures(await client.post(path, body));
    service.clock.advance({ seconds: Number(retryAfter) - 2 });
    expect((await client.post(path, body)).status).toBe(429);
    service.clock.advance({ seconds: 3 });
    const fresh = await client.post(path, body);
    expect({ status: fresh.status, remaining: figures(fresh).remaining }).toEqual({
      status,
      remaining: limit - 1,
    });
  });
});

describe('how requests are counted', () => {
  test('the other unsafe endpoints under /api/auth share one count', async () => {
    const { client } = await newUser(service);
    const remaining = [
      await client.post('/api/auth/verify-email', {}),
      await client.post('/api/auth/verify-unlock', {}),
      await client.post('/api/auth/refresh', {}),
      await client.delete('/api/auth/sessions'),
      await client.delete('/api/auth/sessions/0198c0de-0000-7000-8000-000000000000'),
      await client.post('/api/auth/logout'),
    ].map((answer) => figures(answer).remaining);
    expect(remaining).toEqual([99, 98, 97, 96, 95, 94]);
  });

  test('starting a provider login counts toward that shared limit', async () => {
    const client = service.client();
    await client.post('/api/auth/verify-email', {});
    expect(figures(await client.get('/api/auth/oauth/google'))).toMatchObject({ limit: 100, remaining: 98 });
  });

  test('the steps of single sign-on share one of their own, and asking where to go counts with the rest', async () => {
    const client = service.client();
    const path = '/api/auth/sso/01a1ec3f-39e8-76ac-8dec-c8c8dd9e8dee';
    const form = { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const answers = [
      await client.get(path),
      await client.get(`${path}/callback`),
      await client.send('POST', `${path}/acs`, form),
      await client.get(`${path}/finish`),
      await client.get(`${path}/metadata`),
    ];
    const counted = answers.map((answer) => [
      answer.status,
      figures(answer).limit,
      figures(answer).remaining,
    ]);
    expect(counted).toEqual([599, 598, 597, 596, 595].map((remaining) => [404, 600, remaining]));
    const discovered = await client.post('/api/auth/sso/discover', { email: 'ada@acme.test' });
    expect(figures(discovered).limit).toBe(100);
  });

  test("reaching one endpoint's limit does not affect the others", async () => {
    const client = service.client();
    for (let n = 1; n <= 4; n++) await client.post('/api/auth/register', {});
    expect((await client.post('/api/auth/register', {})).status).toBe(429);
    expect((await client.post('/api/auth/login', {})).status).toBe(400);
  });

  test('successful requests count the same as failed ones', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    for (let n = 1; n <= 10; n++)
      expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
    expectLimited(await client.post('/api/auth/login', { email, password }), 10, quarter);
  });

  test('50 concurrent requests cannot exceed the limit', async () => {
    const client = service.client();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/api/auth/login', {})));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });
});

describe('reads and other requests', () => {
  test('are not limited and get no rate limit headers', async () => {
    const { client } = await newUser(service);
    const names = (answer: Answer) =>
      [...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'));
    for (let n = 1; n <= 120; n++) {
      const answer = await client.get('/api/auth/me');
      expect({ status: answer.status, headers: names(answer) }).toEqual({ status: 200, headers: [] });
    }
    for (const path of ['/api/health/live', '/api/users/profile', '/api/auth/sessions'])
      expect(names(await client.get(path))).toEqual([]);
    expect(names(await client.post('/api/users/profile', { firstName: 'Ada' }))).toEqual([]);
  });
});

describe('requests for one account from many addresses', () => {
  test.each([
    { path: '/api/auth/login', limit: 10, window: quarter },
    { path: '/api/auth/forgot-password', limit: 5, window: hour },
    { path: '/api/auth/resend-verification', limit: 3, window: hour },
    { path: '/api/auth/request-unlock', limit: 3, window: hour },
  ])(
    'get 429 past twice the limit on $path, for known and unknown emails, ignoring case and spaces',
    async ({ path, limit, window }) => {
      const { email: known } = await newUser(service);
      await service.client().post('/api/test/reset-rate-limits');
      for (const email of [known, 'nobody-at-all@example.com']) {
        for (let n = 1; n <= limit * 2; n++) {
          const answer = await service.client().post(path, {
            email: n % 2 ? email : ` ${email.toUpperCase()} `,
            password: 'Wrong-Horse-7',
          });
          expect([200, 401, 423]).toContain(answer.status);
        }
        expectLimited(await service.client().post(path, { email, password }), limit * 2, window);
        expect((await service.client().post(path, { email: `other-${email}`, password })).status).not.toBe(
          429,
        );
      }
    },
  );

  test('send no more emails than the account limit allows', async () => {
    const { email } = await newUser(service);
    const before = (await service.mails(email)).length;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.client().post('/api/auth/forgot-password', { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await service.mails(email)).length - before).toBeLessThanOrEqual(10);
  });
});

describe('the client address', () => {
  const first = async (own: TestService, forwarded: string | undefined) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const client: Client = own.client();
    const answer = await client.post('/api/auth/register', {}, { headers });
    return figures(answer).remaining;
  };
  const withProxy = async (trust: string, work: (own: TestService) => Promise<void>) => {
    const own = await startService({
      database: service.database,
      env: { ...defaults, TRUST_PROXY: trust },
    });
    await work(own);
    await own.close();
  };

  test('is the socket address, ignoring X-Forwarded-For, when no proxy is trusted', () =>
    withProxy('', async (own) => {
      expect(await first(own, '203.0.113.1')).toBe(2);
      expect(await first(own, '203.0.113.2')).toBe(1);
      expect(await first(own, '203.0.113.3')).toBe(0);
    }));

  test('is the one that a trusted proxy reports', () =>
    withProxy('loopback', async (own) => {
      expect(await first(own, '203.0.113.1')).toBe(2);
      expect(await first(own, '203.0.113.2')).toBe(2);
      expect(await first(own, '203.0.113.1')).toBe(1);
    }));

  test('is the last one not from a trusted proxy, ignoring any that the client prepends', () =>
    withProxy('loopback', async (own) => {
      expect(await first(own, '198.51.100.1, 203.0.113.1')).toBe(2);
      expect(await first(own, '198.51.100.2, 203.0.113.1')).toBe(1);
    }));

  test('is found by counting hops from the end when TRUST_PROXY is a number', () =>
    withProxy('2', async (own) => {
      expect(await first(own, '198.51.100.1, 203.0.113.1, 192.0.2.1')).toBe(2);
      expect(await first(own, '198.51.100.2, 203.0.113.1, 192.0.2.9')).toBe(1);
    }));

  test('is found by skipping every listed proxy and network', () =>
    withProxy('127.0.0.1, 192.0.2.0/24', async (own) => {
      expect(await first(own, '203.0.113.1, 192.0.2.1')).toBe(2);
      expect(await first(own, '203.0.113.1, 192.0.2.200')).toBe(1);
      expect(await first(own, '203.0.113.1, 192.0.3.1')).toBe(2);
    }));

  test("is the proxy's own address when that proxy is not trusted", () =>
    withProxy('192.0.2.0/24', async (own) => {
      expect(await first(own, '203.0.113.1')).toBe(2);
      expect(await first(own, '203.0.113.2')).toBe(1);
    }));

  test('is never an invalid value, and may come with a port', () =>
    withProxy('loopback', async (own) => {
      // All of it counts against the proxy itself.
      const counted: number[] = [];
      for (const noise of ['nonsense', 'x'.repeat(5000), '999.1.1.1', '', "';--"])
        counted.push(await first(own, noise));
      expect(counted).toEqual([2, 1, 0, 0, 0]);
      expect(await first(own, '203.0.113.7:5678')).toBe(2);
      expect(await first(own, '203.0.113.7')).toBe(1);
      expect(await first(own, '[2001:db8::1]:5678')).toBe(2);
      expect(await first(own, '2001:db8::1')).toBe(1);
      expect(await first(own, '::ffff:203.0.113.7')).toBe(0);
      const registration = { email: 'noise@example.com', password, organizationName: 'Noise' };
      const answer = await own.client().post('/api/auth/register', registration, {
        headers: { 'x-forwarded-for': `10.9.9.9:${'1'.repeat(300)}` },
      });
      expect(answer.status).toBe(201);
    }));
});

describe('limits set in the environment', () => {
  test('raise and lower the default limits and windows', async () => {
    const own = await startService({
      database: service.database,
      env: {
        ...defaults,
        RATE_LIMIT_LOGIN: '2/1m',
        RATE_LIMIT_REGISTER: '5/2h',
        RATE_LIMIT_MAX: '3',
        RATE_LIMIT_WINDOW: '1000',
      },
    });
    const client = own.client();
    for (let n = 1; n <= 5; n++) expect((await client.post('/api/auth/register', {})).status).toBe(400);
    const sixth = figures(await client.post('/api/auth/register', {}));
    expect(sixth).toMatchObject({ limit: 5, remaining: 0 });
    expect(Number(sixth.retryAfter)).toBeGreaterThan(hour);
    expect(figures(await client.post('/api/auth/login', {}))).toMatchObject({ limit: 2, remaining: 1 });
    await client.post('/api/auth/login', {});
    const limited = await client.post('/api/auth/login', {});
    expect({ status: limited.status, seconds: Number(figures(limited).retryAfter) <= 60 }).toEqual({
      status: 429,
      seconds: true,
    });
    expect(figures(await client.post('/api/auth/verify-email', {}))).toMatchObject({
      limit: 3,
      remaining: 2,
    });
    await client.post('/api/auth/refresh', {});
    await client.post('/api/auth/verify-unlock', {});
    expect((await client.post('/api/auth/verify-email', {})).status).toBe(429);
    own.clock.advance({ seconds: 2 });
    expect((await client.post('/api/auth/verify-email', {})).status).toBe(400);
    expect((await client.post('/api/auth/login', {})).status).toBe(429);
  });

  test('also apply per account, at twice the value', async () => {
    const own = await startService({
      database: service.database,
      env: { ...defaults, RATE_LIMIT_FORGOT_PASSWORD: '1/1h' },
    });
    const ask = () => own.client().post('/api/auth/forgot-password', { email: 'nobody@example.com' });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});

describe('POST /api/test/reset-rate-limits', () => {
  test('clears every count, per address and per account', async () => {
    const [client, email] = [service.client(), 'reset-me@example.com'];
    for (const { path, limit, body } of table) for (let n = 1; n <= limit; n++) await client.post(path, body);
    for (let n = 1; n <= 10; n++) await service.client().post('/api/auth/forgot-password', { email });
    const statuses = async () => [
      ...(await Promise.all(table.map(async ({ path, body }) => (await client.post(path, body)).status))),
      (await service.client().post('/api/auth/forgot-password', { email })).status,
    ];
    expect(await statuses()).toEqual(Array(table.length + 1).fill(429));
    const answer = await client.post('/api/test/reset-rate-limits');
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    expect(await statuses()).toEqual([...table.map(({ status }) => status), 200]);
  });

  test('exists in development but not in production', async () => {
    const development = await startService({
      database: service.database,
      env: { ...defaults, NODE_ENV: 'development' },
    });
    expect((await development.client().post('/api/test/reset-rate-limits')).status).toBe(200);
    await development.close();
    const production = await startService({
      database: service.database,
      env: {
        ...defaults,
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://elsewhere/latchkey',
        SMTP_URL: 'smtp://elsewhere',
      },
    });
    const client = production.client();
    for (let n = 1; n <= 4; n++) await client.post('/api/auth/register', {});
    const answer = await client.post('/api/test/reset-rate-limits');
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await client.post('/api/auth/register', {})).status).toBe(429);
  });
});

describe('when the shared store fails', () => {
  const failing = async (env: Record<string, string>, work: (own: TestService) => Promise<void>) => {
    const own = await startService({
      database: service.database,
      env: { ...defaults, RATE_LIMIT_LOGIN: '2/1m', ...env },
    });
    await work(own);
    await own.close();
  };
  const failedOpen = async (own: TestService) => {
    const text = await own.deps.metrics.registry.metrics();
    return Number(/^latchkey_rate_limiter_fail_open_total (\d+)/m.exec(text)?.[1]);
  };
  const stores = [
    ['Redis', (port: number) => ({ REDIS_URL: `redis://:hush-hush@127.0.0.1:${port}` })],
    [
      'Upstash',
      (port: number) => ({
        UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`,
        UPSTASH_REDIS_REST_TOKEN: 'hush-hush',
      }),
    ],
  ] as const;

  const expectOpen = async (own: TestService) => {
    const { id } = await newUser(own);
    const client = own.client();
    const before = await failedOpen(own);
    for (let n = 1; n <= 6; n++) {
      const answer = await client.post('/api/auth/login', {});
      expect({ status: answer.status, limit: figures(answer).limit }).toEqual({ status: 400, limit: 2 });
    }
    expect((await failedOpen(own)) - before).toBe(6);
    expect((await (await clientFor(own, id)).get('/api/auth/me')).status).toBe(200);
    expect(own.logged.filter((line) => line.includes('Rate limit store failed')).length).toBeGreaterThan(0);
    expect(own.logged.join('')).not.toContain('hush-hush');
  };

  test.each(stores)(
    'with %s down, every request passes, each one is counted, and a warning is logged',
    async (_name, env) => {
      await failing(env(await freePort()), expectOpen);
    },
  );

  test.each(stores)(
    'with %s hanging, the same happens and callers are not kept waiting',
    async (_name, env) => {
      const server = await startHangingServer();
      await failing(env(server.port), async (own) => {
        await expectOpen(own);
        const started = performance.now();
        await Promise.all(Array.from({ length: 50 }, () => own.client().post('/api/auth/login', {})));
        expect(performance.now() - started).toBeLessThan(15_000);
      });
    },
  );
});
