import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { totp } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../platform/log.ts';

type Line = Record<string, unknown> & { level: number; msg: string };

const service = started(startService);

const requestLines = (logged: string[]): Line[] =>
  logged.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');

describe('a request in production', () => {
  test('is logged as one line of JSON with its ID, route, status, time and address', async () => {
    const before = service.logged.length;
    const client = service.client();
    const answer = await client.post('/api/auth/login', { email: 'nobody@example.com', password });
    await expect.poll(() => service.logged.length).toBe(before + 1);
    const line = service.logged[before] ?? '';
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: answer.headers.get('x-request-id'),
      method: 'POST',
      route: '/api/auth/login',
      status: 401,
      ms: expect.any(Number),
      ip: client.ipAddress,
      msg: 'request',
    });
  });

  test('is logged as one line even when it reaches no route', async () => {
    for (const path of ['/api/nothing-here', '/api/%', `/api/auth/sessions/${'x'.repeat(2000)}`]) {
      const before = service.logged.length;
      const answer = await service.client().get(path);
      await expect.poll(() => requestLines(service.logged.slice(before))).toHaveLength(1);
      expect(requestLines(service.logged.slice(before))[0]).toMatchObject({
        requestId: answer.headers.get('x-request-id'),
        status: answer.status,
      });
    }
  });

  test('is logged at debug level if it is a successful health check, and at info if the check fails', async () => {
    const own = await startService();
    await own.client().get('/api/health/live');
    await own.client().get('/api/health/ready');
    await own.client().get('/api/health/nothing-here');
    await own.sql`DELETE FROM migrations WHERE name = '0003_accounts.sql'`;
    await own.client().get('/api/health/ready');
    await own.close();
    expect(requestLines(own.logged).map(({ route, status, level }) => [route, status, level])).toEqual([
      ['/api/health/live', 200, 'debug'],
      ['/api/health/ready', 200, 'debug'],
      ['unknown', 404, 'info'],
      ['/api/health/ready', 503, 'info'],
    ]);
  });

  test('is counted by route and status, not by path', async () => {
    await service.client().get('/api/invites/hush-hush-token');
    const text = await service.deps.metrics.registry.metrics();
    expect(text).toMatch(
      /latchkey_http_request_seconds_count\{.*route="\/api\/auth\/login",status="401"\} \d/,
    );
    expect(text).not.toContain('hush-hush');
  });
});

/** Two-factor, a lock and its link, a changed address and its undoing, a provider, a resumed login, forged credentials. */
async function takeUncommonWays(own: TestService, client: Client, keep: (...values: unknown[]) => void) {
  const { body: setup } = await client.post('/api/auth/2fa/setup');
  const code = totp(setup.secret, own.clock.now());
  await client.post('/api/auth/2fa/verify', { code });
  keep(setup.secret, setup.otpauthUrl, code, ...setup.backupCodes);
  const { email } = (await client.get('/api/auth/me')).body.user;
  const browser = own.client();
  const login = { email, password: 'Correct-Horse-72', rememberMe: true };
  const { body: pending } = await browser.post('/api/auth/login', login);
  await browser.post('/api/auth/2fa/validate', { pendingToken: pending.pendingToken, code: '000000' });
  const { body: signedIn } = await browser.post('/api/auth/2fa/validate', {
    pendingToken: pending.pendingToken,
    code: setup.backupCodes[0],
  });
  keep(pending.pendingToken, ...Object.values(signedIn.tokens), ...browser.cookies.values());
  browser.cookies.delete('latchkey_session');
  await browser.get('/api/auth/me');
  keep(...browser.cookies.values());
  await browser.get('/api/auth/oauth/github/callback?code=hush-oauth-code&state=hush-oauth-state');
  await browser.get('/api/auth/oauth/nobody?inviteToken=hush-invite-token');
  await browser.get('/api/auth/me', { headers: { authorization: `Basic ${btoa('hush-user:hush-basic')}` } });
  await browser.get('/api/auth/me', { headers: { authorization: 'Bearer lsk_hush-hush-key' } });
  keep(
    'hush-oauth-code',
    'hush-oauth-state',
    'hush-invite-token',
    btoa('hush-user:hush-basic'),
    'lsk_hush-hush-key',
  );
  for (let nth = 0; nth < 5; nth++)
    await own.client().post('/api/auth/login', { email, password: 'Hush-Guess-74' });
  await own.client().post('/api/auth/request-unlock', { email });
  const unlock = await own.mailedToken(email);
  await own.client().post('/api/auth/verify-unlock', { token: unlock });
  await client.post('/api/users/profile', {
    email: 'elsewhere@example.com',
    currentPassword: 'Correct-Horse-72',
  });
  const undo = await own.mailedToken(email);
  await own.client().post('/api/auth/undo-email-change', { token: undo });
  keep('Hush-Guess-74', unlock, undo);
}

describe('the log', () => {
  test('contains no secret from a whole user journey', async () => {
    const own = await startService();
    const secrets = new Set<string>();
    const client = own.client();
    const keep = (...values: unknown[]) => {
      for (const value of values) if (typeof value === 'string' && value.length > 5) secrets.add(value);
      for (const value of client.cookies.values()) secrets.add(value);
    };
    const email = 'journey@example.com';
    const [first, second, wrong] = ['Correct-Horse-71', 'Correct-Horse-72', 'Wrong-Horse-73'];

    await client.post('/api/auth/register', { email, password: first, organizationName: 'Journey' });
    const verification = await own.mailedToken(email);
    await client.post('/api/auth/verify-email', { token: verification, password });
    await client.post('/api/auth/verify-email', { token: verification });
    await client.post('/api/auth/login', { email, password: wrong });
    const login = await client.post('/api/auth/login', { email, password: first, rememberMe: true });
    keep(first, second, wrong, verification, ...Object.values(login.body.tokens));
    const refreshed = await client.post('/api/auth/refresh');
    keep(...Object.values(refreshed.body.tokens));
    await client.get('/api/auth/me', { headers: { authorization: 'Bearer hush-bearer-token' } });
    await client.get('/api/auth/me', {
      headers: { authorization: `Bearer ${refreshed.body.tokens.accessToken}` },
    });
    const key = await client.post('/api/keys', { name: 'Hush' });
    keep(key.body.key);
    await own.client().get('/api/auth/me', { headers: { authorization: `Bearer ${key.body.key}` } });
    const setup = await client.post('/api/auth/2fa/setup');
    keep(setup.body.secret, ...setup.body.backupCodes);
    await client.post('/api/auth/2fa/verify', { code: '123457' });
    const invite = await client.post('/api/organizations/current/invites', { email: 'guest@example.com' });
    keep(invite.body.invite.token);
    await own.client().get(`/api/invites/${invite.body.invite.token}`);
    await client.post(`/api/invites/${invite.body.invite.token}/accept`);
    await client.post(`/api/invites/${invite.body.invite.token}/nothing-here`);
    await client.post('/api/auth/forgot-password', { email });
    const reset = await own.mailedToken(email);
    await client.get(`/api/nothing-here?token=${reset}`);
    await client.get(`/reset-password?token=${reset}`);
    await client.post('/api/auth/reset-password', { token: reset, password: second });
    keep(reset, 'hush-bearer-token', 'hush-json-password', 'hush-form-password', '123457');
    await client.post('/api/auth/login', undefined, {
      raw: '{"password":"hush-json-password"',
      headers: { 'content-type': 'application/json' },
    });
    await client.post('/api/auth/login', undefined, {
      raw: 'password=hush-form-password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const again = await client.post('/api/auth/login', { email, password: second });
    keep(...Object.values(again.body.tokens));
    await takeUncommonWays(own, client, keep);
    await client.post('/api/auth/logout');
    await own.close();

    expect(secrets.size).toBeGreaterThan(50);
    const log = own.logged.join('');
    for (const route of [
      'reset-password',
      '2fa/validate',
      'verify-unlock',
      'undo-email-change',
      'oauth/:provider',
    ])
      expect(log).toContain(`/api/auth/${route}`);
    for (const line of own.logged) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  test('does not contain the row of a failed write', async () => {
    const broken = await startService();
    await broken.sql`ALTER TABLE users ADD CONSTRAINT nobody_fits CHECK (false) NOT VALID`;
    const registration = { email: 'row@example.com', password, organizationName: 'Row' };
    expect((await broken.client().post('/api/auth/register', registration)).status).toBe(500);
    await broken.close();
    const line = broken.logged.find((each) => each.includes('nobody_fits')) ?? '{}';
    expect(JSON.parse(line).err).toMatchObject({
      code: '23514',
      table_name: 'users',
      constraint_name: 'nobody_fits',
    });
    expect(broken.logged.join('')).not.toMatch(/\$2[aby]\$|Failing row/);
  });

  test('redacts values logged under the name of a secret', () => {
    const lines: string[] = [];
    const log = createLogger(
      { environment: 'production', logLevel: 'info' },
      { write: (line) => void lines.push(line) },
    );
    log.info({ password: 'hush', body: { token: 'hush', deeper: { refreshToken: 'hush' } } }, 'careless');
    expect(lines.join('')).toContain('[redacted]');
    expect(lines.join('')).not.toContain('hush');
  });
});

describe('in development', () => {
  const develop = (write: (line: string) => void) =>
    createLogger({ environment: 'development', logLevel: 'info' }, { write });

  test('a request is one short, readable line', () => {
    const lines: string[] = [];
    const log = develop((line) => void lines.push(line));
    log
      .child({ requestId: '0f3c' })
      .info({ method: 'POST', route: '/api/auth/login', status: 200, ms: 12.5, ip: '127.0.0.1' }, 'request');
    expect(lines.join('')).toMatch(
      /^\[\d\d:\d\d:\d\d\] INFO: POST \/api\/auth\/login 200 in 12\.5 ms \(0f3c\)\n$/,
    );
  });

  test('anything else is one line followed by its fields', () => {
    const lines: string[] = [];
    develop((line) => void lines.push(line)).info({ migration: '0001.sql' }, 'migration applied');
    expect(lines.join('')).toMatch(/^\[[\d:]+\] INFO: migration applied \{"migration":"0001\.sql"\}\n$/);
  });

  test('an error shows where it came from', () => {
    const lines: string[] = [];
    develop((line) => void lines.push(line)).error({ err: new Error('it broke') }, 'a request failed');
    expect(lines.join('')).toMatch(/a request failed[\s\S]*it broke[\s\S]*request-log\.test\.ts/);
  });

  test('successful reads are logged only at debug level', async () => {
    const developing = await startService({ env: { NODE_ENV: 'development' } });
    const { client } = await newUser(developing);
    await client.get('/api/auth/me');
    await client.send('HEAD', '/api/health/live');
    await developing.client().get('/api/auth/me');
    await expect.poll(() => requestLines(developing.logged)).toHaveLength(5);
    await developing.close();
    expect(
      requestLines(developing.logged).map(({ method, status, level }) => [method, status, level]),
    ).toEqual([
      ['POST', 201, 'info'],
      ['POST', 200, 'info'],
      ['GET', 200, 'debug'],
      ['HEAD', 200, 'debug'],
      ['GET', 401, 'info'],
    ]);
  });
});
