import { createHash, createHmac } from 'node:crypto';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  introspect,
  newApplication,
  postForm,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
  verifier,
} from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let application: TestApplication;
let person: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  person = await newUser(service, { firstName: 'Ada', lastName: 'Lovelace' });
});

const iss = 'http://latchkey.test';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const codeFor = async (app = application, more = {}) =>
  (await authorize(person.client, app, more)).query.code ?? '';
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('a code', () => {
  test('is exchanged for tokens that a third-party library verifies with the published keys', async () => {
    const answer = await redeem(service, application, await codeFor());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'openid profile email',
    });
    const keys = createRemoteJWKSet(new URL(`${service.url}/api/oidc/jwks`));
    const options = { issuer: iss, currentDate: service.clock.now() };
    const id = await jwtVerify(answer.body.id_token, keys, { ...options, audience: application.clientId });
    expect(id.protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(id.payload).toMatchObject({
      sub: person.id,
      nonce: 'the-nonce',
      amr: ['pwd'],
      acr: 'pwd',
      name: 'Ada Lovelace',
    });
    expect(id.payload.sid).toBeTruthy();
    const access = await jwtVerify(answer.body.access_token, keys, {
      ...options,
      audience: iss,
      typ: 'at+jwt',
    });
    expect(Object.keys(access.payload).sort()).toEqual(
      ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'scope', 'sid', 'sub'].sort(),
    );
    expect(Number(access.payload.exp) - Number(access.payload.iat)).toBe(600);
  });

  test('is exchanged for tokens signed with ES256 if the application is set to it', async () => {
    const modern = await newApplication(service, { signingAlgorithm: 'ES256' });
    const { id_token, access_token } = await tokensFor(service, person.client, modern);
    const keys = createRemoteJWKSet(new URL(`${service.url}/api/oidc/jwks`));
    for (const token of [id_token, access_token]) {
      const { protectedHeader } = await jwtVerify(token, keys, { currentDate: service.clock.now() });
      expect(protectedHeader.alg).toBe('ES256');
    }
  });

  test('redeemed ten times at once yields one set of tokens, which stays valid', async () => {
    const code = await codeFor();
    // On open connections: a request on a new one may arrive after another was answered.
    await Promise.all(Array.from({ length: 10 }, () => service.client().get('/api/health/live')));
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(service, application, code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(9);
    expect((await userinfo(service, won[0]?.body.access_token)).status).toBe(200);
  });

  test('redeemed again later revokes the tokens it was exchanged for', async () => {
    const code = await codeFor();
    const { body } = await redeem(service, application, code);
    expect((await userinfo(service, body.access_token)).status).toBe(200);
    expect((await redeem(service, application, code)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect((await refresh(service, application, body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await service.audit(person.email)).at(-1)?.action).toBe('AUTH_APP_CODE_REUSED');
  });

  test('expires after 60 seconds', async () => {
    const code = await codeFor();
    service.clock.advance({ ms: 60_001 });
    expect((await redeem(service, application, code)).body.error).toBe('invalid_grant');
  });

  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['the challenge as its verifier', { code_verifier: challenge }],
    ['a verifier that is too short', { code_verifier: 'short' }],
    ['a different redirect address', { redirect_uri: 'https://app.example.com/other' }],
    ['no redirect address', { redirect_uri: undefined }],
  ])('is refused with %s, and stays redeemable', async (_name, more) => {
    const code = await codeFor();
    const refused = await redeem(service, application, code, more);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(service, application, code)).status).toBe(200);
  });

  test('is refused for another client, and stays redeemable', async () => {
    const thief = await newApplication(service);
    const code = await codeFor();
    expect((await redeem(service, thief, code)).body.error).toBe('invalid_grant');
    expect((await redeem(service, application, code)).status).toBe(200);
  });

  test('that was requested without a challenge is refused with a verifier', async () => {
    const agreed = await newApplication(service, { requirePkce: false });
    const code = await codeFor(agreed, { code_challenge: undefined, code_challenge_method: undefined });
    expect((await redeem(service, agreed, code)).body.error).toBe('invalid_grant');
    expect((await redeem(service, agreed, code, { code_verifier: undefined })).status).toBe(200);
  });
});

describe('a client', () => {
  const ask = (form: Record<string, string | undefined>, headers = {}) =>
    postForm(service, '/api/oidc/token', { grant_type: 'client_credentials', ...form }, headers);

  test('authenticates in the header or in the form, never in both', async () => {
    const daemon = await newApplication(service, { kind: 'service' });
    const { clientId: client_id, secret: client_secret = '' } = daemon;
    expect((await ask({ client_id, client_secret })).status).toBe(200);
    expect((await ask({}, basic(client_id, client_secret))).status).toBe(200);
    const both = await ask({ client_secret }, basic(client_id, client_secret));
    expect([both.status, both.body.error]).toEqual([401, 'invalid_client']);
    expect(both.headers.get('www-authenticate')).toContain('Basic');
  });

  test.each([
    ['a wrong secret', { client_secret: 'lcs_wrong' }],
    ['no secret', { client_secret: undefined }],
    ['no client ID', { client_id: undefined }],
    ['an unknown client ID', { client_id: 'nobody' }],
  ])('is refused with %s', async (_name, form) => {
    const answer = await redeem(service, application, await codeFor(), form);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  test('without a secret is refused if it sends one', async () => {
    const spa = await newApplication(service, { kind: 'spa' });
    const answer = await redeem(service, spa, await codeFor(spa), { client_secret: 'lcs_any' });
    expect(answer.body.error).toBe('invalid_client');
    expect((await redeem(service, spa, await codeFor(spa))).status).toBe(200);
  });

  test('of kind service gets an access token of its own, and no access to any user', async () => {
    const organizationId = person.organizationId;
    const daemon = await newApplication(service, { kind: 'service', organizationId });
    const { clientId: client_id, secret: client_secret } = daemon;
    const { body } = await ask({ client_id, client_secret, scope: 'organization permissions openid' });
    expect(body).toMatchObject({ scope: 'organization', token_type: 'Bearer' });
    expect(body.refresh_token ?? body.id_token).toBeUndefined();
    expect(claimsIn(body.access_token)).toMatchObject({ sub: client_id, client_id, org_id: organizationId });
    expect((await userinfo(service, body.access_token)).status).toBe(403);
    expect((await introspect(service, application, body.access_token)).body).toMatchObject({
      active: true,
      client_id,
    });
    const wrong = await postForm(service, '/api/oidc/token', {
      client_id,
      client_secret,
      grant_type: 'refresh_token',
    });
    expect(wrong.body.error).toBe('unauthorized_client');
  });

  test.each([
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['the password grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['the client credentials grant', { grant_type: 'client_credentials' }, 'unauthorized_client'],
  ])('gets no tokens with %s', async (_name, form, error) => {
    const answer = await redeem(service, application, 'code', form);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test('that repeats a parameter or sends JSON gets an OAuth error', async () => {
    const client = service.client();
    const twice = await client.send('POST', '/api/oidc/token', {
      raw: 'grant_type=authorization_code&grant_type=refresh_token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
    const json = await client.post('/api/oidc/token', { grant_type: 'authorization_code' });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    expect(json.body.error_description).toContain('application/x-www-form-urlencoded');
    expect(json.body.error_description).not.toMatch(/json|"/i);
  });
});

test('no scope is left out everywhere instead of being empty', async () => {
  const scope = undefined;
  const tokens = await tokensFor(service, person.client, application, { scope });
  const machine = await newApplication(service, { kind: 'service' });
  const form = {
    grant_type: 'client_credentials',
    client_id: machine.clientId,
    client_secret: machine.secret,
  };
  const { body: served } = await postForm(service, '/api/oidc/token', form);
  for (const answer of [
    tokens,
    served,
    claimsIn(tokens.access_token),
    claimsIn(served.access_token),
    (await introspect(service, application, tokens.access_token)).body,
    (await introspect(service, application, tokens.refresh_token)).body,
    (await introspect(service, application, served.access_token)).body,
    (await refresh(service, application, tokens.refresh_token)).body,
  ])
    expect([Object.keys(answer).length > 2, 'scope' in answer]).toEqual([true, false]);
});

describe('a refresh token', () => {
  test('is rotated, and reusing an old one ends the grant', async () => {
    const first = await tokensFor(service, person.client, application);
    const second = (await refresh(service, application, first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(claimsIn(second.id_token).nonce).toBeUndefined();
    expect((await refresh(service, application, second.refresh_token)).status).toBe(200);
    // Sent by a thief, or by the user it was stolen from.
    expect((await refresh(service, application, second.refresh_token)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, second.access_token)).status).toBe(401);
    expect((await service.audit(person.email)).at(-1)?.action).toBe('AUTH_APP_REFRESH_REUSED');
  });

  test('raced by several browser tabs gives all of them the same successor', async () => {
    const { refresh_token } = await tokensFor(service, person.client, application);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(service, application, refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('can request fewer scopes, but not more', async () => {
    const { refresh_token } = await tokensFor(service, person.client, application, { scope: 'openid email' });
    const more = await refresh(service, application, refresh_token, { scope: 'openid profile' });
    expect(more.body.error).toBe('invalid_scope');
    const less = await refresh(service, application, refresh_token, { scope: 'openid' });
    expect(less.body.scope).toBe('openid');
    expect((await userinfo(service, less.body.access_token)).body).toEqual({ sub: person.id });
  });

  test('is refused for another client, and keeps working for its own', async () => {
    const { refresh_token } = await tokensFor(service, person.client, application);
    const thief = await newApplication(service);
    expect((await refresh(service, thief, refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service, application, refresh_token)).status).toBe(200);
  });

  test('stays valid for 30 days after its last use', async () => {
    const { refresh_token } = await tokensFor(service, person.client, application, {
      scope: 'openid offline_access',
    });
    service.clock.advance({ ms: 29 * 86_400_000 });
    const { body } = await refresh(service, application, refresh_token);
    service.clock.advance({ ms: 31 * 86_400_000 });
    expect((await refresh(service, application, body.refresh_token)).body.error).toBe('invalid_grant');
    person.client = (await newSession()).client;
  });
});

async function newSession() {
  const client = service.client();
  await client.post('/api/auth/login', { email: person.email, password: 'Correct-Horse-7' });
  return { client };
}

describe('an access token', () => {
  test('for a resource is valid only there: userinfo refuses it', async () => {
    const resource = 'https://mcp.example.com/mcp';
    const { access_token, refresh_token } = await tokensFor(service, person.client, application, {
      resource,
    });
    expect(claimsIn(access_token).aud).toBe(resource);
    expect((await userinfo(service, access_token)).status).toBe(401);
    expect((await introspect(service, application, access_token)).body).toMatchObject({
      active: true,
      aud: resource,
    });
    const other = await refresh(service, application, refresh_token, { resource: 'https://other.example' });
    expect(other.body.error).toBe('invalid_target');
    const again = await refresh(service, application, refresh_token, { resource });
    expect(claimsIn(again.body.access_token).aud).toBe(resource);
  });

  test('carries organization and permissions if their scopes were granted', async () => {
    const { access_token } = await tokensFor(service, person.client, application, {
      scope: 'openid organization permissions',
    });
    const rights = { org_id: person.organizationId, org_role: 'OWNER', permissions: [] };
    expect(claimsIn(access_token)).toMatchObject(rights);
    expect((await userinfo(service, access_token)).body).toMatchObject({
      sub: person.id,
      org_name: expect.any(String),
      org_slug: expect.any(String),
      ...rights,
    });
  });

  test("is not accepted by /api, and Latchkey's own access token is not accepted by userinfo", async () => {
    const { access_token, id_token } = await tokensFor(service, person.client, application);
    const client = service.client();
    for (const token of [access_token, id_token]) {
      client.bearer = token;
      expect((await client.get('/api/auth/me')).status).toBe(401);
    }
    const { body } = await service
      .client()
      .post('/api/auth/login', { email: person.email, password: 'Correct-Horse-7' });
    expect((await userinfo(service, body.tokens.accessToken)).status).toBe(401);
    expect((await introspect(service, application, body.tokens.accessToken)).body).toEqual({ active: false });
    expect((await introspect(service, application, body.tokens.refreshToken)).body).toEqual({
      active: false,
    });
    expect((await userinfo(service, id_token)).status).toBe(401);
  });

  test('forged in the usual ways is refused', async () => {
    const { access_token } = await tokensFor(service, person.client, application);
    const [header = '', payload = '', signature = ''] = access_token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const said = JSON.parse(Buffer.from(header, 'base64url').toString());
    const { keys } = (await service.client().get('/api/oidc/jwks')).body;
    const jwk = keys.find(({ kid }: { kid: string }) => kid === said.kid);
    const hs256 = (key: string) => {
      const input = `${encode({ ...said, alg: 'HS256' })}.${payload}`;
      return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
    };
    const forged = [
      `${encode({ ...said, alg: 'none' })}.${payload}.`,
      `${encode({ ...said, alg: 'none' })}.${payload}.${signature}`,
      hs256(jwk.n),
      hs256(JSON.stringify(jwk)),
      `${encode({ ...said, kid: '../../etc/passwd' })}.${payload}.${signature}`,
      `${encode({ ...said, kid: "' OR 1=1" })}.${payload}.${signature}`,
      `${encode({ ...said, kid: keys.find(({ alg }: { alg: string }) => alg === 'ES256').kid })}.${payload}.${signature}`,
      `${encode({ ...said, jwk })}.${payload}.${signature}`,
      `${encode({ ...said, kid: undefined })}.${payload}.${signature}`,
      `${header}.${encode({ ...claimsIn(access_token), sub: 'somebody-else' })}.${signature}`,
      `${header}.${payload}.`,
      'nonsense',
    ];
    for (const token of forged) expect((await userinfo(service, token)).status).toBe(401);
    expect((await userinfo(service, access_token)).status).toBe(200);
  });

  test('expires after ten minutes', async () => {
    const { access_token } = await tokensFor(service, person.client, application);
    service.clock.advance({ ms: 600_000 });
    const { status, headers } = await userinfo(service, access_token);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect((await introspect(service, application, access_token)).body).toEqual({ active: false });
  });

  test('needs the openid scope at userinfo', async () => {
    const { access_token } = await tokensFor(service, person.client, application, { scope: 'profile' });
    const { status, headers } = await userinfo(service, access_token);
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test('is accepted by userinfo in a form, and a request without one gets a 401 with no error code', async () => {
    const { access_token } = await tokensFor(service, person.client, application);
    expect((await postForm(service, '/api/oidc/userinfo', { access_token })).body.sub).toBe(person.id);
    const bare = await service.client().get('/api/oidc/userinfo');
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="oidc"']);
  });
});

describe('introspection and revocation', () => {
  const revoke = (app: TestApplication, token: string) =>
    postForm(service, '/api/oidc/revoke', { client_id: app.clientId, client_secret: app.secret, token });

  test('a public client may not introspect', async () => {
    const spa = await newApplication(service, { kind: 'spa' });
    const { access_token } = await tokensFor(service, person.client, spa);
    expect((await introspect(service, spa, access_token)).status).toBe(401);
    expect((await introspect(service, application, access_token)).body.active).toBe(true);
  });

  test('a refresh token is shown only to its own client', async () => {
    const { refresh_token } = await tokensFor(service, person.client, application);
    expect((await introspect(service, application, refresh_token)).body).toMatchObject({
      active: true,
      sub: person.id,
    });
    const other = await newApplication(service);
    expect((await introspect(service, other, refresh_token)).body).toEqual({ active: false });
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s ends the whole grant',
    async (which) => {
      const tokens = await tokensFor(service, person.client, application);
      const thief = await newApplication(service);
      expect((await revoke(thief, tokens[which])).status).toBe(400);
      expect((await revoke(application, tokens[which])).status).toBe(200);
      expect((await introspect(service, application, tokens.access_token)).body).toEqual({ active: false });
      expect((await refresh(service, application, tokens.refresh_token)).body.error).toBe('invalid_grant');
      expect((await service.audit(person.email)).at(-1)).toMatchObject({
        action: 'AUTH_APP_REVOKED',
        metadata: { reason: 'revoked' },
      });
      expect((await revoke(application, tokens[which])).status).toBe(200);
    },
  );

  test('revoking something that is not a token succeeds', async () => {
    expect((await revoke(application, 'nonsense')).status).toBe(200);
  });
});

test('each request gets its own state and nonce back', async () => {
  const one = await authorize(person.client, application, { state: 'one', nonce: 'nonce-one' });
  const other = await authorize(person.client, application, { state: 'other', nonce: 'nonce-other' });
  expect([one.query.state, other.query.state]).toEqual(['one', 'other']);
  const { body } = await redeem(service, application, other.query.code, { code_verifier: verifier });
  expect(claimsIn(body.id_token).nonce).toBe('nonce-other');
});
