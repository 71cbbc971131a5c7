import { authorize, newApplication, redirectUri, type TestApplication } from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let application: TestApplication;
beforeAll(async () => {
  service = await startService();
  application = await newApplication(service, { firstParty: false });
});
afterAll(() => service.close());

type Person = Awaited<ReturnType<typeof newUser>>;

async function askedOf(person: Pick<Person, 'client'>, more = {}, app = application): Promise<string> {
  const { url, query } = await authorize(person.client, app, more);
  expect(url?.pathname).toBe('/consent');
  return query.request ?? '';
}
const decide = (person: Pick<Person, 'client'>, request: string, decision: string, send = {}) =>
  person.client.post('/api/oidc/consent', { request, decision }, send);

test('somebody is told who asks for what, and their yes is remembered for those scopes', async () => {
  const person = await newUser(service);
  const request = await askedOf(person, { scope: 'openid email' });
  const shown = await person.client.get(`/api/oidc/consent?request=${encodeURIComponent(request)}`);
  expect(shown.body).toEqual({
    application: { id: application.id, clientId: application.clientId, name: 'Example', redirectUri },
    scopes: ['openid', 'email'],
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

test('a no goes back to the application, and is not remembered', async () => {
  const person = await newUser(service);
  const { body } = await decide(person, await askedOf(person), 'deny');
  expect(Object.fromEntries(new URL(body.redirectTo).searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the-state',
    iss: 'http://latchkey.test',
  });
  await askedOf(person);
});

test('prompt=none tells that somebody would have to be asked', async () => {
  const person = await newUser(service);
  const { query } = await authorize(person.client, application, { prompt: 'none' });
  expect(query.error).toBe('consent_required');
});

test('clicked by another site it is refused: it needs the token of the session', async () => {
  const person = await newUser(service);
  const request = await askedOf(person);
  expect((await decide(person, request, 'allow', { csrf: false })).body.error.code).toBe('CSRF_INVALID');
});

test('the page it is asked on cannot be framed', async () => {
  const { headers } = await service.client().get('/consent?request=x');
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test("a request of somebody else's, a made-up one and one of another kind are worth nothing", async () => {
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

test('what is no longer in order when somebody says yes gets no code', async () => {
  const person = await newUser(service);
  const app = await newApplication(service, { firstParty: false });
  const request = await askedOf(person, {}, app);
  await service.sql`UPDATE applications SET redirect_uris = '{https://else.example/}' WHERE id = ${app.id}`;
  expect((await decide(person, request, 'allow')).body.error.code).toBe('TOKEN_INVALID');
});

test('a yes does not stand in for the new proof that was asked for', async () => {
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

test('an application that becomes a stranger asks people who were never asked', async () => {
  const person = await newUser(service);
  const app = await newApplication(service);
  expect((await authorize(person.client, app)).query.code).toBeTruthy();
  await service.sql`UPDATE applications SET first_party = false WHERE id = ${app.id}`;
  await askedOf(person, {}, app);
});
