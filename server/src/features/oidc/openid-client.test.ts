import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newApplication, redirectUri, type TestApplication } from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import * as openid from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';

// A certified client we did not write, from discovery to the end of a session.

const service = started(async () => {
  const port = await freePort();
  return startService({ port, env: { BASE_URL: `http://127.0.0.1:${port}` } });
});
let application: TestApplication;
let person: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  person = await newUser(service, { firstName: 'Ada' });
});

const discover = ({ clientId, secret }: TestApplication, method?: openid.ClientAuth) =>
  openid.discovery(new URL(service.url), clientId, secret ? { client_secret: secret } : {}, method, {
    execute: [openid.allowInsecureRequests],
  });

/** The browser's part: goes to the provider, and back with what it said. */
async function visit(url: URL): Promise<URL> {
  const { headers } = await person.client.get(url.pathname + url.search);
  return new URL(headers.get('location') ?? '');
}

async function signIn(config: openid.Configuration, scope = 'openid profile email offline_access') {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  return { back: await visit(url), checks };
}

describe.each([
  ['client_secret_basic', () => openid.ClientSecretBasic(application.secret)],
  ['client_secret_post', () => openid.ClientSecretPost(application.secret)],
])('openid-client with %s', (_name, method) => {
  test('signs in, fetches userinfo, refreshes, introspects, revokes and signs out', async () => {
    const config = await discover(application, method());
    const { back, checks } = await signIn(config);
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({ sub: person.id, email: person.email, given_name: 'Ada' });
    const told = await openid.fetchUserInfo(config, tokens.access_token, person.id);
    expect(told).toMatchObject({ sub: person.id, email: person.email });
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.claims()?.sub).toBe(person.id);
    expect(await openid.tokenIntrospection(config, again.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, again.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, again.access_token)).toEqual({ active: false });
    const bye = {
      post_logout_redirect_uri: 'https://app.example.com/bye',
      id_token_hint: again.id_token ?? '',
    };
    expect((await visit(openid.buildEndSessionUrl(config, bye))).href).toBe('https://app.example.com/bye');
    person = await newUser(service, { firstName: 'Ada' });
  });
});

test('openid-client signs in as a public client', async () => {
  const spa = await newApplication(service, { kind: 'spa', signingAlgorithm: 'ES256' });
  const config = await discover(spa, openid.None());
  const { back, checks } = await signIn(config);
  expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(person.id);
});

test('openid-client signs in on a device without a browser', async () => {
  const cli = await newApplication(service, { kind: 'native', deviceGrant: true });
  const config = await discover(cli, openid.None());
  expect(config.serverMetadata().device_authorization_endpoint).toBe(`${service.url}/api/oidc/device`);
  const asked = await openid.initiateDeviceAuthorization(config, { scope: 'openid email' });
  const { body } = await person.client.post('/api/oidc/device/lookup', { userCode: asked.user_code });
  const { request } = body;
  await person.client.post('/api/oidc/device/decide', { request, decision: 'allow' });
  // Its first question needn't wait.
  const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 });
  expect(tokens.claims()).toMatchObject({ sub: person.id, email: person.email });
});

test('openid-client learns that a person said no to a device', async () => {
  const cli = await newApplication(service, { kind: 'native', deviceGrant: true });
  const config = await discover(cli, openid.None());
  const asked = await openid.initiateDeviceAuthorization(config, {});
  const { body } = await person.client.post('/api/oidc/device/lookup', { userCode: asked.user_code });
  const { request } = body;
  await person.client.post('/api/oidc/device/decide', { request, decision: 'deny' });
  const polling = openid.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 });
  await expect(polling).rejects.toMatchObject({ error: 'access_denied' });
});

test('openid-client gets a token with client credentials', async () => {
  const daemon = await newApplication(service, { kind: 'service' });
  const tokens = await openid.clientCredentialsGrant(await discover(daemon), {
    resource: 'https://api.example.com',
  });
  expect(tokens.access_token).toBeTruthy();
});

test('openid-client detects a response from another issuer and a swapped state or nonce', async () => {
  const config = await discover(application);
  const { back, checks } = await signIn(config);
  const mixedUp = new URL(back);
  mixedUp.searchParams.set('iss', 'https://evil.example');
  const faultOf = (url: URL, expected: typeof checks) =>
    openid.authorizationCodeGrant(config, url, expected).then(
      () => 'none',
      (error: Error) => String((error.cause as Error | undefined)?.message),
    );
  expect(await faultOf(mixedUp, checks)).toContain('iss');
  const other = await signIn(config);
  expect(await faultOf(other.back, checks)).toContain('state');
  expect(await faultOf(other.back, { ...other.checks, expectedNonce: checks.expectedNonce })).toContain(
    'nonce',
  );
});
