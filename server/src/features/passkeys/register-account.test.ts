import { Authenticator } from '@latchkey/server/testing/authenticator';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { accountsAt, deleteAccount } from '@latchkey/server/testing/standing';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));
let addresses = 0;
const fresh = () => `passkey-${++addresses}@example.com`;
const told = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();
const invalid = '400 PASSKEY_INVALID';

const begin = async (email: string, client: Client = service.client()) =>
  (await client.post('/api/auth/passkeys/register/options', { email })).body;

type Signing = { email?: string; client?: Client; device?: Authenticator; more?: Record<string, unknown> };
type Behavior = Parameters<Authenticator['create']>[1];

async function signUp(
  { email = fresh(), client = service.client(), ...given }: Signing = {},
  behavior?: Behavior,
) {
  const device = given.device ?? new Authenticator(service);
  const { options, challengeToken } = await begin(email, client);
  const passkey = device.create(options, { userVerified: true, ...behavior });
  const body = { email, passkey, challengeToken, organizationName: 'Keyholders', ...given.more };
  return { answer: await client.post('/api/auth/register', body), body, client, device, email, options };
}

const signIn = async (device: Authenticator, client = service.client()) => {
  const { options, challengeToken } = (await client.post('/api/auth/passkeys/login/options')).body;
  const response = device.get(options, { userVerified: true });
  return client.post('/api/auth/passkeys/login', { response, challengeToken });
};

describe('POST /api/auth/passkeys/register/options', () => {
  test('asks for a passkey that verifies its user and signs in without a name, and stores nothing', async () => {
    const email = fresh();
    const asked: Awaited<ReturnType<typeof begin>>[] = [];
    const changed = await tablesChangedBy(service, async () => void asked.push(await begin(email)));
    expect(changed).toEqual([]);
    const { options } = asked[0];
    expect(options.user).toMatchObject({ name: email, displayName: email });
    expect(options.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    expect(options.excludeCredentials).toEqual([]);
  });

  test('attack: it is alike for an address with an account, one with a passkey, and a free one', async () => {
    const { email } = await newUser(service);
    const { email: keyed } = await signUp();
    const shape = async (asked: string) => {
      const { options, challengeToken } = await begin(asked);
      const { user, challenge, ...same } = options;
      return { ...same, lengths: [user.id, challenge, challengeToken].map(({ length }) => length) };
    };
    const free = await shape(fresh());
    expect(await shape(email)).toEqual(free);
    expect(await shape(keyed)).toEqual(free);
  });

  test('is not there where passkeys are not', async () => {
    const bare = await startService({ database: service.database, env: { BASE_URL: 'http://192.0.2.1' } });
    const client = bare.client();
    const options = await client.post('/api/auth/passkeys/register/options', { email: fresh() });
    expect(told(options)).toBe('404 PASSKEYS_NOT_AVAILABLE');
    const { body } = await signUp();
    expect(told(await client.post('/api/auth/register', { ...body, email: fresh() }))).toBe(
      '404 PASSKEYS_NOT_AVAILABLE',
    );
  });
});

describe('an account registered with a passkey', () => {
  test('is signed in, has its organization and no password, and signs in by the passkey again', async () => {
    const { answer, client, device, email, options } = await signUp();
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['csrfToken', 'message', 'tokens', 'user']);
    expect(answer.body.user).toMatchObject({
      email,
      emailVerified: false,
      organization: { name: 'Keyholders', role: 'OWNER' },
    });
    expect(answer.cookies).toHaveProperty('latchkey_session');
    expect(answer.cookies).not.toHaveProperty('remember_me');
    expect((await client.get('/api/auth/me')).body.user.email).toBe(email);
    const handle = Buffer.from(options.user.id, 'base64url').toString('hex');
    expect(answer.body.user.id.replaceAll('-', '')).toBe(handle);
    expect((await signIn(device)).status).toBe(200);
    const byPassword = await service.client().post('/api/auth/login', { email, password });
    expect(told(byPassword)).toBe('401 INVALID_CREDENTIALS');
    expect(await service.mailedToken(email)).toBeTruthy();
  });

  test('is remembered where that is asked', async () => {
    const { answer } = await signUp({ more: { rememberMe: true } });
    expect(answer.cookies).toHaveProperty('remember_me');
  });

  test('leaves AUTH_REGISTER, then AUTH_LOGIN_SUCCESS by passkey', async () => {
    const { answer } = await signUp();
    const rows = await service.audit(answer.body.user.email);
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['AUTH_REGISTER', 'AUTH_PASSKEY_REGISTERED']));
    expect(actions.indexOf('AUTH_LOGIN_SUCCESS')).toBeGreaterThan(actions.indexOf('AUTH_REGISTER'));
    expect(rows.find(({ action }) => action === 'AUTH_LOGIN_SUCCESS')?.metadata).toMatchObject({
      method: 'passkey',
    });
  });

  test('has backup codes where two-factor is required, and has met it', async () => {
    const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const client = strict.client();
    const { answer } = await signUp({ client, device: new Authenticator(strict) });
    expect(answer.body.backupCodes).toHaveLength(10);
    expect(answer.body).not.toHaveProperty('requiresTwoFactorSetup');
    expect((await client.get('/api/organizations/current')).status).toBe(200);
  });

  test('takes exactly one of password and passkey', async () => {
    const { body } = await signUp();
    const post = (given: object) => service.client().post('/api/auth/register', { ...body, ...given });
    expect(told(await post({ email: fresh(), password }))).toBe('400 VALIDATION_FAILED');
    expect(told(await post({ email: fresh(), passkey: undefined }))).toBe('400 VALIDATION_FAILED');
    expect(told(await post({ email: fresh(), challengeToken: undefined }))).toBe('400 VALIDATION_FAILED');
  });

  test('follows all other rules of registering, and a refusal leaves the challenge unspent', async () => {
    const { email: taken } = await newUser(service);
    expect(told((await signUp({ email: taken })).answer)).toBe('409 EMAIL_TAKEN');
    const bad = await signUp({ more: { organizationName: undefined, inviteToken: 'unknown' } });
    expect(told(bad.answer)).toBe('400 INVITE_INVALID');
    const again = { ...bad.body, inviteToken: undefined, organizationName: 'Second try' };
    expect((await service.client().post('/api/auth/register', again)).status).toBe(201);
  });
});

describe('attack: a new passkey', () => {
  test('made for another address', async () => {
    const { body } = await signUp();
    const { options, challengeToken } = await begin(fresh());
    const passkey = new Authenticator(service).create(options, { userVerified: true });
    const crossed = { ...body, email: fresh(), passkey, challengeToken };
    expect(told(await service.client().post('/api/auth/register', crossed))).toBe(invalid);
    expect(await accountsAt(service, crossed.email)).toEqual([]);
  });

  test.each<[string, Behavior]>([
    ['without user verification', { userVerified: false }],
    ['from another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['inside a frame', { crossOrigin: true }],
    ['for another challenge', { challenge: 'AAAA' }],
  ])('%s', async (_, behavior) => {
    const { answer, email } = await signUp({}, behavior);
    expect(told(answer)).toBe(invalid);
    expect(await accountsAt(service, email)).toEqual([]);
  });

  test('whose challenge was spent, has expired, or is for something else', async () => {
    const { answer, body, client } = await signUp();
    await deleteAccount(service, answer.body.user.id);
    expect(told(await service.client().post('/api/auth/register', body))).toBe(invalid);
    const late = fresh();
    const { options, challengeToken } = await begin(late);
    const passkey = new Authenticator(service).create(options, { userVerified: true });
    service.clock.advance({ minutes: 10 });
    const given = { email: late, passkey, challengeToken, organizationName: 'Late' };
    expect(told(await service.client().post('/api/auth/register', given))).toBe(invalid);
    const login = (await client.post('/api/auth/passkeys/login/options')).body.challengeToken;
    for (const token of [login, `${challengeToken.split('.')[0]}.${login}`, 'nonsense', '.'])
      expect(
        told(await service.client().post('/api/auth/register', { ...given, challengeToken: token })),
      ).toBe(invalid);
  });

  test('that names another account to become', async () => {
    const { answer } = await signUp();
    const email = fresh();
    const { options, challengeToken } = await begin(email);
    const passkey = new Authenticator(service).create(options, { userVerified: true });
    const token = `${answer.body.user.id}.${challengeToken.split('.')[1]}`;
    const given = { email, passkey, challengeToken: token, organizationName: 'Impostor' };
    expect(told(await service.client().post('/api/auth/register', given))).toBe(invalid);
  });

  test('that an account has already: neither account nor organization is left', async () => {
    const { device } = await signUp();
    const { answer, email } = await signUp({ device }, { again: device.held[0] });
    expect(told(answer)).toBe('409 PASSKEY_EXISTS');
    expect(await accountsAt(service, email)).toEqual([]);
  });

  test('registered for four addresses at once', async () => {
    const device = new Authenticator(service);
    const [first] = [await begin(fresh())];
    device.create(first.options, { userVerified: true });
    const again = device.held[0];
    const all = await Promise.all([1, 2, 3, 4].map(() => signUp({ device }, { again })));
    expect(all.map(({ answer }) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    const left = await Promise.all(all.map(({ email }) => accountsAt(service, email)));
    expect(left.flat()).toHaveLength(1);
  });

  test('of a squatter: whoever proves the mailbox takes it, with every session', async () => {
    const squatter = await signUp();
    const { email } = squatter;
    const owner = service.client();
    await owner.post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    expect((await owner.post('/api/auth/reset-password', { token, password })).status).toBe(200);
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    expect(told(await signIn(squatter.device))).toBe('401 PASSKEY_INVALID');
    expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('of a squatter: the owner who signs up by an emailed code has the account to themselves', async () => {
    const squatter = await signUp();
    const { email } = squatter;
    const owner = service.client();
    await owner.post('/api/auth/email-code', { email, register: true });
    const code = /^Code: (\d{6})$/m.exec((await service.mails(email)).at(-1)?.text ?? '')?.[1];
    const account = { email, code, organizationName: 'Owned' };
    expect(told(await owner.post('/api/auth/email-code/register', account))).toBe('409 EMAIL_TAKEN');
    const login = await owner.post('/api/auth/email-code/verify', { email, code });
    expect(login.body.user).toMatchObject({ email, emailVerified: true });
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    expect(told(await signIn(squatter.device))).toBe('401 PASSKEY_INVALID');
  });

  test('of a squatter: an owner who follows the link in its mail verifies nothing for it', async () => {
    const { email } = await signUp();
    const token = await service.mailedToken(email);
    const followed = await service.client().post('/api/auth/verify-email', { token });
    expect(told(followed)).toBe('401 SIGN_IN_TO_VERIFY');
    expect(await accountsAt(service, email)).toHaveLength(1);
  });

  test('where policies do not allow it', async () => {
    const own = await startService();
    await forceSystemPolicy(own, { signInMethods: ['password'] });
    const { answer } = await signUp({ client: own.client(), device: new Authenticator(own) });
    expect(told(answer)).toBe('403 SIGN_IN_METHOD_NOT_ALLOWED');
  });
});
