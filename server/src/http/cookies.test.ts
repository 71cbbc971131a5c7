import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { parseSetCookie } from 'cookie';
import { describe, expect, test } from 'vitest';

test.each([
  ['https://id.example.com', true],
  ['http://id.example.com', false],
])('at %s every cookie has Secure: %s', async (address, secure) => {
  const service = await startService({ env: { BASE_URL: address } });
  const { email, client } = await newUser(service);
  const login = { email, password, rememberMe: true };
  const { cookies } = await service.client().post('/api/auth/login', login);
  const ended = await client.post('/api/auth/logout');
  expect(Object.keys(cookies).sort()).toEqual([
    'csrf_token',
    'latchkey_session',
    'refresh_token',
    'remember_me',
  ]);
  for (const each of [...Object.values(cookies), ...Object.values(ended.cookies)])
    expect({ name: each.name, secure: each.secure ?? false }).toEqual({ name: each.name, secure });
});

/** What a browser is told: each cookie set, or cleared, and where. */
const told = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .map(({ name, maxAge, domain }) => `${maxAge === 0 ? 'clear' : 'set'} ${name} ${domain ?? 'here'}`);

describe('COOKIE_DOMAIN', () => {
  const env = { BASE_URL: 'https://auth.eu.acme.test' };
  const alone = started(() => startService({ env }));
  const sharing = started(() =>
    startService({ database: alone.database, env: { ...env, COOKIE_DOMAIN: 'acme.test' } }),
  );

  test('applies to the session and CSRF cookies, but not to the refresh and remember-me cookies', async () => {
    const { email } = await newUser(sharing);
    const login = { email, password, rememberMe: true };
    expect(told(await sharing.client().post('/api/auth/login', login))).toEqual([
      'set latchkey_session acme.test',
      'set csrf_token acme.test',
      'set refresh_token here',
      'set remember_me here',
    ]);
    expect(told(await alone.client().post('/api/auth/login', login))).toEqual([
      'set latchkey_session here',
      'set csrf_token here',
      'set refresh_token here',
      'set remember_me here',
    ]);
  });

  test('makes logout clear those cookies on every domain where they may have been set', async () => {
    const { client } = await newUser(sharing);
    expect(told(await client.post('/api/auth/logout'))).toEqual([
      'clear latchkey_session here',
      'clear latchkey_session auth.eu.acme.test',
      'clear latchkey_session eu.acme.test',
      'clear latchkey_session acme.test',
      'clear csrf_token here',
      'clear csrf_token auth.eu.acme.test',
      'clear csrf_token eu.acme.test',
      'clear csrf_token acme.test',
      'clear refresh_token here',
      'clear remember_me here',
    ]);
  });

  test('leaves no cookie from an earlier login next to the new one', async () => {
    const { email } = await newUser(sharing);
    const browser = sharing.client();
    browser.cookies.set('latchkey_session', 'from before');
    const lines = told(await browser.post('/api/auth/login', { email, password }));
    expect(lines).toContain('clear latchkey_session here');
    expect(lines).not.toContain('clear csrf_token here');
    expect(lines.filter((line) => line.endsWith('latchkey_session acme.test'))).toEqual([
      'set latchkey_session acme.test',
    ]);
  });

  test('is applied to an older session on its next GET /api/auth/me', async () => {
    const { client } = await newUser(alone);
    const browser = sharing.client();
    for (const [name, value] of client.cookies) browser.cookies.set(name, value);
    const session = browser.cookies.get('latchkey_session');
    const lines = told(await browser.get('/api/auth/me'));
    expect(lines).toContain('clear csrf_token here');
    expect(lines).toContain('set csrf_token acme.test');
    expect(lines).toContain('clear latchkey_session here');
    expect(lines).toContain('set latchkey_session acme.test');
    expect(browser.cookies.get('latchkey_session')).toBe(session);
    expect(told(await browser.get('/api/auth/me'))).toEqual([]);
    expect((await browser.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
  });

  test('can be removed again: the next login clears its old cookies', async () => {
    const { client, email } = await newUser(sharing);
    const browser = alone.client();
    for (const [name, value] of client.cookies) browser.cookies.set(name, value);
    const lines = told(await browser.post('/api/auth/login', { email, password }));
    expect(lines).toContain('clear latchkey_session acme.test');
    expect(lines).toContain('clear csrf_token acme.test');
    expect(lines).toContain('set latchkey_session here');
  });

  test('clears nothing at login when no cookie is sent', async () => {
    const { email } = await newUser(alone);
    for (const service of [alone, sharing]) {
      const lines = told(await service.client().post('/api/auth/login', { email, password }));
      expect(lines.filter((line) => line.startsWith('clear'))).toEqual([]);
    }
  });

  /** As browsers send them: what was set first comes first. */
  const bothOf = (names: string[], people: { client: Client }[]) =>
    names.flatMap((name) => people.map(({ client }) => `${name}=${client.cookies.get(name)}`)).join('; ');
  const everyForm = ['here', 'auth.eu.acme.test', 'eu.acme.test', 'acme.test'].map(
    (place) => `clear latchkey_session ${place}`,
  );

  test('two session cookies of different sessions are signed out and both cleared, in either order', async () => {
    const people = [await newUser(sharing), await newUser(alone)];
    for (const service of [alone, sharing])
      for (const order of [people, people.toReversed()]) {
        const cookie = bothOf(['latchkey_session', 'csrf_token'], order);
        const read = await service.client().get('/api/auth/me', { headers: { cookie } });
        expect([read.status, read.body.error?.code]).toEqual([401, 'UNAUTHENTICATED']);
        expect(told(read)).toEqual(expect.arrayContaining([...everyForm, 'clear csrf_token acme.test']));
        const csrf = order[1]?.client.cookies.get('csrf_token') ?? '';
        const headers = { cookie, 'x-csrf-token': csrf };
        const write = await service.client().post('/api/users/profile', { firstName: 'Eve' }, { headers });
        expect(write.status).toBe(401);
        expect(told(write)).toEqual(expect.arrayContaining(everyForm));
      }
    for (const { client } of people) expect((await client.get('/api/auth/me')).status).toBe(200);
  });

  test('a remembered login is not resumed beside two session cookies of different sessions', async () => {
    const people = [await newUser(sharing), await newUser(alone)];
    const browser = alone.client();
    await browser.post('/api/auth/login', { email: people[0]?.email, password, rememberMe: true });
    const remembered = `remember_me=${browser.cookies.get('remember_me')}`;
    const cookie = `${bothOf(['latchkey_session'], people)}; ${remembered}`;
    const answer = await alone.client().get('/api/auth/me', { headers: { cookie } });
    expect(answer.status).toBe(401);
    expect(told(answer)).toContain('clear remember_me here');
  });

  test('two session cookies of one session work, and so does one next to a cookie that is not ours', async () => {
    const { client, email } = await newUser(alone);
    const session = client.cookies.get('latchkey_session');
    const csrf = client.cookies.get('csrf_token') ?? '';
    for (const values of [
      [session, session],
      ['nonsense', session],
      [session, 'nonsense'],
    ]) {
      const sent = values.map((value) => `latchkey_session=${value}`).join('; ');
      for (const tokens of [`csrf_token=${csrf}; csrf_token=old`, `csrf_token=old; csrf_token=${csrf}`]) {
        const headers = { cookie: `${sent}; ${tokens}`, 'x-csrf-token': csrf };
        expect((await alone.client().get('/api/auth/me', { headers })).body.user?.email).toBe(email);
        const write = await alone.client().post('/api/users/profile', { firstName: 'Ada' }, { headers });
        expect(write.status).toBe(200);
      }
    }
  });

  test('two different remember-me or refresh cookies are not used', async () => {
    const people = [await newUser(alone), await newUser(alone)];
    const browsers = [];
    for (const { email } of people) {
      const client = alone.client();
      await client.post('/api/auth/login', { email, password, rememberMe: true });
      browsers.push({ client });
    }
    const remembered = { headers: { cookie: bothOf(['remember_me'], browsers) } };
    expect((await alone.client().get('/api/auth/me', remembered)).status).toBe(401);
    const refreshing = { headers: { cookie: bothOf(['refresh_token'], browsers) } };
    expect((await alone.client().post('/api/auth/refresh', undefined, refreshing)).status).toBe(401);
    for (const { client } of browsers) expect((await client.post('/api/auth/refresh')).status).toBe(200);
  });
});
