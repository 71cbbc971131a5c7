import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { moveTo, newUser, newVerified, password } from '@latchkey/server/testing/service';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const journey = started(startWithProviders);

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

/** A browser and an address that no user has been seen with. */
function strangeBrowser(): Client {
  const client = journey.service.client('203.0.113.77');
  client.userAgent = safari;
  return client;
}

async function newDeviceMails(email: string) {
  const mails = await journey.service.mails(email);
  return mails.filter(({ subject }) => subject === 'New sign-in to your account').map(({ text }) => text);
}

/** A user who is known on one device and has every way to sign in. */
async function newPerson() {
  const person = await newUser(journey.service);
  const { login } = journey.somebody({ email: person.email });
  return { ...person, login };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

async function link(person: Person, client: Client, provider: 'google' | 'github') {
  const { token } = await journey.travel(client, provider, person.login);
  return client.post('/api/auth/oauth/link', { token, password });
}

async function validate(client: Client, pendingToken: string, secret: string) {
  const code = nextCode(journey.service, secret);
  expect((await client.post('/api/auth/2fa/validate', { pendingToken, code })).status).toBe(200);
}

const ways: [string, (person: Person, client: Client) => Promise<unknown>][] = [
  ['a password', ({ email }, client) => client.post('/api/auth/login', { email, password })],
  [
    'a password and a second factor',
    async (person, client) => {
      const { secret } = await enroll(journey.service, person.client);
      const { body } = await client.post('/api/auth/login', { email: person.email, password });
      await validate(client, body.pendingToken, secret);
    },
  ],
  ['a newly linked Google account', (person, client) => link(person, client, 'google')],
  ['a newly linked GitHub account', (person, client) => link(person, client, 'github')],
  [
    'a linked provider',
    async (person, client) => {
      await link(person, person.client, 'google');
      expect((await journey.travel(client, 'google', person.login)).path).toBe('/');
    },
  ],
  [
    'a linked provider and a second factor',
    async (person, client) => {
      await link(person, person.client, 'github');
      const { secret } = await enroll(journey.service, person.client);
      const { token, path } = await journey.travel(client, 'github', person.login);
      expect(path).toBe('/auth/two-factor');
      await validate(client, token, secret);
    },
  ],
  [
    'a remembered login from another device',
    async (person, client) => {
      await person.client.post('/api/auth/login', { email: person.email, password, rememberMe: true });
      client.cookies.set('remember_me', person.client.cookies.get('remember_me') ?? '');
    },
  ],
];

describe('the owner is emailed about a sign-in on a new device with', () => {
  test.each(ways)('%s', async (_way, signIn) => {
    const person = await newPerson();
    const client = strangeBrowser();
    await signIn(person, client);
    expect((await client.get('/api/auth/me')).body.user.id).toBe(person.id);
    const mails = await newDeviceMails(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Safari on macOS');
    expect(mails[0]).toContain('203.0.113.77');
  });
});

test('resuming a remembered login on the same device sends no new-device email', async () => {
  const { client, email } = await newPerson();
  await client.post('/api/auth/login', { email, password, rememberMe: true });
  client.cookies.delete('latchkey_session');
  expect((await client.get('/api/auth/me')).status).toBe(200);
  expect(await newDeviceMails(email)).toEqual([]);
});

test('registering through a provider sends no new-device email, but a later login elsewhere does', async () => {
  const { login, email } = journey.somebody();
  const client = strangeBrowser();
  const { token } = await journey.travel(client, 'google', login);
  const answer = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines' });
  expect(answer.status).toBe(201);
  expect(await newDeviceMails(email)).toEqual([]);
  // A later login from another device does send one.
  const other = journey.service.client();
  expect((await journey.travel(other, 'google', login)).path).toBe('/');
  expect(await newDeviceMails(email)).toHaveLength(1);
});

test('completing a registration is refused if another user can still restore that address', async () => {
  const owner = await newVerified(journey.service);
  const { login } = journey.somebody({ email: owner.email });
  await moveTo(journey.service, owner.client, `taken-${owner.email}`);
  const client = journey.service.client();
  const { token, path } = await journey.travel(client, 'github', login);
  expect(path).toBe('/auth/oauth/complete');
  const answer = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Squatters' });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'EMAIL_TAKEN']);
});
