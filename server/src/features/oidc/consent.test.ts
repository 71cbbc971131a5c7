import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  newApplication,
  redeem,
  redirectUri,
  type TestApplication,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service, { firstParty: false });
});

type Person = Awaited<ReturnType<typeof newUser>>;

async function askedOf(person: Pick<Person, 'client'>, more = {}, app = application): Promise<string> {
  const { url, query } = await authorize(person.client, app, more);
  expect(url?.pathname).toBe('/consent');
  return query.request ?? '';
}
const decide = (person: Pick<Person, 'client'>, request: string, decision: string, send = {}) =>
  person.client.post('/api/oidc/consent', { request, decision }, send);

test('a user is shown who asks for what, and their consent is remembered for those scopes', async () => {
  const person = await newUser(service);
  const request = await askedOf(person, { scope: 'openid email' });
  const shown = await person.client.get(`/api/oidc/consent?request=${encodeURIComponent(request)}`);
  expect(shown.body).toEqual({
    application: { id: application.id, clientId: application.clientId, name: 'Example', redirectUri },
    scopes: ['openid', 'email'],
    resource: null,
  });
  const { body } = await decide(person, request, 'allow');
  expect(body.redirectTo).toMatch(/^https:\/\/app\.example\.com\/callback\?code=[\w-]+&state=the-state&iss=/);
  expect((await authorize(person.client, application, { scope: 'openid' })).query.code).toBeTruthy();
  // Asking for more is a new question, and so is prompt=consent.
  await askedOf(person, { scope: 'openid email profile' });
  await askedOf(person, { scope: 'openid', prompt: 'consent' });
  // Once withdrawn, it is forgotten.
  await person.client.delete(`/api/users/profile/applications/${application.id}`);
  await askedOf(person, { scope: 'openid' });
});

test('a token for another server is a new question every time, and the user is shown which server', async () => {
  const person = await newUser(service);
  await decide(person, await askedOf(person), 'allow');
  expect((await authorize(person.client, application)).query.code).toBeTruthy();
  const resource = 'https://mcp.example.com/mcp';
  for (const _time of ['first', 'second']) {
    const silent = await authorize(person.client, application, { resource, prompt: 'none' });
    expect(silent.query.error).toBe('consent_required');
    const request = await askedOf(person, { resource });
    const shown = await person.client.get(`/api/oidc/consent?request=${encodeURIComponent(request)}`);
    expect(shown.body.resource).toBe(resource);
    const { redirectTo } = (await decide(person, request, 'allow')).body;
    const { body } = await redeem(service, application, new URL(redirectTo).searchParams.get('code') ?? '');
    expect(claimsIn(body.access_token)).toMatchObject({ aud: resource, sub: person.id });
  }
});

test("the operator's own application gets a token for another server without a question", async () => {
  const person = await newUser(service);
  const own = await newApplication(service);
  const resource = 'https://mcp.example.com/mcp';
  expect((await authorize(person.client, own, { resource, prompt: 'none' })).query.code).toBeTruthy();
});

test('a refusal is returned to the application and is not remembered', async () => {
  const person = await newUser(service);
  const { body } = await decide(person, await askedOf(person), 'deny');
  expect(Object.fromEntries(new URL(body.redirectTo).searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the-state',
    iss: 'http://latchkey.test',
  });
  await askedOf(person);
});

test('prompt=none returns consent_required if the user would have to be asked', async () => {
  const person = await newUser(service);
  const { query } = await authorize(person.client, application, { prompt: 'none' });
  expect(query.error).toBe('consent_required');
});

test("consent from another site is refused, because it lacks the session's CSRF token", async () => {
  const person = await newUser(service);
  const request = await askedOf(person);
  expect((await decide(person, request, 'allow', { csrf: false })).body.error.code).toBe('CSRF_INVALID');
});

test('the consent page cannot be framed', async () => {
  const { headers } = await service.client().get('/consent?request=x');
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test('a consent request of another user, a forged one and one of another kind are refused', async () => {
  const [person, other] = [await newUser(service), await newUser(service)];
  const request = await askedOf(person);
  expect((await decide(other, request, 'allow')).body.error.code).toBe('TOKEN_INVALID');
  expect((await decide(person, `${request.slice(0, -4)}AAAA`, 'allow')).body.error.code).toBe(
    'TOKEN_INVALID',
  );
  const logout = await person.client.get('/api/oidc/logout');
  const { searchParams } = new URL(logout.headers.get('location') ?? '');
  expect((await decide(person, searchParams.get('request') ?? '', 'allow')).body.error.code).toBe(
    'TOKEN_INVALID',
  );
});

test('a consent request ends after a day, however often its page is opened again', async () => {
  const person = await newUser(service);
  const request = await askedOf(person);
  const look = (client = person.client) =>
    client.get(`/api/oidc/consent?request=${encodeURIComponent(request)}`);
  service.clock.advance({ hours: 24, minutes: -1 });
  expect((await look()).status).toBe(200);
  service.clock.advance({ minutes: 1 });
  const later = { client: await clientFor(service, person.id) };
  expect((await look(later.client)).body.error.code).toBe('TOKEN_INVALID');
  expect((await decide(later, request, 'allow')).body.error.code).toBe('TOKEN_INVALID');
  expect((await decide(later, await askedOf(later), 'allow')).body.redirectTo).toContain('?code=');
});

test('consent to a request that is no longer valid gets no code', async () => {
  const person = await newUser(service);
  const app = await newApplication(service, { firstParty: false });
  const request = await askedOf(person, {}, app);
  await service.sql`UPDATE applications SET redirect_uris = '{https://else.example/}' WHERE id = ${app.id}`;
  expect((await decide(person, request, 'allow')).body.error.code).toBe('TOKEN_INVALID');
});

test('consent does not replace the fresh sign-in that was requested', async () => {
  const person = await newUser(service);
  const first = await authorize(person.client, application, { prompt: 'login' });
  expect(first.url?.pathname).toBe('/login');
  service.clock.advance({ ms: 1000 });
  const client = await clientFor(service, person.id);
  const back = await client.get(first.query.returnTo ?? '');
  const request = new URL(back.headers.get('location') ?? '').searchParams.get('request') ?? '';
  // The session from before belongs to the same person, but has proved nothing since.
  expect((await decide(person, request, 'allow')).body.redirectTo).toContain('/login?');
  expect((await decide({ client }, request, 'allow')).body.redirectTo).toContain('?code=');
});

test('an application that stops being first-party asks users who were never asked', async () => {
  const person = await newUser(service);
  const app = await newApplication(service);
  expect((await authorize(person.client, app)).query.code).toBeTruthy();
  await service.sql`UPDATE applications SET first_party = false WHERE id = ${app.id}`;
  await askedOf(person, {}, app);
});

test.each([
  ['another port of a loopback address', 'http://127.0.0.1/back', 'http://127.0.0.1:49152/back'],
  ['the same loopback address', 'http://localhost:8400/back', 'http://localhost:8400/back'],
  ['a loopback address in IPv6', 'http://[::1]/back', 'http://[::1]:7000/back'],
  ['a loopback address with https', 'https://localhost:8443/back', 'https://localhost:8443/back'],
  ['another spelling of a loopback address', 'https://127.1/back', 'https://127.1/back'],
  ['a name under localhost', 'https://app.localhost/back', 'https://app.localhost/back'],
  ['an IPv6 form of a loopback address', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:127.0.0.1]/'],
  ['a custom scheme', 'com.example.app:/back', 'com.example.app:/back'],
])('a remembered consent does not cover %s: any program could be there', async (_where, registered, uri) => {
  const person = await newUser(service);
  const native = await newApplication(service, {
    kind: 'native',
    firstParty: false,
    redirectUris: [registered, redirectUri],
  });
  for (const asked of [redirectUri, uri]) {
    const { body } = await decide(person, await askedOf(person, { redirect_uri: asked }, native), 'allow');
    expect(new URL(body.redirectTo).searchParams.get('code')).toBeTruthy();
  }
  expect((await authorize(person.client, native)).query.code).toBeTruthy();
  const { query } = await authorize(person.client, native, { redirect_uri: uri, prompt: 'none' });
  expect(query).toMatchObject({ error: 'consent_required', state: 'the-state' });
  await askedOf(person, { redirect_uri: uri }, native);
});

test("the operator's own native application needs no consent on a loopback address", async () => {
  const person = await newUser(service);
  const native = await newApplication(service, { kind: 'native', redirectUris: ['http://127.0.0.1/back'] });
  const asked = { redirect_uri: 'http://127.0.0.1:49152/back', prompt: 'none' };
  expect((await authorize(person.client, native, asked)).query.code).toBeTruthy();
});
