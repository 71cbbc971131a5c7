import { languages, safeReturnTo } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  authorizePath,
  newApplication,
  postForm,
  redeem,
  redirectUri,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate, giveSystemRole, makeAdmin } from '@latchkey/server/testing/standing';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let application: TestApplication;
let person: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  person = await newUser(service);
});

const iss = 'http://latchkey.test';

describe('a signed-in user', () => {
  test('is sent back to the application with a code, the state and the issuer', async () => {
    const { status, url, query } = await authorize(person.client, application);
    expect(status).toBe(302);
    expect(url?.href.split('?')[0]).toBe(redirectUri);
    expect(query).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'the-state', iss });
    const [entry] = (await service.audit(person.email)).slice(-1);
    expect(entry).toMatchObject({
      action: 'AUTH_APP_AUTHORIZED',
      metadata: { clientId: application.clientId },
    });
  });

  test('is redirected to the same request by GET when an application posts a form without their cookie', async () => {
    const form = Object.fromEntries(new URLSearchParams(authorizePath(application).split('?')[1]));
    const { status, headers } = await postForm(service, '/api/oidc/authorize', form, {
      origin: 'https://a.example',
    });
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(iss + authorizePath(application));
  });
});

test('a HEAD request redirects no one and changes nothing, signed in or not', async () => {
  for (const client of [person.client, service.client()]) {
    const changed = await tablesChangedBy(service, async () => {
      const answer = await client.send('HEAD', authorizePath(application));
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
      expect(answer.headers.get('location')).toBeNull();
    });
    expect(changed).toEqual([]);
  }
});

describe('a user who is not signed in', () => {
  test('gets back a state of 3,000 characters after signing in', async () => {
    const state = `${'aZ09-_.~'.repeat(372)}=+/%&# é"`;
    const { query } = await authorize(service.client(), application, { state });
    const client = service.client();
    await client.post('/api/auth/login', { email: person.email, password: 'Correct-Horse-7' });
    // As the sign-in page does, however the user got there.
    const path = safeReturnTo(query.returnTo, iss, []) ?? '/';
    const { headers } = await client.get(path);
    const { code, ...rest } = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
    expect([rest, (await redeem(service, application, code)).status]).toEqual([{ state, iss }, 200]);
  });

  test('is not sent to sign in if the request is too long to carry along', async () => {
    const { query } = await authorize(service.client(), application, { state: 'x'.repeat(7990) });
    expect(query).toMatchObject({ error: 'invalid_request', error_description: 'The request is too long.' });
  });

  test('is sent to sign in first, and the whole request comes along', async () => {
    const { url, query } = await authorize(service.client(), application, { login_hint: 'ada@example.com' });
    expect(url?.origin + (url?.pathname ?? '')).toBe(`${iss}/login`);
    expect(query.email).toBe('ada@example.com');
    const back = new URL(query.returnTo ?? '', iss);
    expect(back.pathname).toBe('/api/oidc/authorize');
    const { proof, ...request } = Object.fromEntries(back.searchParams);
    expect(proof).toBeTruthy();
    expect(request).toMatchObject({
      client_id: application.clientId,
      state: 'the-state',
      nonce: 'the-nonce',
    });
    // However long they take.
    service.clock.advance({ ms: 3 * 86_400_000 });
    const returned = await (await clientFor(service, person.id)).get(query.returnTo ?? '');
    expect(returned.headers.get('location')).toContain(`${redirectUri}?code=`);
    person.client = await clientFor(service, person.id);
  });

  test('gets only login_required with prompt=none', async () => {
    const { query } = await authorize(service.client(), application, {
      prompt: 'none',
      login_hint: person.email,
    });
    expect(query).toEqual({
      error: 'login_required',
      error_description: expect.any(String),
      state: 'the-state',
      iss,
    });
  });
});

describe('an unknown application or redirect address gets an error page, never a redirect', () => {
  const registered = 'https://app.example.com/callback';
  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a missing client', { client_id: undefined }],
    ['a missing redirect address', { redirect_uri: undefined }],
    ['a prefix of the registered address', { redirect_uri: 'https://app.example.com/call' }],
    ['a path longer than the registered one', { redirect_uri: `${registered}/more` }],
    ['different letter case in the path', { redirect_uri: 'https://app.example.com/Callback' }],
    ['different letter case in the host', { redirect_uri: 'https://APP.example.com/callback' }],
    ['a percent-encoded letter', { redirect_uri: 'https://app.example.com/c%61llback' }],
    ['a username in the address', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
    ['a trailing slash', { redirect_uri: `${registered}/` }],
    ['an added fragment', { redirect_uri: `${registered}#a` }],
    ['an added query', { redirect_uri: `${registered}?a=b` }],
    ['a different port', { redirect_uri: 'https://app.example.com:8443/callback' }],
    ['dot segments in the path', { redirect_uri: 'https://app.example.com/x/../callback' }],
    ['a backslash', { redirect_uri: 'https://app.example.com\\@evil.example/callback' }],
    ['plain http', { redirect_uri: 'http://app.example.com/callback' }],
    ['a different host', { redirect_uri: 'https://evil.example/callback' }],
    ['a javascript: address', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s', async (_name, parameters) => {
    const { status, url, text } = await authorize(person.client, application, parameters);
    expect(status).toBe(400);
    expect(url).toBeUndefined();
    expect(text).toContain('<h1>Sign-in failed</h1>');
  });

  test('two addresses, one of them registered', async () => {
    const twice = `${authorizePath(application)}&redirect_uri=${encodeURIComponent('https://evil.example')}`;
    expect((await person.client.get(twice)).status).toBe(400);
  });

  test('the page cannot be framed and runs no scripts', async () => {
    const { headers } = await person.client.get(authorizePath(application, { client_id: '<script>' }));
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('except that a loopback address may use any port', async () => {
    const native = await newApplication(service, { kind: 'native', redirectUris: ['http://127.0.0.1/back'] });
    const { status } = await authorize(person.client, native, {
      redirect_uri: 'http://127.0.0.1:49152/back',
    });
    expect(status).toBe(302);
    const other = await authorize(person.client, native, { redirect_uri: 'http://127.0.0.1:49152/other' });
    expect(other.status).toBe(400);
    const outside = await authorize(person.client, native, {
      redirect_uri: 'http://127.0.0.1.evil.example/back',
    });
    expect(outside.status).toBe(400);
  });
});

describe('errors are returned to the application', () => {
  test.each([
    ['missing PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE downgraded by omitting the method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is not a hash', { code_challenge: 'short' }, 'invalid_request'],
    ['an unsupported response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a missing response type', { response_type: undefined }, 'invalid_request'],
    ['an unsupported response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request object by reference', { request_uri: 'https://a.example' }, 'request_uri_not_supported'],
    ['contradictory prompt values', { prompt: 'none login' }, 'invalid_request'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    ['a resource that is not a URI', { resource: 'mcp' }, 'invalid_target'],
    ['a resource with a fragment', { resource: 'https://mcp.example#a' }, 'invalid_target'],
  ])('%s', async (_name, parameters, error) => {
    const { url, query } = await authorize(person.client, application, parameters);
    expect(url?.origin).toBe('https://app.example.com');
    expect(query).toEqual({ error, error_description: expect.any(String), state: 'the-state', iss });
  });

  test('a repeated parameter', async () => {
    const answer = await person.client.get(`${authorizePath(application)}&nonce=other`);
    expect(answer.headers.get('location')).toContain('error=invalid_request');
  });

  test('a request without PKCE, unless a confidential application opted out and sends a nonce', async () => {
    const agreed = await newApplication(service, { requirePkce: false });
    const bare = { code_challenge: undefined, code_challenge_method: undefined };
    expect((await authorize(person.client, agreed, bare)).query.code).toBeTruthy();
    const { query } = await authorize(person.client, agreed, { ...bare, nonce: undefined });
    expect(query.error).toBe('invalid_request');
    const spa = await newApplication(service, { kind: 'spa', requirePkce: false });
    expect((await authorize(person.client, spa, bare)).query.error).toBe('invalid_request');
  });
});

describe('a fresh sign-in', () => {
  const login = () => clientFor(service, person.id);

  test('is required by prompt=login, however often the browser comes back without one', async () => {
    const { url, query } = await authorize(person.client, application, { prompt: 'login' });
    expect(url?.pathname).toBe('/login');
    expect(query.prompt).toBe('login');
    for (let times = 0, path = query.returnTo ?? ''; times < 5; times++) {
      service.clock.advance({ ms: 1000 });
      const again = new URL((await person.client.get(path)).headers.get('location') ?? '');
      expect([again.pathname, again.searchParams.has('code')]).toEqual(['/login', false]);
      path = again.searchParams.get('returnTo') ?? '';
    }
    service.clock.advance({ ms: 1000 });
    const returned = await (await login()).get(query.returnTo ?? '');
    expect(returned.headers.get('location')).toContain('?code=');
  });

  test("cannot be skipped with another request's proof parameter or a forged one", async () => {
    const earlier = await authorize(person.client, application, { prompt: 'login' });
    const proof = new URL(earlier.query.returnTo ?? '', iss).searchParams.get('proof') ?? '';
    service.clock.advance({ ms: 1000 });
    const client = await login();
    const { url } = await authorize(client, application, { prompt: 'login', state: 'another', proof });
    expect(url?.pathname).toBe('/login');
    const forged = await authorize(client, application, {
      prompt: 'login',
      proof: `0.${proof.split('.')[1]}`,
    });
    expect(forged.url?.pathname).toBe('/login');
  });

  test('is required when the last one is older than max_age, and always by max_age=0', async () => {
    const client = await login();
    service.clock.advance({ ms: 100_000 });
    expect((await authorize(client, application, { max_age: '101' })).query.code).toBeTruthy();
    expect((await authorize(client, application, { max_age: '99' })).url?.pathname).toBe('/login');
    expect((await authorize(client, application, { max_age: '99', prompt: 'none' })).query.error).toBe(
      'login_required',
    );
    const { query } = await authorize(client, application, { max_age: '0' });
    service.clock.advance({ ms: 1000 });
    const fresh = await service.clock.hold(async () => {
      const just = await login();
      const { url } = await authorize(just, application, { max_age: '0' });
      expect(url?.pathname).toBe('/login');
      const silent = await authorize(just, application, { max_age: '0', prompt: 'none' });
      expect(silent.query.error).toBe('login_required');
      return just;
    });
    expect((await client.get(query.returnTo ?? '')).headers.get('location')).toContain('/login?');
    service.clock.advance({ ms: 5000 });
    const back = await fresh.get(query.returnTo ?? '');
    expect(back.headers.get('location')).toContain('?code=');
  });

  test('is required when id_token_hint is for another user or another application', async () => {
    const client = await login();
    const other = await newUser(service);
    const { id_token: mine } = await tokensFor(service, client, application);
    const silent = (id_token_hint: string) =>
      authorize(client, application, { prompt: 'none', id_token_hint });
    expect((await silent(mine)).query.code).toBeTruthy();
    const { id_token: theirs } = await tokensFor(service, other.client, application);
    expect((await silent(theirs)).query.error).toBe('login_required');
    const stranger = await newApplication(service);
    const { id_token: foreign } = await tokensFor(service, client, stranger);
    expect((await silent(foreign)).query.error).toBe('login_required');
  });
});

describe('access is denied to', () => {
  test("a non-member at an organization's application, but not to a member", async () => {
    const bound = await newApplication(service, { organizationId: person.organizationId });
    const stranger = await newUser(service);
    expect((await authorize(stranger.client, bound)).query.error).toBe('access_denied');
    expect((await authorize(stranger.client, bound, { prompt: 'none' })).query.error).toBe('access_denied');
    expect((await authorize(person.client, bound)).query.code).toBeTruthy();
  });

  test('a user who must set up two-factor first', async () => {
    const admin = await newUser(service);
    await giveSystemRole(service, admin.id, 'ADMIN');
    const { url, query } = await authorize(admin.client, application);
    expect(url?.pathname).toBe('/profile/security');
    expect(query.returnTo).toContain('/api/oidc/authorize?');
    expect((await authorize(admin.client, application, { prompt: 'none' })).query.error).toBe(
      'interaction_required',
    );
  });

  test('a deactivated user', async () => {
    const gone = await newUser(service);
    await deactivate(service, gone.id);
    expect((await authorize(gone.client, application)).url?.pathname).toBe('/login');
  });

  test('an ADMIN who is impersonating a user', async () => {
    const admin = await newUser(service);
    await makeAdmin(service, admin.id);
    const started = await admin.client.post('/api/admin/impersonate', { userId: person.id });
    expect(started.status).toBe(200);
    expect((await authorize(admin.client, application)).query.error).toBe('access_denied');
  });

  test('a code issued before the session ended', async () => {
    const client = await clientFor(service, person.id);
    const { query } = await authorize(client, application);
    await client.post('/api/auth/logout');
    expect((await redeem(service, application, query.code)).body.error).toBe('invalid_grant');
  });
});

describe('languages', () => {
  test('the first of ui_locales that is known goes to the sign-in page, and an unknown one goes nowhere', async () => {
    for (const [asked, shown] of [
      ['de', 'de'],
      ['tlh es-MX fr', 'es'],
      ['tlh', undefined],
      [undefined, undefined],
    ])
      expect((await authorize(service.client(), application, { ui_locales: asked })).query.locale).toBe(
        shown,
      );
  });

  test('the claim locale comes with the scope profile, once a person has chosen a language', async () => {
    const { client } = await newUser(service);
    const claimsFor = async (scope: string) =>
      (await userinfo(service, (await tokensFor(service, client, application, { scope })).access_token)).body;
    expect(await claimsFor('openid profile')).not.toHaveProperty('locale');
    await client.post('/api/users/profile', { locale: 'ja' });
    expect(await claimsFor('openid profile')).toMatchObject({ locale: 'ja' });
    expect(await claimsFor('openid email')).not.toHaveProperty('locale');
  });

  test('discovery names the languages of the pages', async () => {
    const { body } = await service.client().get('/.well-known/openid-configuration');
    expect(body.ui_locales_supported).toEqual(Object.keys(languages));
  });
});
