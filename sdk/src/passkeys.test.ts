import { Authenticator } from '@latchkey/server/testing/authenticator';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  canAutofillPasskeys,
  canUsePasskeys,
  createClient,
  finishWithPasskey,
  LatchkeyError,
  type Output,
  registerPasskey,
  registerWithPasskey,
  signalPasskeys,
  signInWithPasskey,
  signInWithPasskeyAutofill,
  upgradeToPasskey,
} from './index.ts';

const service = started(startService);
afterEach(() => vi.unstubAllGlobals());

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
const text = (given: Uint8Array) => Buffer.from(given).toString('base64url');
type Asked = { publicKey: { challenge: Uint8Array; user: { id: Uint8Array } }; mediation?: string };
type Get = Asked & { signal?: AbortSignal };

/** A browser with a device: it uses bytes where JSON has text. */
function browserWith(
  device: Authenticator,
  choose = async (_asked: Get): Promise<void> => {},
  behavior: Parameters<Authenticator['create']>[1] = {},
) {
  const asked: Asked[] = [];
  const credentialOf = (made: { id: string; rawId: string; response: object }, more = {}) => ({
    id: made.id,
    rawId: bytes(made.rawId),
    type: 'public-key',
    response: {
      ...Object.fromEntries(
        Object.entries(made.response).map(([name, value]) => [
          name,
          typeof value === 'string' ? bytes(value) : value,
        ]),
      ),
      ...more,
    },
  });
  const credentials = {
    async create(given: Asked) {
      asked.push(given);
      const { challenge, user } = given.publicKey;
      const made = device.create({ challenge: text(challenge), user: { id: text(user.id) } }, behavior);
      return credentialOf(made, { getTransports: () => ['internal'] });
    },
    async get(given: Get) {
      asked.push(given);
      await choose(given);
      return credentialOf(device.get({ challenge: text(given.publicKey.challenge) }));
    },
  };
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => true }),
  );
  return asked;
}

async function signedIn() {
  const { email, id } = await newUser(service);
  const api = createClient({ baseUrl: service.url });
  await api.login({ body: { email, password } });
  return { api, email, id };
}

describe('a passkey', () => {
  test('is registered, and signs in the way login does', async () => {
    const device = new Authenticator(service);
    const { api, email } = await signedIn();
    browserWith(device);
    const { passkey } = await registerPasskey(api, { name: 'My laptop' });
    expect(passkey).toMatchObject({ name: 'My laptop', lastUsedAt: null });
    const other = createClient({ baseUrl: service.url });
    const login = await signInWithPasskey(other, { rememberMe: true });
    expect(login.user.email).toBe(email);
    expect((await other.me()).user.email).toBe(email);
    expectTypeOf(login).toEqualTypeOf<Output<'loginWithPasskey'>>();
    expectTypeOf(login.tokens).toEqualTypeOf<Extract<Output<'login'>, { tokens: unknown }>['tokens']>();
  });

  test('registers an account that has no password, and signs it in', async () => {
    browserWith(new Authenticator(service));
    const api = createClient({ baseUrl: service.url });
    const email = 'keyholder@example.com';
    const registered = await registerWithPasskey(api, { email, organizationName: 'Keyholders' });
    expect(registered.user.organization?.name).toBe('Keyholders');
    expect((await api.me()).user.email).toBe(email);
    expect((await signInWithPasskey(createClient({ baseUrl: service.url }))).user.email).toBe(email);
  });

  test('completes a login that requires a second factor', async () => {
    const { email, client } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const device = new Authenticator(service);
    browserWith(device);
    const { tokens } = (await client.post('/api/auth/refresh', {})).body;
    const { backupCodes } = await registerPasskey(
      createClient({ baseUrl: service.url, token: tokens.accessToken }),
    );
    expect(backupCodes).toHaveLength(10);
    const api = createClient({ baseUrl: service.url });
    const half = await api.login({ body: { email, password } });
    if (!('pendingToken' in half) || !half.passkeyOptions) throw new Error('no second factor was asked');
    const { pendingToken, passkeyOptions } = half;
    expect((await finishWithPasskey(api, { pendingToken, passkeyOptions })).user.email).toBe(email);
  });

  test("that is refused throws a LatchkeyError, and one that is canceled throws the browser's error", async () => {
    const device = new Authenticator(service);
    device.create({ challenge: 'eHh4', user: { id: 'eHh4' } });
    browserWith(device);
    const api = createClient({ baseUrl: service.url });
    const refused = await signInWithPasskey(api).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LatchkeyError);
    expect(refused).toMatchObject({ status: 401, code: 'PASSKEY_INVALID' });
    browserWith(device, async () => {
      throw new DOMException('closed', 'NotAllowedError');
    });
    await expect(signInWithPasskey(api)).rejects.toMatchObject({ name: 'NotAllowedError' });
  });
});

describe('a passkey that the browser makes by itself', () => {
  const capable = (conditionalCreate: boolean) =>
    Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalCreate }) });

  test('is made without a dialog, and signs in', async () => {
    const device = new Authenticator(service);
    const { api, email } = await signedIn();
    const asked = browserWith(device, undefined, { userPresent: false, userVerified: false });
    capable(true);
    const made = await upgradeToPasskey(api);
    expect(made?.passkey.lastUsedAt).toBeNull();
    expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional']);
    expect((await signInWithPasskey(createClient({ baseUrl: service.url }))).user.email).toBe(email);
  });

  test('is not made for an account that has one', async () => {
    const { api } = await signedIn();
    const asked = browserWith(new Authenticator(service));
    capable(true);
    await registerPasskey(api);
    expect(await upgradeToPasskey(api)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test('is not tried where the browser has no such thing', async () => {
    const { api } = await signedIn();
    expect(await upgradeToPasskey(api)).toBeUndefined();
    const asked = browserWith(new Authenticator(service));
    expect(await upgradeToPasskey(api)).toBeUndefined();
    capable(false);
    expect(await upgradeToPasskey(api)).toBeUndefined();
    expect(asked).toEqual([]);
    expect((await api.listPasskeys()).passkeys).toEqual([]);
  });
});

describe('signalPasskeys', () => {
  test('tells the browser which passkeys still work', async () => {
    const { api } = await signedIn();
    const device = new Authenticator(service);
    browserWith(device);
    const told: unknown[] = [];
    Object.assign(PublicKeyCredential, {
      signalAllAcceptedCredentials: async (all: unknown) => void told.push(all),
    });
    const { passkey } = await registerPasskey(api);
    await signalPasskeys(api);
    await api.deletePasskey({ params: { id: passkey.id } });
    await signalPasskeys(api);
    const { id, userHandle: userId } = device.held[0] ?? {};
    const common = { rpId: 'latchkey.test', userId };
    expect(told).toEqual([
      { ...common, allAcceptedCredentialIds: [id?.toString('base64url')] },
      { ...common, allAcceptedCredentialIds: [] },
    ]);
  });

  test('does nothing where the browser cannot be told', async () => {
    const { api } = await signedIn();
    await signalPasskeys(api);
    browserWith(new Authenticator(service));
    await signalPasskeys(api);
  });
});

describe('passkey autofill', () => {
  test('uses conditional mediation and signs in with the chosen passkey', async () => {
    const device = new Authenticator(service);
    const { api, email } = await signedIn();
    const asked = browserWith(device);
    await registerPasskey(api);
    const login = await signInWithPasskeyAutofill(createClient({ baseUrl: service.url }));
    expect(login?.user.email).toBe(email);
    expect(asked.at(-1)?.mediation).toBe('conditional');
  });

  test('ends when aborted', async () => {
    const waits = ({ signal }: Get) =>
      new Promise<void>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    browserWith(new Authenticator(service), waits);
    const aborter = new AbortController();
    const waiting = signInWithPasskeyAutofill(createClient({ baseUrl: service.url }), {
      signal: aborter.signal,
    });
    setTimeout(() => aborter.abort(), 50);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  test("returns nothing when the browser doesn't support passkeys", async () => {
    expect(canUsePasskeys()).toBe(false);
    expect(await canAutofillPasskeys()).toBe(false);
    expect(await signInWithPasskeyAutofill(createClient({ baseUrl: service.url }))).toBeUndefined();
  });
});
