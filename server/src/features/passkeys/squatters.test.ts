import { Authenticator } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, refresh, tokensFor } from '@latchkey/server/testing/oidc';
import { createPerson, newDirectory } from '@latchkey/server/testing/scim';
import { password } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

/*
 * Someone registers another person's address first, with a passkey, and keeps every way in that they can get. Then the person
 * comes, in each way that proves the address.
 */

const world = started(() => startWithIdp({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));
let addresses = 0;
const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

const signIn = async (device: Authenticator) => {
  const client = world.service.client();
  const { options, challengeToken } = (await client.post('/api/auth/passkeys/login/options')).body;
  const response = device.get(options, { userVerified: true });
  return client.post('/api/auth/passkeys/login', { response, challengeToken });
};

/** With a session, a key, an application that stays signed in, and a second passkey. */
async function squat(email: string) {
  const { service } = world;
  const client = service.client();
  const [device, spare] = [new Authenticator(service), new Authenticator(service)];
  const begun = (await client.post('/api/auth/passkeys/register/options', { email })).body;
  const passkey = device.create(begun.options, { userVerified: true });
  const { challengeToken } = begun;
  const body = { email, passkey, challengeToken, organizationName: 'Squatters' };
  expect(told(await client.post('/api/auth/register', body))).toBe('201');
  const more = (await client.post('/api/auth/passkeys/options')).body;
  const second = spare.create(more.options, { userVerified: true });
  const added = await client.post('/api/auth/passkeys', {
    response: second,
    challengeToken: more.challengeToken,
    name: 'Spare',
  });
  expect(told(added)).toBe('201');
  const { key } = await newKey(client);
  const application = await newApplication(service);
  const scope = 'openid offline_access';
  const { refresh_token } = await tokensFor(service, client, application, { scope });
  const waysIn: Record<string, () => Promise<Answer>> = {
    session: () => client.get('/api/auth/me'),
    passkey: () => signIn(device),
    'second passkey': () => signIn(spare),
    key: () => keyClient(service, key).get('/api/auth/me'),
    application: () => refresh(service, application, refresh_token),
  };
  return async () => {
    const open: string[] = [];
    for (const [name, tries] of Object.entries(waysIn)) if ((await tries()).status < 400) open.push(name);
    return open;
  };
}

type Came = { email: string; client: Client };

const arrivals: [string, (domain?: string) => Promise<{ email: string; come: () => Promise<Came> }>][] = [
  [
    'resets the password',
    async () => {
      const email = `squatted-${++addresses}@example.com`;
      const client = world.service.client();
      const come = async () => {
        await client.post('/api/auth/forgot-password', { email });
        const token = await world.service.mailedToken(email);
        await client.post('/api/auth/reset-password', { token, password });
        await client.post('/api/auth/login', { email, password });
        return { email, client };
      };
      return { email, come };
    },
  ],
  [
    'signs in by an emailed code',
    async () => {
      const email = `squatted-${++addresses}@example.com`;
      const client = world.service.client();
      const come = async () => {
        await client.post('/api/auth/email-code', { email });
        const code = /^Code: (\d{6})$/m.exec((await world.service.mails(email)).at(-1)?.text ?? '')?.[1];
        await client.post('/api/auth/email-code/verify', { email, code });
        return { email, client };
      };
      return { email, come };
    },
  ],
  [
    'comes from the identity provider of their organization',
    async () => {
      const at = await world.connected();
      const { login, email } = world.somebody(at.domain.name);
      const come = async () => {
        const client = world.service.client();
        await world.travel(client, at.path, login);
        return { email, client };
      };
      return { email, come };
    },
  ],
];

describe('a squatter with a passkey has nothing left once the owner of the address', () => {
  test.each(arrivals)('%s', async (_what, arrive) => {
    const { email, come } = await arrive();
    const waysIn = await squat(email);
    expect(await waysIn()).toEqual(['session', 'passkey', 'second passkey', 'key', 'application']);
    const { client } = await come();
    expect((await client.get('/api/auth/me')).body.user).toMatchObject({ email, emailVerified: true });
    expect(await waysIn()).toEqual([]);
    expect(await accountsAt(world.service, email)).toHaveLength(1);
  });

  test('is made by the directory of their organization', async () => {
    const directory = await newDirectory(world.service);
    const email = directory.newEmail();
    const waysIn = await squat(email);
    expect((await createPerson(directory.client, { userName: email })).status).toBe(201);
    expect(await waysIn()).toEqual([]);
  });
});
