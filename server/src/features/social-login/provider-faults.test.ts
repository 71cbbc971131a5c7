import { started } from '@latchkey/server/testing/lifetime';
import { freePort, startHangingServer } from '@latchkey/server/testing/net';
import { landing, startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { googleClient } from '@latchkey/server/testing/oauth/openid';
import { rsaKey } from '@latchkey/server/testing/rsa-keys';
import { startService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, test } from 'vitest';

const providerTimeoutMs = 3000;

const journey = started(() => startWithProviders({ providerTimeoutMs }));
afterEach(() => {
  journey.google.faults.clear();
  journey.github.faults.clear();
  delete journey.google.forgery.alter;
  delete journey.google.forgery.key;
});

/** Travels to a provider that goes wrong while the browser is there. */
async function travel(provider: 'google' | 'github', goWrong: () => void) {
  const { login } = journey.somebody();
  const client = journey.service.client();
  const { comeBack } = await journey.depart(client, provider);
  const back = await comeBack(login);
  goWrong();
  const started = performance.now();
  const landed = await journey.arrive(client, back);
  return { ...landed, ms: performance.now() - started };
}

async function expectFailure(landed: Awaited<ReturnType<typeof travel>>, provider: string, reason: string) {
  expect(landed.answer.status).toBe(302);
  expect(landed).toMatchObject({ path: '/login', error: reason });
  expect(landed.answer.cookies).not.toHaveProperty('latchkey_session');
  expect((await journey.service.audit()).at(-1)).toMatchObject({
    action: 'AUTH_OAUTH_LOGIN_FAILED',
    metadata: { provider, reason },
  });
}

describe('an ID token', () => {
  const forge = (alter: (claims: Record<string, unknown>) => Record<string, unknown>) => () => {
    journey.google.forgery.alter = alter;
  };

  test('that is re-signed unchanged passes, so the forgeries below fail for their own reasons', async () => {
    const landed = await travel(
      'google',
      forge((claims) => claims),
    );
    expect(landed.path).toBe('/auth/oauth/complete');
  });

  test('with a different nonce is refused', async () => {
    const landed = await travel(
      'google',
      forge((claims) => ({ ...claims, nonce: 'of-another-login' })),
    );
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });

  test('without a nonce is refused', async () => {
    const landed = await travel(
      'google',
      forge(({ nonce: _, ...claims }) => claims),
    );
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });

  test('from another issuer is refused', async () => {
    const landed = await travel(
      'google',
      forge((claims) => ({ ...claims, iss: 'https://evil.example' })),
    );
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });

  test('for another audience is refused', async () => {
    const landed = await travel(
      'google',
      forge((claims) => ({ ...claims, aud: 'another-client' })),
    );
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });

  test('that has expired is refused', async () => {
    const landed = await travel(
      'google',
      forge((claims) => ({ ...claims, exp: Number(claims.iat) - 600 })),
    );
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });

  test('signed with another key is refused', async () => {
    const key = rsaKey('unknown');
    const landed = await travel('google', () => {
      journey.google.forgery.key = key;
    });
    await expectFailure(landed, 'google', 'token_exchange_failed');
  });
});

describe('the authorization response', () => {
  test('that names another issuer is refused', async () => {
    for (const provider of ['google', 'github'] as const) {
      const { login } = journey.somebody();
      const client = journey.service.client();
      const { comeBack } = await journey.depart(client, provider);
      const back = await comeBack(login);
      back.searchParams.set('iss', 'https://evil.example');
      expect((await journey.arrive(client, back)).error).toBe('token_exchange_failed');
    }
  });

  test.each(['google', 'github'] as const)(
    'with a code that %s did not issue is refused',
    async (provider) => {
      const { login } = journey.somebody();
      const client = journey.service.client();
      const { comeBack } = await journey.depart(client, provider);
      const back = await comeBack(login);
      back.searchParams.set('code', 'guessed');
      expect((await journey.arrive(client, back)).error).toBe('token_exchange_failed');
    },
  );

  test('with a code from another login is refused, because its verifier is in another cookie', async () => {
    const { login } = journey.somebody();
    const mine = journey.service.client();
    const back = await (await journey.depart(mine, 'github')).comeBack(login);
    const theirs = await (await journey.depart(journey.service.client(), 'github')).comeBack(login);
    back.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect((await journey.arrive(mine, back)).error).toBe('token_exchange_failed');
  });
});

describe('a provider that returns errors', () => {
  test.each([
    ['google', '/token', 'token_exchange_failed'],
    ['github', '/login/oauth/access_token', 'token_exchange_failed'],
    ['github', '/user', 'profile_fetch_failed'],
    ['github', '/user/emails', 'profile_fetch_failed'],
  ] as const)('%s at %s fails the sign-in', async (provider, path, reason) => {
    const landed = await travel(provider, () => journey[provider].faults.set(path, 500));
    await expectFailure(landed, provider, reason);
  });

  test('instead of its keys fails the sign-in, unless the keys are known already', async () => {
    const other = await startWithProviders();
    const signIn = () => other.travel(other.service.client(), 'google', other.somebody().login);
    other.google.faults.set('/jwks', 500);
    expect(await signIn()).toMatchObject({ path: '/login', error: 'token_exchange_failed' });
    other.google.faults.clear();
    expect((await signIn()).path).toBe('/auth/oauth/complete');
    other.google.faults.set('/jwks', 500);
    expect((await signIn()).path).toBe('/auth/oauth/complete');
  });

  test('fails the sign-in if the profile is not in the ID token and cannot be fetched', async () => {
    const other = await startWithProviders({ openId: { profileInIdToken: false } });
    const { login } = other.somebody();
    other.google.faults.set('/me', 500);
    const landed = await other.travel(other.service.client(), 'google', login);
    expect(landed).toMatchObject({ path: '/login', error: 'profile_fetch_failed' });
  });
});

describe('a provider that is unavailable', () => {
  test.each([
    ['google', '/token'],
    ['github', '/login/oauth/access_token'],
    ['github', '/user/emails'],
  ] as const)('%s at %s fails the sign-in after the time limit', async (provider, path) => {
    const landed = await travel(provider, () => journey[provider].faults.set(path, 'hang'));
    await expectFailure(landed, provider, 'provider_unavailable');
    expect(landed.ms).toBeGreaterThan(providerTimeoutMs - 100);
    expect(landed.ms).toBeLessThan(providerTimeoutMs * 5);
  });

  test('fails the start of a sign-in after the time limit if it hangs', async () => {
    const hanging = await startHangingServer();
    const service = await startService({ env: googleAt(hanging.port), providerTimeoutMs: 300 });
    const landed = landing(await service.client().get('/api/auth/oauth/google?returnTo=/profile'));
    expect(landed).toMatchObject({ path: '/login', error: 'provider_unavailable' });
    expect(landed.answer.status).toBe(302);
    expect(landed.answer.cookies).not.toHaveProperty('oauth_state');
    expect(await service.audit()).toEqual([]);
    const logged = service.logged.find((line) => line.includes('a provider failed'));
    expect(JSON.parse(logged ?? '{}')).toMatchObject({ provider: 'google', msg: 'a provider failed' });
  });

  test('fails the start of a sign-in if nothing is listening', async () => {
    const service = await startService({ env: googleAt(await freePort()) });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.client().get('/api/auth/oauth/google')),
    );
    for (const answer of answers)
      expect(landing(answer)).toMatchObject({ path: '/login', error: 'provider_unavailable' });
  });

  test('is asked for its discovery document again at the next start, and then only after an hour', async () => {
    const other = await startWithProviders();
    const discovery = '/.well-known/openid-configuration';
    other.google.faults.set(discovery, 503);
    const failed = await other.depart(other.service.client(), 'google');
    expect(landing(failed.departure).error).toBe('provider_unavailable');
    other.google.faults.clear();
    const client = other.service.client();
    expect((await other.depart(client, 'google')).location).toContain(other.google.url);
    other.service.clock.advance({ minutes: 59 });
    await other.depart(client, 'google');
    expect(other.google.asked.filter((path) => path === discovery)).toHaveLength(2);
    other.service.clock.advance({ minutes: 2 });
    await other.depart(client, 'google');
    expect(other.google.asked.filter((path) => path === discovery)).toHaveLength(3);
  });

  test('fails the callback if it is no longer listening', async () => {
    const other = await startWithProviders();
    const { login } = other.somebody();
    for (const provider of ['google', 'github'] as const) {
      const client = other.service.client();
      const back = await (await other.depart(client, provider)).comeBack(login);
      await other[provider].close();
      const landed = await other.arrive(client, back);
      expect(landed).toMatchObject({ path: '/login', error: 'provider_unavailable' });
    }
    await other.service.close();
  });
});

test('a discovery document from another issuer is rejected', async () => {
  // The same server by another name: its document says 127.0.0.1.
  const issuer = journey.google.url.replace('127.0.0.1', 'localhost');
  const service = await startService({ env: { ...journey.google.environment, GOOGLE_ISSUER: issuer } });
  const landed = landing(await service.client().get('/api/auth/oauth/google'));
  expect(landed).toMatchObject({ path: '/login', error: 'provider_unavailable' });
});

function googleAt(port: number): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
  };
}
