import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { newUser, password } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/** A pending token works only in the browser that started, not for a thief or for a user who was sent it as a link. */
const journey = started(startWithProviders);

/** Back from the provider, with or without an account of that address to link. */
async function pending(step: 'link' | 'complete', client: Client = journey.service.client()) {
  const user = step === 'link' ? await newUser(journey.service) : undefined;
  const { login, email } = journey.somebody(user && { email: user.email });
  const { token, path, answer } = await journey.travel(client, 'github', login);
  expect(path).toBe(`/auth/oauth/${step}`);
  return { client, token, email, answer };
}

const look = (client: Client, token: string) => client.get(`/api/auth/oauth/pending?token=${token}`);
const link = (client: Client, token: string) => client.post('/api/auth/oauth/link', { token, password });
const complete = (client: Client, token: string) =>
  client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines' });

function expectRefused({ status, body, cookies }: Answer) {
  expect([status, body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
  expect(cookies).toEqual({});
}

describe('the pending sign-in cookie', () => {
  test('is HttpOnly, not in the URL, limited to the provider login routes, and lasts fifteen minutes', async () => {
    const { answer, token } = await pending('complete');
    const { oauth_pending: cookie } = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/api/auth/oauth', maxAge: 900 });
    expect(answer.headers.get('location')).not.toContain(cookie?.value);
    expect(token).not.toContain(cookie?.value);
  });

  test('is not set when a sign-in needs no further step or fails', async () => {
    const { login } = journey.somebody();
    const browser = journey.service.client();
    await complete(browser, (await journey.travel(browser, 'github', login)).token);
    for (const [person, path] of [
      [login, '/'],
      [null, '/login'],
    ] as const) {
      const landed = await journey.travel(journey.service.client(), 'github', person);
      expect(landed.path).toBe(path);
      expect(landed.answer.cookies).not.toHaveProperty('oauth_pending');
    }
  });
});

describe.each([
  ['link', link],
  ['complete', complete],
] as const)('the %s step of a pending sign-in', (step, act) => {
  test('succeeds in the browser that started it, which can look up the provider and email first', async () => {
    const { client, token, email } = await pending(step);
    const shown = await look(client, token);
    expect([shown.status, shown.body]).toEqual([200, { provider: 'github', email }]);
    const done = await act(client, token);
    expect([200, 201]).toContain(done.status);
    expect(done.cookies.oauth_pending).toMatchObject({ value: '', maxAge: 0, path: '/api/auth/oauth' });
  });

  test('is refused in another browser, and so is looking it up', async () => {
    const { client, token } = await pending(step);
    const other = journey.service.client();
    expectRefused(await look(other, token));
    expectRefused(await act(other, token));
    expect((await act(client, token)).status).toBeLessThan(300);
  });

  test('is refused even in a browser with its own sign-in in progress', async () => {
    const attacker = await pending(step);
    const victim = await pending('complete');
    expectRefused(await look(victim.client, attacker.token));
    expectRefused(await act(victim.client, attacker.token));
    expect((await look(victim.client, victim.token)).status).toBe(200);
  });

  test.each([
    ['made up', () => 'A'.repeat(43)],
    ['altered', (own: string) => own.slice(0, -1) + (own.endsWith('A') ? 'B' : 'A')],
    ['truncated', (own: string) => own.slice(0, 42)],
    ['empty', () => '.'],
  ])('is refused with a cookie that is %s', async (_kind, forge) => {
    const { client, token } = await pending(step);
    client.cookies.set('oauth_pending', forge(client.cookies.get('oauth_pending') ?? ''));
    expectRefused(await look(client, token));
    expectRefused(await act(client, token));
  });

  test('is refused once it is done, and after fifteen minutes', async () => {
    const done = await pending(step);
    const cookie = done.client.cookies.get('oauth_pending') ?? '';
    await act(done.client, done.token);
    const again = journey.service.client();
    again.cookies.set('oauth_pending', cookie);
    expectRefused(await look(again, done.token));
    expectRefused(await act(again, done.token));
    const late = await pending(step);
    journey.service.clock.advance({ minutes: 15, seconds: 1 });
    expectRefused(await look(late.client, late.token));
    expectRefused(await act(late.client, late.token));
  });

  test('works in two tabs of one browser, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const browser = journey.service.client();
      const tabs = [await pending(step, browser), await pending(step, browser)];
      for (const tab of order) {
        const { token = '', email } = tabs[tab] ?? {};
        expect((await look(browser, token)).body).toEqual({ provider: 'github', email });
        expect((await act(browser, token)).status).toBeLessThan(300);
      }
      expect(browser.cookies.has('oauth_pending')).toBe(false);
    }
  });
});

describe('the pending sign-ins of one browser', () => {
  test('are limited to the latest five, so the cookie does not grow', async () => {
    const browser = journey.service.client();
    const tokens: string[] = [];
    for (let n = 0; n < 7; n++) tokens.push((await pending('complete', browser)).token);
    const statuses = await Promise.all(tokens.map(async (token) => (await look(browser, token)).status));
    expect(statuses).toEqual([401, 401, 200, 200, 200, 200, 200]);
    expect(browser.cookies.get('oauth_pending')?.length).toBeLessThan(230);
  });

  test('all remain usable after one of them is refused', async () => {
    const browser = journey.service.client();
    const tokens: string[] = [];
    for (let n = 0; n < 3; n++) tokens.push((await pending('link', browser)).token);
    for (const token of tokens) {
      const wrong = await browser.post('/api/auth/oauth/link', { token, password: 'Wrong-Horse-7' });
      expect([wrong.status, wrong.cookies]).toEqual([401, {}]);
    }
    for (const token of tokens) expect((await link(browser, token)).status).toBe(200);
  });
});

test('looking up a pending sign-in without a token or with an invalid one is refused', async () => {
  const client = journey.service.client();
  expect((await client.get('/api/auth/oauth/pending')).status).toBe(400);
  expectRefused(await look(client, 'rubbish'));
});
