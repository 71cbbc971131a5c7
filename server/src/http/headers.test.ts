import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://elsewhere/latchkey',
  SMTP_URL: 'smtp://elsewhere',
};
const friend = 'https://app.example.com';
const other = 'http://localhost:5173';

const service = started(startService);
const open = started(() => startService({ env: { ALLOWED_ORIGINS: `${friend}, ${other}` } }));

describe('the security headers', () => {
  const expected = {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cache-control': 'no-store',
  };
  const pick = (headers: Headers) =>
    Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));

  test('are on every API response: success, refusal, 404, 405, 413, 415, 400 and OPTIONS', async () => {
    const { client } = await newUser(service);
    const answers = [
      await client.get('/api/auth/me'),
      await service.client().get('/api/auth/me'),
      await client.get('/api/nothing-here'),
      await client.delete('/api/auth/login'),
      await client.post('/api/auth/login', { email: 'x'.repeat(70_000) }),
      await client.post('/api/auth/login', undefined, {
        raw: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
      await client.get('/api/%'),
      await client.send('OPTIONS', '/api/auth/login'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 413, 415, 400, 204]);
    for (const { headers } of answers) expect(pick(headers)).toEqual(expected);
  });

  test('are on a 500', async () => {
    const broken = await startService();
    await broken.sql`ALTER TABLE users RENAME TO elsewhere`;
    const answer = await broken.client().post('/api/auth/login', { email: 'a@example.com', password: 'x' });
    expect(answer.status).toBe(500);
    expect(pick(answer.headers)).toEqual(expected);
  });

  test('require HTTPS only if the service has an https address', async () => {
    const plain = await service.client().get('/api/health/live');
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    const secure = await startService({ env: { ...production, BASE_URL: 'https://id.example.com' } });
    const answer = await secure.client().get('/api/health/live');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
    const inside = await startService({ env: { ...production, BASE_URL: 'http://id.internal' } });
    const unencrypted = await inside.client().get('/api/health/live');
    expect(unencrypted.headers.get('strict-transport-security')).toBeNull();
  });

  test('do not include Server or X-Powered-By', async () => {
    const { headers } = await service.client().get('/api/health/live');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });
});

describe('CORS', () => {
  const corsHeaders = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const preflight = (origin: string, method = 'DELETE') => ({
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-csrf-token',
    },
  });

  test('is off unless an origin is listed', async () => {
    const asked = await service.client().send('OPTIONS', '/api/auth/sessions', preflight(friend));
    expect({ status: asked.status, cors: corsHeaders(asked.headers) }).toEqual({ status: 204, cors: [] });
    const read = await service.client().get('/api/health/live', { headers: { origin: friend } });
    expect(corsHeaders(read.headers)).toEqual([]);
  });

  test('accepts a preflight from a listed origin, for every method and the CSRF header', async () => {
    for (const origin of [friend, other]) {
      const answer = await open.client().send('OPTIONS', '/api/auth/sessions', preflight(origin));
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      const methods = answer.headers.get('access-control-allow-methods')?.split(', ');
      expect(methods?.sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']);
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(allowed?.sort()).toEqual([
        'authorization',
        'content-type',
        'x-challenge',
        'x-csrf-token',
        'x-organization-id',
      ]);
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  test('lets a listed origin read responses, errors and their headers', async () => {
    const headers = { origin: friend };
    const answers = [
      await open.client().get('/api/health/live', { headers }),
      await open.client().get('/api/auth/me', { headers }),
      await open.client().get('/api/nothing-here', { headers }),
      await open.client().post('/api/auth/login', { email: 'x' }, { headers }),
      await open.client().post('/api/auth/login', undefined, {
        raw: 'x',
        headers: { ...headers, 'content-type': 'text/plain' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400, 415]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(friend);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(
        /x-request-id.*x-ratelimit-limit.*x-ratelimit-remaining.*x-ratelimit-reset.*retry-after/,
      );
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  test.each([
    'https://evil.example.com',
    'https://app.example.com.evil.com',
    'https://evilapp.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
    '*',
  ])('sends no CORS headers to %s', async (origin) => {
    const asked = await open.client().send('OPTIONS', '/api/auth/sessions', preflight(origin));
    expect({ status: asked.status, cors: corsHeaders(asked.headers) }).toEqual({ status: 204, cors: [] });
    const read = await open.client().get('/api/health/live', { headers: { origin } });
    expect({ status: read.status, cors: corsHeaders(read.headers) }).toEqual({ status: 200, cors: [] });
  });

  test('does not block requests without an origin', async () => {
    const bare = await open.client().send('OPTIONS', '/api/auth/login');
    expect({ status: bare.status, allow: bare.headers.get('allow') }).toEqual({
      status: 204,
      allow: 'POST, OPTIONS',
    });
    expect((await open.client().send('OPTIONS', '/api/nothing-here')).status).toBe(404);
    expect((await open.client().get('/api/health/live')).status).toBe(200);
  });

  test('matches the origin check: a listed origin can log in, another cannot', async () => {
    const { email } = await newUser(open);
    const login = (origin: string) =>
      open.client().post('/api/auth/login', { email, password: 'Correct-Horse-7' }, { headers: { origin } });
    expect((await login(friend)).status).toBe(200);
    const refused = await login('https://evil.example.com');
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({
      status: 403,
      code: 'FORBIDDEN_ORIGIN',
    });
  });
});
