import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  newApplication,
  redeem,
  type TestApplication,
  tokensFor,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service);
});

const reauthenticate = '/api/auth/reauthenticate';
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Signed in with password and code, a while ago. */
async function withTwoFactors() {
  const { email, secret } = await newEnrolled(service);
  const { client, validate } = await startLogin(service, email);
  expect((await validate(nextCode(service, secret))).status).toBe(200);
  const signedInAt = service.clock.now();
  service.clock.advance({ minutes: 20 });
  return { client, secret, signedInAt };
}

async function withPassword() {
  const { email } = await newUser(service);
  const client = service.client();
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
  service.clock.advance({ minutes: 20 });
  return { client };
}

async function usePasskey(client: Client, device: Authenticator) {
  const { options, challengeToken } = (await client.post(`${reauthenticate}/options`)).body;
  return client.post(reauthenticate, { passkey: device.get(options), challengeToken });
}

const placeOf = (location: string | null) =>
  location?.includes('?code=') ? 'code' : new URL(location ?? '').pathname;

describe('a re-authentication weaker than the sign-in', () => {
  test('with only the password of a two-factor session changes neither auth_time nor amr', async () => {
    const { client, signedInAt } = await withTwoFactors();
    expect((await client.post(reauthenticate, { password })).status).toBe(200);
    const claims = claimsIn((await tokensFor(service, client, application)).id_token);
    expect(claims).toMatchObject({ acr: 'mfa', amr: ['pwd', 'otp', 'mfa'] });
    expect(Number(claims.auth_time)).toBeLessThanOrEqual(seconds(signedInAt));
  });

  test.each([{ prompt: 'login' }, { max_age: '60' }, { max_age: '0' }])(
    'with only the password does not satisfy %j, before or after the login page',
    async (request) => {
      const { client } = await withTwoFactors();
      const { query } = await authorize(client, application, request);
      expect(query.returnTo).toBeTruthy();
      service.clock.advance({ seconds: 1 });
      expect((await client.post(reauthenticate, { password })).status).toBe(200);
      expect((await authorize(client, application, request)).url?.pathname).toBe('/login');
      const back = await client.get(query.returnTo ?? '');
      expect(placeOf(back.headers.get('location'))).toBe('/login');
    },
  );

  test('with only the code of a two-factor session does not satisfy max_age', async () => {
    const { client, secret } = await withTwoFactors();
    expect((await client.post(reauthenticate, { code: nextCode(service, secret) })).status).toBe(200);
    expect((await authorize(client, application, { max_age: '60' })).url?.pathname).toBe('/login');
  });

  test('with a password after a passkey changes nothing', async () => {
    const { client } = await withPassword();
    await client.post(reauthenticate, { password });
    const device = new Authenticator(service);
    expect((await addPasskey(client, device)).status).toBe(201);
    expect((await usePasskey(client, device)).status).toBe(200);
    service.clock.advance({ minutes: 5 });
    expect((await client.post(reauthenticate, { password })).status).toBe(200);
    expect((await authorize(client, application, { max_age: '60' })).url?.pathname).toBe('/login');
    const { amr } = claimsIn((await tokensFor(service, client, application)).id_token);
    expect(amr).toEqual(['hwk', 'mfa']);
  });

  test('with a password in a session resumed by remember-me does not satisfy max_age', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    client.cookies.delete('latchkey_session');
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect((await client.post(reauthenticate, { password })).status).toBe(200);
    expect((await authorize(client, application, { max_age: '60' })).url?.pathname).toBe('/login');
  });
});

describe('a re-authentication as strong as the sign-in', () => {
  test('satisfies max_age with the password of a password session, and moves auth_time', async () => {
    const { client } = await withPassword();
    expect((await authorize(client, application, { max_age: '60' })).url?.pathname).toBe('/login');
    const { body } = await client.post(reauthenticate, { password });
    const claims = claimsIn((await tokensFor(service, client, application, { max_age: '60' })).id_token);
    expect(claims).toMatchObject({ acr: 'pwd', amr: ['pwd'] });
    expect(claims.auth_time).toBe(seconds(new Date(body.reauthenticatedAt)));
  });

  test('satisfies prompt=login with a passkey, and amr describes the passkey', async () => {
    const { client, secret } = await withTwoFactors();
    await client.post(reauthenticate, { code: nextCode(service, secret) });
    const device = new Authenticator(service);
    expect((await addPasskey(client, device)).status).toBe(201);
    const { query } = await authorize(client, application, { prompt: 'login' });
    service.clock.advance({ seconds: 1 });
    const { body } = await usePasskey(client, device);
    const back = await client.get(query.returnTo ?? '');
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const claims = claimsIn((await redeem(service, application, code)).body.id_token);
    expect(claims).toMatchObject({ acr: 'mfa', amr: ['hwk', 'mfa'] });
    expect(claims.auth_time).toBe(seconds(new Date(body.reauthenticatedAt)));
  });
});

describe('after the login page', () => {
  /** A browser that was sent to sign in, and has. */
  async function sentToSignIn(request: Record<string, string>, app = application) {
    const person = await newUser(service);
    service.clock.advance({ minutes: 20 });
    const { query } = await authorize(person.client, app, request);
    service.clock.advance({ seconds: 1 });
    return { person, fresh: await clientFor(service, person.id), returnTo: query.returnTo ?? '' };
  }

  test.each([0, 30])('a proof counts for max_age=%i and 60 seconds more', async (maxAge) => {
    const { fresh, returnTo } = await sentToSignIn({ max_age: String(maxAge) });
    service.clock.advance({ seconds: maxAge + 50 });
    expect(placeOf((await fresh.get(returnTo)).headers.get('location'))).toBe('code');
    service.clock.advance({ seconds: 11 });
    expect(placeOf((await fresh.get(returnTo)).headers.get('location'))).toBe('/login');
  });

  test.each([{}, { max_age: '86400' }])(
    'replaying the returnTo of prompt=login fails with an older proof, or one of ten minutes ago',
    async (more) => {
      const { person, fresh, returnTo } = await sentToSignIn({ prompt: 'login', ...more });
      expect(placeOf((await person.client.get(returnTo)).headers.get('location'))).toBe('/login');
      service.clock.advance({ minutes: 9 });
      expect(placeOf((await fresh.get(returnTo)).headers.get('location'))).toBe('code');
      service.clock.advance({ minutes: 2 });
      expect(placeOf((await fresh.get(returnTo)).headers.get('location'))).toBe('/login');
    },
  );

  test('a proof that was fresh before the consent page counts after it, however long the user reads', async () => {
    const asks = await newApplication(service, { firstParty: false });
    const { person, fresh, returnTo } = await sentToSignIn({ max_age: '0' }, asks);
    const asked = new URL((await fresh.get(returnTo)).headers.get('location') ?? '');
    expect(asked.pathname).toBe('/consent');
    service.clock.advance({ minutes: 25 });
    const answer = { request: asked.searchParams.get('request'), decision: 'allow' };
    const { redirectTo } = (await fresh.post('/api/oidc/consent', answer)).body;
    expect(placeOf(redirectTo)).toBe('code');
    // Another session of the same person has proved nothing to this request.
    const other = await person.client.post('/api/oidc/consent', answer);
    expect(placeOf(other.body.redirectTo)).toBe('/login');
  });
});
