import { Authenticator, addPasskey, passkeyLogin, stale } from '@latchkey/server/testing/authenticator';
import type { Answer } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

describe('a passkey that the browser makes by itself', () => {
  const untouched = { userPresent: false, userVerified: false };
  async function making(conditional?: boolean) {
    const person = await newUser(service);
    const device = new Authenticator(service);
    const { options, challengeToken } = (
      await person.client.post('/api/auth/passkeys/options', { conditional })
    ).body;
    const send = (response = device.create(options, untouched)) =>
      person.client.post('/api/auth/passkeys', { response, challengeToken });
    return { ...person, device, options, challengeToken, send };
  }

  test('is asked for with options of its own, and signs in once it verified its user', async () => {
    const { email, device, options, send } = await making(true);
    expect(options.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    });
    expect((await send()).status).toBe(201);
    expect((await service.mails(email)).at(-1)?.subject).toMatch(/passkey/i);
    expect((await passkeyLogin(service, device)).body.user.email).toBe(email);
    expect(told(await passkeyLogin(service, device, untouched))).toBe('401 PASSKEY_INVALID');
  });

  test('may have been made with a touch as well', async () => {
    const { device, options, send } = await making(true);
    expect((await send(device.create(options))).status).toBe(201);
  });

  test.each([[false], [undefined]])(
    'attack: untouched, where that was not asked (%s)',
    async (conditional) => {
      const { client, device, options, send } = await making(conditional);
      expect(told(await send())).toBe('400 PASSKEY_INVALID');
      expect((await client.get('/api/auth/passkeys')).body.passkeys).toEqual([]);
      expect((await send(device.create(options))).status).toBe(201);
    },
  );

  test('attack: for another account, or twice', async () => {
    const [mine, theirs] = [await making(true), await making(true)];
    const response = mine.device.create(mine.options, untouched);
    const { challengeToken } = mine;
    expect(told(await theirs.client.post('/api/auth/passkeys', { response, challengeToken }))).toBe(
      '400 PASSKEY_INVALID',
    );
    expect((await mine.send()).status).toBe(201);
    expect(told(await mine.send())).toBe('400 PASSKEY_INVALID');
  });

  test('attack: from a session whose last proof is old', async () => {
    const { client, id } = await newUser(service);
    await stale(service, id);
    const asked = await client.post('/api/auth/passkeys/options', { conditional: true });
    expect(told(asked)).toBe('403 REAUTHENTICATION_REQUIRED');
  });

  test('is asked for by true or false only', async () => {
    const { client } = await newUser(service);
    const asked = await client.post('/api/auth/passkeys/options', { conditional: 'yes' });
    expect(told(asked)).toBe('400 VALIDATION_FAILED');
  });
});

describe('what a browser is told', () => {
  const listOf = async (client: Awaited<ReturnType<typeof newUser>>['client']) =>
    (await client.get('/api/auth/passkeys')).body;

  test('the passkeys that still work, with the IDs that it knows them by', async () => {
    const { client, id } = await newUser(service);
    const userId = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
    const rpId = 'latchkey.test';
    expect((await listOf(client)).signal).toEqual({ rpId, userId, allAcceptedCredentialIds: [] });
    const devices = [new Authenticator(service), new Authenticator(service)];
    for (const device of devices) await addPasskey(client, device);
    const [first, second] = devices.map(({ held }) => held[0]?.id.toString('base64url'));
    const { passkeys, signal } = await listOf(client);
    expect(signal).toEqual({ rpId, userId, allAcceptedCredentialIds: [first, second] });
    await client.delete(`/api/auth/passkeys/${passkeys[0].id}`);
    expect((await listOf(client)).signal.allAcceptedCredentialIds).toEqual([second]);
  });

  test('nothing where passkeys are not, and no API key is told', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client);
    expect((await keyClient(service, key).get('/api/auth/passkeys')).status).toBe(403);
    const bare = await startService({ database: service.database, env: { BASE_URL: 'http://192.0.2.1' } });
    const { client: there } = await newUser(bare);
    expect(await listOf(there)).toEqual({ passkeys: [] });
  });
});

describe('GET /.well-known/webauthn', () => {
  const originsOf = async (env: Record<string, string>) => {
    const one = await startService({ database: service.database, env });
    return one.client().get('/.well-known/webauthn');
  };

  test("names the service's own origin, then the allowed ones that use https, once each", async () => {
    const answer = await originsOf({
      BASE_URL: 'https://id.example.com',
      ALLOWED_ORIGINS:
        'https://app.example.com,http://localhost:5173,https://id.example.com,https://app.example.net:8443',
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      { origins: ['https://id.example.com', 'https://app.example.com', 'https://app.example.net:8443'] },
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  test('names the own one alone where no other is allowed, whichever it is', async () => {
    const answer = await originsOf({ BASE_URL: 'http://localhost:3000' });
    expect(answer.body).toEqual({ origins: ['http://localhost:3000'] });
  });
});
