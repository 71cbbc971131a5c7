import { Authenticator, addPasskey, cbor, passkeyLogin, stale } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, sessionRows, takePassword } from '@latchkey/server/testing/standing';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);

async function newHolder(more: { counts?: boolean } = {}) {
  const person = await newUser(service);
  const device = new Authenticator(service, more);
  const added = await addPasskey(person.client, device);
  if (added.status !== 201) throw new Error(`no passkey: ${added.text}`);
  return { ...person, device, passkeyId: added.body.passkey.id as string };
}

const refusal = ({ status, body }: Answer) => [status, body?.error?.code];
const refused = [401, 'PASSKEY_INVALID'];
const notAdded = [400, 'PASSKEY_INVALID'];
const prepareLogin = async () => (await service.client().post('/api/auth/passkeys/login/options')).body;
const login = (response: unknown, challengeToken: string) =>
  service.client().post('/api/auth/passkeys/login', { response, challengeToken });
const sessionsOf = async (userId: string) => (await sessionRows(service, userId)).length;
const startLogin = async (email: string) =>
  (await service.client().post('/api/auth/login', { email, password })).body;

describe('a login refuses an assertion', () => {
  test.each([
    ['without user verification', { userVerified: false }],
    ['without user presence', { userPresent: false, userVerified: false }],
    ['from another origin', { origin: 'https://latchkey.test.evil.example' }],
    ['from the same host with another scheme', { origin: 'https://latchkey.test' }],
    ['for another RP id', { rpId: 'evil.example' }],
    ['for a parent domain of ours', { rpId: 'test' }],
    ['from a frame on another page', { crossOrigin: true }],
    ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['with the type of an attestation', { type: 'webauthn.create' }],
    ["with someone else's user handle", { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['with no user handle', { userHandle: null }],
    ['with an empty user handle', { userHandle: '' }],
  ])('%s', async (_what, behavior) => {
    const { device, id } = await newHolder();
    expect(refusal(await passkeyLogin(service, device, behavior))).toEqual(refused);
    expect(await sessionsOf(id)).toBe(1);
    // That was the only reason: otherwise, the same device is let in.
    expect((await passkeyLogin(service, device)).status).toBe(200);
  });

  test('signed by another key under a known credential ID', async () => {
    const { device } = await newHolder();
    const thief = await newHolder();
    const { options, challengeToken } = await prepareLogin();
    const forged = {
      ...thief.device.get(options),
      id: device.held[0]?.id.toString('base64url'),
      rawId: device.held[0]?.id.toString('base64url'),
    };
    expect(refusal(await login(forged, challengeToken))).toEqual(refused);
    const owners = { userHandle: device.held[0]?.userHandle ?? null };
    const better = { ...forged, response: { ...thief.device.get(options, owners).response } };
    expect(refusal(await login(better, challengeToken))).toEqual(refused);
  });

  test('with an altered, made-up or expired challenge token', async () => {
    const { device } = await newHolder();
    const { options, challengeToken } = await prepareLogin();
    const altered = Buffer.from(challengeToken, 'base64url');
    altered.writeUInt8(altered.readUInt8(20) ^ 1, 20);
    for (const token of [
      altered.toString('base64url'),
      'made-up',
      Buffer.alloc(100, 7).toString('base64url'),
    ])
      expect(refusal(await login(device.get(options), token))).toEqual(refused);
    service.clock.advance({ minutes: 10 });
    expect(refusal(await login(device.get(options), challengeToken))).toEqual(refused);
  });
});

describe('replaying a response or a challenge', () => {
  test('a replayed assertion is refused and not treated as a sign of a clone', async () => {
    const { device, email } = await newHolder({ counts: true });
    const { options, challengeToken } = await prepareLogin();
    const response = device.get(options);
    expect((await login(response, challengeToken)).status).toBe(200);
    expect(refusal(await login(response, challengeToken))).toEqual(refused);
    const entries = await service.audit(email);
    expect(entries.at(-1)).toMatchObject({
      action: 'AUTH_PASSKEY_FAILURE',
      metadata: { reason: 'used_challenge' },
    });
    expect(entries.map(({ action }) => action)).not.toContain('SECURITY_PASSKEY_CLONE_SUSPECTED');
  });

  test('thirty parallel uses of one assertion create one session, several times in a row', async () => {
    const { device, id } = await newHolder();
    for (let round = 1; round <= 4; round++) {
      const { options, challengeToken } = await prepareLogin();
      const response = device.get(options);
      const before = await sessionsOf(id);
      const answers = await Promise.all(Array.from({ length: 30 }, () => login(response, challengeToken)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => String(refusal(answer)) === String(refused))).toHaveLength(29);
      expect(await sessionsOf(id)).toBe(before + 1);
    }
  });

  test('one challenge signed by two passkeys at once creates one session', async () => {
    const { client, id, device } = await newHolder();
    await addPasskey(client, device);
    const { options, challengeToken } = await prepareLogin();
    const before = await sessionsOf(id);
    const answers = await Promise.all(
      device.held.map((held) => login(device.get(options, {}, held), challengeToken)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await sessionsOf(id)).toBe(before + 1);
  });

  test('five parallel registrations with one challenge add one passkey', async () => {
    const { client } = await newUser(service);
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
    const device = new Authenticator(service);
    const responses = Array.from({ length: 5 }, () => device.create(options));
    const answers = await Promise.all(
      responses.map((response) => client.post('/api/auth/passkeys', { response, challengeToken })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => String(refusal(answer)) === String(notAdded))).toHaveLength(4);
  });
});

describe('a challenge', () => {
  /** One of each kind for the same user, and a way to use it. */
  async function everyKind() {
    const { client, email, device } = await newHolder();
    await service.sql`UPDATE users SET two_factor_enabled = true WHERE email = ${email}`;
    const { pendingToken, passkeyOptions } = await startLogin(email);
    const challenges = {
      login: await prepareLogin(),
      registration: (await client.post('/api/auth/passkeys/options')).body,
      second_factor: passkeyOptions,
      reauthentication: (await client.post('/api/auth/reauthenticate/options')).body,
    };
    type Kind = keyof typeof challenges;
    const uses: Record<Kind, (made: { options: never; challengeToken: string }) => Promise<Answer>> = {
      login: ({ options, challengeToken }) => login(device.get(options), challengeToken),
      registration: ({ options, challengeToken }) => {
        const user = { id: device.held[0]?.userHandle ?? '' };
        const response = new Authenticator(service).create({ ...(options as object), user } as never);
        return client.post('/api/auth/passkeys', { response, challengeToken });
      },
      second_factor: ({ options, challengeToken }) =>
        service
          .client()
          .post('/api/auth/2fa/validate', { pendingToken, passkey: device.get(options), challengeToken }),
      reauthentication: ({ options, challengeToken }) =>
        client.post('/api/auth/reauthenticate', { passkey: device.get(options), challengeToken }),
    };
    return { challenges, uses };
  }

  const kinds = ['login', 'registration', 'second_factor', 'reauthentication'] as const;
  test.each(kinds)('for %s works for nothing else', async (kind) => {
    const { challenges, uses } = await everyKind();
    for (const other of kinds.filter((each) => each !== kind))
      expect([other, ...refusal(await uses[other](challenges[kind]))]).toEqual([
        other,
        ...(other === 'registration' ? notAdded : refused),
      ]);
    // Since it was refused, it wasn't spent.
    expect((await uses[kind](challenges[kind])).status).toBeLessThan(202);
  });

  test("for another user's registration adds no passkey to mine", async () => {
    const [mine, theirs] = [await newUser(service), await newUser(service)];
    const { options, challengeToken } = (await theirs.client.post('/api/auth/passkeys/options')).body;
    const response = new Authenticator(service).create(options);
    const answer = await mine.client.post('/api/auth/passkeys', { response, challengeToken });
    expect(refusal(answer)).toEqual(notAdded);
  });

  test('for one pending login does not finish another one of the same user', async () => {
    const { client, email } = await newEnrolled(service);
    const device = new Authenticator(service);
    await addPasskey(client, device);
    const [one, two] = [await startLogin(email), await startLogin(email)];
    const { options, challengeToken } = one.passkeyOptions;
    const passkey = device.get(options);
    const given = { pendingToken: two.pendingToken, passkey, challengeToken };
    expect(refusal(await service.client().post('/api/auth/2fa/validate', given))).toEqual(refused);
  });

  test('for one session does not reauthenticate another session of the same user', async () => {
    const { client, id, device } = await newHolder();
    const other = await clientFor(service, id);
    const { options, challengeToken } = (await client.post('/api/auth/reauthenticate/options')).body;
    const given = { passkey: device.get(options), challengeToken };
    expect(refusal(await other.post('/api/auth/reauthenticate', given))).toEqual(refused);
  });
});

describe("someone else's passkey", () => {
  test('does not work as my second factor', async () => {
    const { client, email } = await newEnrolled(service);
    await addPasskey(client, new Authenticator(service));
    const thief = await newHolder();
    const { pendingToken, passkeyOptions } = await startLogin(email);
    const { options, challengeToken } = passkeyOptions;
    const passkey = thief.device.get(options);
    const given = { pendingToken, passkey, challengeToken };
    expect(refusal(await service.client().post('/api/auth/2fa/validate', given))).toEqual(refused);
  });

  test('does not reauthenticate my session', async () => {
    const { client } = await newHolder();
    const thief = await newHolder();
    const { options, challengeToken } = (await client.post('/api/auth/reauthenticate/options')).body;
    const given = { passkey: thief.device.get(options, { userHandle: null }), challengeToken };
    expect(refusal(await client.post('/api/auth/reauthenticate', given))).toEqual(refused);
  });
});

describe('a signature counter that does not increase', () => {
  test.each([
    ['goes backward', 3],
    ['stays the same', 4],
    ['drops to 0', 0],
  ])('is refused and recorded as a suspected clone when it %s', async (_what, counter) => {
    const { device, email, passkeyId } = await newHolder();
    expect((await passkeyLogin(service, device, { counter: 4 })).status).toBe(200);
    expect(refusal(await passkeyLogin(service, device, { counter }))).toEqual(refused);
    const entries = (await service.audit(email)).slice(-2);
    expect(entries).toMatchObject([
      { action: 'SECURITY_PASSKEY_CLONE_SUSPECTED', category: 'security', metadata: { passkeyId, counter } },
      { action: 'AUTH_PASSKEY_FAILURE', metadata: { reason: 'counter', passkeyId } },
    ]);
    expect((await passkeyLogin(service, device, { counter: 5 })).status).toBe(200);
  });

  test('is refused for a second factor', async () => {
    const { client, email } = await newEnrolled(service);
    const device = new Authenticator(service);
    await addPasskey(client, device);
    await passkeyLogin(service, device, { counter: 9 });
    const { pendingToken, passkeyOptions } = await startLogin(email);
    const passkey = device.get(passkeyOptions.options, { counter: 9 });
    const given = { pendingToken, passkey, challengeToken: passkeyOptions.challengeToken };
    expect(refusal(await service.client().post('/api/auth/2fa/validate', given))).toEqual(refused);
  });
});

describe('a passkey', () => {
  test('cannot finish a login that started before it was removed', async () => {
    const { device, client, passkeyId } = await newHolder();
    const { options, challengeToken } = await prepareLogin();
    expect((await client.delete(`/api/auth/passkeys/${passkeyId}`)).status).toBe(200);
    expect(refusal(await login(device.get(options), challengeToken))).toEqual(refused);
  });

  test('cannot finish a login when it is removed while the assertion is being checked', async () => {
    const { device, id } = await newHolder();
    const { options, challengeToken } = await prepareLogin();
    const answer = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
        await tx`DELETE FROM passkeys WHERE user_id = ${id}`;
      },
      () => login(device.get(options), challengeToken),
    );
    expect(refusal(answer)).toEqual(refused);
  });

  test('does not work for a deactivated user, and works again after they are reactivated', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { device, id } = await newHolder();
    await admin.client.post(`/api/users/${id}/deactivate`);
    const answer = await passkeyLogin(service, device);
    expect(refusal(answer)).toEqual(refused);
    expect(await sessionsOf(id)).toBe(0);
    await admin.client.post(`/api/users/${id}/activate`);
    expect((await passkeyLogin(service, device)).status).toBe(200);
  });
});

describe('someone probing for accounts', () => {
  test('learns nothing from the login options, which look the same whatever is sent', async () => {
    const { email } = await newHolder();
    const shapes = new Set<string>();
    for (const body of [undefined, {}, { email }, { email: 'nobody@example.com' }, { username: 'x' }]) {
      const answer = await service.client().post('/api/auth/passkeys/login/options', body);
      expect(answer.status).toBe(200);
      expect(answer.body.options.allowCredentials).toEqual([]);
      const { challenge, ...rest } = answer.body.options;
      shapes.add(
        JSON.stringify([rest, challenge.length, answer.body.challengeToken.length, answer.text.length]),
      );
    }
    expect(shapes.size).toBe(1);
  });

  test('learns nothing from a refusal: unknown, unverified and deactivated all get the same response', async () => {
    const { device } = await newHolder();
    const stranger = new Authenticator(service);
    stranger.create({ challenge: 'x', user: { id: device.held[0]?.userHandle ?? '' } });
    const inactive = await newHolder();
    await deactivate(service, inactive.id);
    const texts = await Promise.all(
      [
        passkeyLogin(service, stranger),
        passkeyLogin(service, device, { userVerified: false }),
        passkeyLogin(service, inactive.device),
      ].map(async (answer) => {
        const { type, code, message, details } = (await answer).body.error;
        return JSON.stringify([(await answer).status, type, code, message, details]);
      }),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('writes nothing to the database by just opening the login page', async () => {
    await newHolder();
    const changed = await tablesChangedBy(service, async () => {
      const client = service.client();
      await client.get('/login');
      for (let view = 0; view < 5; view++)
        expect((await client.post('/api/auth/passkeys/login/options')).status).toBe(200);
    });
    expect(changed).toEqual([]);
  });
});

describe('the last sign-in method', () => {
  const lastWay = [400, 'LAST_SIGN_IN_METHOD'];
  const withoutPassword = async (id: string) => {
    await takePassword(service, id);
  };

  test('cannot be removed', async () => {
    const { client, passkeyId, id } = await newHolder();
    await withoutPassword(id);
    expect(refusal(await client.delete(`/api/auth/passkeys/${passkeyId}`))).toEqual(lastWay);
  });

  test('survives two parallel requests that each remove one of the last two passkeys', async () => {
    const { client, passkeyId, id, device } = await newHolder();
    const { body } = await addPasskey(client, device);
    await withoutPassword(id);
    const answers = await Promise.all(
      [passkeyId, body.passkey.id].map((each) => client.delete(`/api/auth/passkeys/${each}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('cannot be a passkey that never verified its user; such a passkey can be removed', async () => {
    const { client, passkeyId, id } = await newHolder();
    const weak = await addPasskey(client, new Authenticator(service), { userVerified: false });
    await withoutPassword(id);
    expect(refusal(await client.delete(`/api/auth/passkeys/${passkeyId}`))).toEqual(lastWay);
    expect((await client.delete(`/api/auth/passkeys/${weak.body.passkey.id}`)).status).toBe(200);
  });
});

describe('passkeys', () => {
  const attempts = (client: Client, passkeyId: string) => [
    client.post('/api/auth/passkeys/options'),
    client.post('/api/auth/passkeys', {
      response: new Authenticator(service).create({ challenge: 'x', user: { id: 'x' } }),
      challengeToken: 'x',
    }),
    client.delete(`/api/auth/passkeys/${passkeyId}`),
  ];

  test('cannot be added or removed while impersonating', async () => {
    const { id, passkeyId } = await newHolder();
    const admin = await newStaff(service, 'ADMIN');
    await admin.client.post('/api/admin/impersonate', { userId: id });
    for (const answer of await Promise.all(attempts(admin.client, passkeyId)))
      expect(refusal(answer)).toEqual([403, 'IMPERSONATION_BLOCKED']);
  });

  test('cannot be added or removed with an API key', async () => {
    const { client, passkeyId } = await newHolder();
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    for (const answer of await Promise.all(attempts(keyClient(service, key), passkeyId)))
      expect(refusal(answer)).toEqual([403, 'API_KEY_NOT_ALLOWED']);
  });

  test('cannot be added or removed without recent reauthentication', async () => {
    const { client, id, passkeyId } = await newHolder();
    await stale(service, id);
    for (const answer of await Promise.all(attempts(client, passkeyId)))
      expect(refusal(answer)).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
  });

  test('cannot be added by a session that is ended in the meantime', async () => {
    const { client, id } = await newHolder();
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
    const response = new Authenticator(service).create(options);
    const answer = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
        await tx`DELETE FROM sessions WHERE user_id = ${id}`;
      },
      () => client.post('/api/auth/passkeys', { response, challengeToken }),
    );
    expect(refusal(answer)).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('cannot be removed by a session that is ended in the meantime', async () => {
    const { client, id, passkeyId, device } = await newHolder();
    const answer = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
        await tx`DELETE FROM sessions WHERE user_id = ${id}`;
      },
      () => client.delete(`/api/auth/passkeys/${passkeyId}`),
    );
    expect(refusal(answer)).toEqual([401, 'UNAUTHENTICATED']);
    expect((await passkeyLogin(service, device)).status).toBe(200);
  });
});

describe('a registration is refused', () => {
  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another RP id', { rpId: 'evil.example' }],
    ['from a frame on another page', { crossOrigin: true }],
    ['with the type of an assertion', { type: 'webauthn.get' }],
    ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['without user presence', { userPresent: false, userVerified: false }],
    ["in Apple's attestation format", { fmt: 'apple' }],
    ['in an unknown attestation format', { fmt: 'made-up' }],
  ])('%s', async (_what, behavior) => {
    const { client, email } = await newUser(service);
    expect(refusal(await addPasskey(client, new Authenticator(service), behavior))).toEqual(notAdded);
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'AUTH_PASSKEY_FAILURE',
      metadata: { during: 'registration' },
    });
  });

  test('when its attestation object is malformed or deeply nested', async () => {
    const { client } = await newUser(service);
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
    const made = new Authenticator(service).create(options);
    const deep = Buffer.concat([Buffer.alloc(14_000, 0x81), cbor(0)]);
    for (const bytes of [Buffer.from('nonsense'), deep, cbor('text'), Buffer.alloc(1)]) {
      const response = {
        ...made,
        response: { ...made.response, attestationObject: bytes.toString('base64url') },
      };
      expect(refusal(await client.post('/api/auth/passkeys', { response, challengeToken }))).toEqual(
        notAdded,
      );
    }
    expect((await client.post('/api/auth/passkeys', { response: made, challengeToken })).status).toBe(201);
  });
});
