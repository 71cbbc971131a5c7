import type { Client } from '@latchkey/server/testing/client';
import { signJwt } from '@latchkey/server/testing/jwt';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { newUser } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../../platform/crypto/seal.ts';

const journey = started(startWithProviders);

/** A user on the way back from the provider, just before they arrive. */
async function onTheWay(provider: 'google' | 'github' = 'github', query: Record<string, string> = {}) {
  const { login } = journey.somebody();
  const client = journey.service.client();
  const { comeBack } = await journey.depart(client, provider, query);
  return { client, back: await comeBack(login) };
}

/** Refused, and nothing is stored: otherwise, forged callbacks would fill the table. */
async function expectInvalidState(client: Client, back: URL) {
  const changed = await tablesChangedBy(journey.service, async () => {
    const landed = await journey.arrive(client, back);
    expect(landed).toMatchObject({ path: '/login', error: 'invalid_state', token: '' });
    expect(landed.answer.status).toBe(302);
    expect(landed.answer.cookies).not.toHaveProperty('latchkey_session');
  });
  expect(changed).toEqual([]);
}

describe('a state', () => {
  test('works only once: repeating the callback with its cookie is refused', async () => {
    const { client, back } = await onTheWay();
    const cookie = client.cookies.get('oauth_state') ?? '';
    expect((await journey.arrive(client, back)).path).toBe('/auth/oauth/complete');
    expect(client.cookies.has('oauth_state')).toBe(false);
    client.cookies.set('oauth_state', cookie);
    await expectInvalidState(client, back);
  });

  test('works only once: of ten simultaneous callbacks, one continues', async () => {
    const { client, back } = await onTheWay();
    const path = back.pathname + back.search;
    const headers = { cookie: `oauth_state=${client.cookies.get('oauth_state')}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => journey.service.client().get(path, { headers })),
    );
    const errors = answers.map((answer) => answer.headers.get('location') ?? '');
    expect(errors.filter((location) => location.includes('error=invalid_state'))).toHaveLength(9);
    expect(errors.filter((location) => location.includes('/auth/oauth/complete?token='))).toHaveLength(1);
  });

  test('that was altered is refused', async () => {
    const { client, back } = await onTheWay();
    const [header, payload, signature] = (back.searchParams.get('state') ?? '').split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, returnTo: '/evil' })).toString('base64url');
    back.searchParams.set('state', `${header}.${altered}.${signature}`);
    await expectInvalidState(client, back);
  });

  test('without a signature is refused, whatever its header says', async () => {
    const { client, back } = await onTheWay();
    const [own, payload] = (back.searchParams.get('state') ?? '').split('.');
    const encode = (alg: unknown) => Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    const headers = [own, ...['none', 'None', 'NONE', '', 'HS256', 'HS512', 'RS256', null].map(encode)];
    const cookie = client.cookies.get('oauth_state') ?? '';
    for (const header of headers)
      for (const unsigned of [`${header}.${payload}.`, `${header}.${payload}`]) {
        const forged = new URL(back);
        forged.searchParams.set('state', unsigned);
        client.cookies.set('oauth_state', cookie);
        await expectInvalidState(client, forged);
      }
    client.cookies.set('oauth_state', cookie);
    expect((await journey.arrive(client, back)).path).toBe('/auth/oauth/complete');
  });

  test('signed with another key, even the access token key, is refused', async () => {
    const { client, back } = await onTheWay();
    const claims = decodeJwt(back.searchParams.get('state') ?? '');
    const { secrets } = journey.service.config;
    const cookie = client.cookies.get('oauth_state') ?? '';
    for (const key of [secrets.accessToken, secrets.session, deriveKey(secrets.session, 'oauth-pending')]) {
      back.searchParams.set('state', signJwt(key, claims));
      client.cookies.set('oauth_state', cookie);
      await expectInvalidState(client, back);
    }
  });

  test('is not accepted as a pending token, and a pending token is not accepted as a state', async () => {
    const { client, back } = await onTheWay();
    const state = back.searchParams.get('state') ?? '';
    const completed = await client.post('/api/auth/oauth/complete', {
      token: state,
      organizationName: 'Mine',
    });
    expect(completed.status).toBe(401);
    const { token } = await journey.arrive(client, back);
    const next = await onTheWay();
    next.back.searchParams.set('state', token);
    await expectInvalidState(next.client, next.back);
  });

  test('for the other provider is refused', async () => {
    const { client, back } = await onTheWay('github');
    const elsewhere = new URL(back);
    elsewhere.pathname = '/api/auth/oauth/google/callback';
    await expectInvalidState(client, elsewhere);
  });

  test("without its cookie is refused, so someone else's link signs no one in", async () => {
    const { back } = await onTheWay();
    await expectInvalidState(journey.service.client(), back);
  });

  test('with the cookie of another sign-in is refused', async () => {
    const victim = await onTheWay();
    const attacker = await onTheWay();
    await expectInvalidState(victim.client, attacker.back);
  });

  test('with an altered or made-up cookie is refused', async () => {
    for (const forge of [
      (cookie: string) => `${cookie.slice(0, -2)}AA`,
      () => 'AAAA',
      () => 'x'.repeat(100),
    ]) {
      const { client, back } = await onTheWay();
      client.cookies.set('oauth_state', forge(client.cookies.get('oauth_state') ?? ''));
      await expectInvalidState(client, back);
    }
  });

  test('that is missing, empty, repeated or garbage is refused', async () => {
    for (const search of [
      '?code=abc',
      '?code=abc&state=',
      '?code=abc&state=a&state=b',
      '?state=rubbish',
      '',
    ]) {
      const { client, back } = await onTheWay();
      back.search = search;
      await expectInvalidState(client, back);
    }
  });

  test.each(['google', 'github'] as const)(
    'for %s is still valid one second before its ten minutes are up',
    async (provider) => {
      const { clock } = journey.service;
      await clock.hold(async () => {
        const { client, back } = await onTheWay(provider);
        clock.advance({ minutes: 10, seconds: -1 });
        expect((await journey.arrive(client, back)).path).toBe('/auth/oauth/complete');
      });
    },
  );

  test('is refused one second after its ten minutes are up', async () => {
    const { client, back } = await onTheWay();
    journey.service.clock.advance({ minutes: 10, seconds: 1 });
    await expectInvalidState(client, back);
  });

  test('is remembered as used only for as long as it was valid', async () => {
    const { client, back } = await onTheWay();
    await journey.arrive(client, back);
    const [row] = await journey.service.sql`SELECT max(expires_at) AS until FROM spent_tokens`;
    const minutes = (row?.until.getTime() - journey.service.clock.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(10.1);
  });
});

describe('returnTo', () => {
  const attacks = [
    'https://evil.example',
    'http://latchkey.test.evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/%2F/evil.example',
    '/%2f%2fevil.example',
    '/%252F%252Fevil.example',
    '/%5Cevil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/../..//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '@evil.example',
    '/\r\nSet-Cookie: a=b',
    '/%0d%0aSet-Cookie:%20a=b',
    '/\u0000',
    '/%E0%A4%A',
    `/${'a'.repeat(5000)}`,
    '',
  ];

  test.each(attacks)('%j is not a path of this service and is ignored', async (returnTo) => {
    const { location } = await journey.depart(journey.service.client(), 'github', { returnTo });
    const state = new URL(location).searchParams.get('state') ?? '';
    expect((decodeJwt(state) as { returnTo: string }).returnTo).toBe('/');
  });

  test.each(['/organization/members?page=2#top', '/profile', '/login?next=//not-a-host', '/a%20b'])(
    '%j is a path of this service and is kept',
    async (returnTo) => {
      const { location } = await journey.depart(journey.service.client(), 'github', { returnTo });
      const state = new URL(location).searchParams.get('state') ?? '';
      expect((decodeJwt(state) as { returnTo: string }).returnTo).toBe(returnTo);
    },
  );

  test("keeps an application's sign-in request, even with a state of 3,000 characters", async () => {
    const returnTo = `/api/oidc/authorize?client_id=x&state=${'s'.repeat(3000)}`;
    const client = journey.service.client();
    const { login } = journey.somebody();
    const { comeBack } = await journey.depart(client, 'github', { returnTo });
    const { answer } = await journey.arrive(client, await comeBack(login));
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('returnTo')).toBe(returnTo);
  });

  test('given twice is ignored', async () => {
    const answer = await journey.service.client().get('/api/auth/oauth/github?returnTo=/a&returnTo=//evil');
    const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
    expect(decodeJwt(state)).toMatchObject({ returnTo: '/' });
  });
});

describe('a refusal by the user', () => {
  test.each(['google', 'github'] as const)('at %s leads back to the login page', async (provider) => {
    const client = journey.service.client();
    const landed = await journey.travel(client, provider, null);
    expect(landed).toMatchObject({ path: '/login', error: 'oauth_denied' });
    expect((await journey.service.audit()).at(-1)).toMatchObject({
      action: 'AUTH_OAUTH_LOGIN_FAILED',
      metadata: { provider, reason: 'oauth_denied' },
    });
  });

  test('uses up the state', async () => {
    const client = journey.service.client();
    const { comeBack } = await journey.depart(client, 'github');
    const back = await comeBack(null);
    const cookie = client.cookies.get('oauth_state') ?? '';
    await journey.arrive(client, back);
    client.cookies.set('oauth_state', cookie);
    await expectInvalidState(client, back);
  });

  test("with someone else's state is reported as invalid_state", async () => {
    const { back } = await onTheWay();
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    await expectInvalidState(journey.service.client(), back);
  });

  test('sent by the provider without a state is still reported as oauth_denied', async () => {
    const answer = await journey.service.client().get('/api/auth/oauth/github/callback?error=access_denied');
    expect(answer.headers.get('location')).toBe('http://latchkey.test/login?error=oauth_denied');
  });

  test('is not assumed for a fault of the provider, which is reported as provider_unavailable', async () => {
    const { client, back } = await onTheWay();
    back.searchParams.delete('code');
    back.searchParams.set('error', 'temporarily_unavailable');
    expect((await journey.arrive(client, back)).error).toBe('provider_unavailable');
  });
});

test('an existing session stays until a provider sign-in succeeds, which replaces it', async () => {
  const { client, id } = await newUser(journey.service);
  const whoIs = async () => (await client.get('/api/auth/me')).body.user?.id;
  const other = journey.somebody();
  const { token } = await journey.travel(client, 'github', other.login);
  expect(await whoIs()).toBe(id);
  const completed = await journey
    .browserOf(token)
    .post('/api/auth/oauth/complete', { token, organizationName: 'Theirs' });
  expect(completed.status).toBe(201);

  await journey.depart(client, 'github');
  expect(await whoIs()).toBe(id);
  expect((await journey.travel(client, 'github', null)).error).toBe('oauth_denied');
  expect(await whoIs()).toBe(id);
  journey.github.faults.set('/user', 500);
  expect((await journey.travel(client, 'github', other.login)).error).toBe('profile_fetch_failed');
  journey.github.faults.clear();
  expect(await whoIs()).toBe(id);
  expect((await journey.travel(client, 'github', other.login)).path).toBe('/');
  expect(await whoIs()).toBe(completed.body.user.id);
});
