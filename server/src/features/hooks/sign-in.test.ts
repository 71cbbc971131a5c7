import { eventually } from '@latchkey/server/testing/eventually';
import {
  addHook,
  allowLoopback,
  denialsOf,
  dropHooks,
  giveAddress,
  newHookAdmin,
  proveSecondFactor,
  publicMetadataOf,
  startHooks,
  transactionsOf,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { accountsAt, deactivate, makeAdmin, setTwoFactor } from '@latchkey/server/testing/standing';
import { takeTurnsOf } from '@latchkey/server/testing/turns';
import { enroll, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
});
beforeEach(async () => {
  await dropHooks(service);
  receiver.answer({ decision: 'allow' });
  receiver.take();
});

const login = (email: string, more: Record<string, unknown> = {}) => {
  const client = service.client();
  return client
    .post('/api/auth/login', { email, password, ...more })
    .then((answer) => ({ ...answer, client }));
};
let nth = 0;
const registration = () => ({ email: `new-${++nth}@example.com`, password, organizationName: 'Acme' });
const refusals = (email: string) => denialsOf(service, email);

test('a sign-in gives its turn back while its hook is asked, and waits for another', async () => {
  await addHook(admin, 'sign_in.before', receiver.url, { timeoutMs: 5000 });
  const { email } = await newUser(service);
  const client = service.client();
  receiver.take();
  let giveBack = () => {};
  receiver.answer(() => {
    giveBack = takeTurnsOf(service, client.ipAddress);
    return { decision: 'allow' };
  });
  let isAnswered = false;
  const waiting = client.post('/api/auth/login', { email, password }).finally(() => (isAnswered = true));
  await eventually(() => expect(receiver.asked).toHaveLength(1));
  // Each of these takes as long as what is left of the sign-in.
  for (let n = 0; n < 20; n++) expect((await admin.client.get('/api/auth/me')).status).toBe(200);
  expect(isAnswered).toBe(false);
  giveBack();
  expect((await waiting).status).toBe(200);
});

describe('registration.before', () => {
  test('is asked before the account is there, and its metadata is the account’s', async () => {
    await addHook(admin, 'registration.before', receiver.url);
    receiver.answer({ decision: 'allow', publicMetadata: { plan: 'trial' } });
    const input = { ...registration(), firstName: 'Ada', username: `ada-${nth}` };
    const made = await service.client().post('/api/auth/register', input);
    expect(made.status).toBe(201);
    expect(receiver.take().map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'registration.before',
        data: {
          method: 'password',
          email: input.email,
          emailVerified: false,
          username: input.username,
          firstName: 'Ada',
          lastName: null,
          locale: null,
          organizationName: 'Acme',
          invitation: null,
          connectionId: null,
          ipAddress: expect.any(String),
          userAgent: expect.any(String),
        },
      },
    ]);
    expect(await publicMetadataOf(service, input.email)).toEqual({ plan: 'trial' });
    expect(
      (await service.audit(input.email)).filter(({ action }) => action === 'AUTH_REGISTER'),
    ).toHaveLength(1);
  });

  test('denies with its message, and nothing of the account stays', async () => {
    await addHook(admin, 'registration.before', receiver.url);
    receiver.answer({ decision: 'deny', message: 'By invitation only.' });
    const input = registration();
    const refused = await service.client().post('/api/auth/register', input);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'HOOK_DENIED', message: 'By invitation only.' } },
    });
    expect(await accountsAt(service, input.email)).toEqual([]);
    expect(await refusals(input.email)).toMatchObject([
      { userId: null, metadata: { point: 'registration.before', method: 'password', email: input.email } },
    ]);
  });

  test('refuses with 503 on a failure, or goes on without if it may be skipped', async () => {
    await addHook(admin, 'registration.before', receiver.url);
    receiver.answer({ status: 500 });
    const input = registration();
    expect(await service.client().post('/api/auth/register', input)).toMatchObject({
      status: 503,
      body: { error: { code: 'HOOK_UNAVAILABLE' } },
    });
    await addHook(admin, 'registration.before', receiver.url, { onFailure: 'allow' });
    expect((await service.client().post('/api/auth/register', input)).status).toBe(201);
  });

  test('is not asked about an address that is taken, and what happens while it is asked counts', async () => {
    const person = await newUser(service);
    await addHook(admin, 'registration.before', receiver.url);
    const taken = await service
      .client()
      .post('/api/auth/register', { ...registration(), email: person.email });
    expect([taken.status, receiver.take()]).toEqual([409, []]);
    const input = registration();
    receiver.answer(async () => {
      await giveAddress(service, person.id, input.email);
      return { decision: 'allow' };
    });
    expect((await service.client().post('/api/auth/register', input)).status).toBe(409);
  });
});

describe('sign_in.before', () => {
  test('is asked once the password was right, not for a wrong one, and says who it is', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    expect((await login(person.email, { password: 'Wrong-Horse-7' })).status).toBe(401);
    expect(receiver.take()).toEqual([]);
    expect((await login(person.email)).status).toBe(200);
    expect(receiver.take().map(({ data }) => data)).toEqual([
      {
        method: 'password',
        user: expect.objectContaining({ id: person.id, email: person.email }),
        hasSecondFactor: false,
        connectionId: null,
        ipAddress: expect.any(String),
        userAgent: expect.any(String),
      },
    ]);
  });

  test('a denial opens no session, and neither counts nor clears a failed attempt', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    for (let attempt = 0; attempt < 4; attempt++) await login(person.email, { password: 'Wrong-Horse-7' });
    receiver.answer({ decision: 'deny' });
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await login(person.email)).toMatchObject({
        status: 403,
        body: { error: { code: 'HOOK_DENIED' } },
      });
    expect(await refusals(person.email)).toMatchObject(
      Array(2).fill({ userId: person.id, metadata: { point: 'sign_in.before', method: 'password' } }),
    );
    expect((await login(person.email, { password: 'Wrong-Horse-7' })).status).toBe(423);
  });

  test('a failure refuses people, but never an ADMIN; a denial does', async () => {
    const [person, chief] = [await newUser(service), await newUser(service)];
    await makeAdmin(service, chief.id);
    await addHook(admin, 'sign_in.before', receiver.url);
    receiver.answer({ status: 500 });
    expect(await login(person.email)).toMatchObject({
      status: 503,
      body: { error: { code: 'HOOK_UNAVAILABLE' } },
    });
    expect((await login(chief.email)).status).toBe(200);
    receiver.answer({ decision: 'deny' });
    expect((await login(chief.email)).status).toBe(403);
  });

  test('while it requires two-factor, the session does nothing else until one is set up, remembered or not', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    receiver.answer({ decision: 'allow', requireTwoFactor: true });
    const { client, body } = await login(person.email, { rememberMe: true });
    expect(body.requiresTwoFactorSetup).toBe(true);
    const blocked = { status: 403, body: { error: { code: 'TWO_FACTOR_SETUP_REQUIRED' } } };
    expect(await client.get('/api/keys')).toMatchObject(blocked);
    client.cookies.delete('latchkey_session');
    expect(await client.get('/api/keys')).toMatchObject(blocked);
    // Earlier sessions aren't about this sign-in.
    expect((await person.client.get('/api/keys')).status).toBe(200);
    await setTwoFactor(service, person.id, true);
    expect(await client.get('/api/keys')).toMatchObject(blocked);
    await proveSecondFactor(service, person.id);
    expect((await client.get('/api/keys')).status).toBe(200);
  });

  test('a failure neither counts nor clears a failed attempt', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    for (let attempt = 0; attempt < 4; attempt++) await login(person.email, { password: 'Wrong-Horse-7' });
    receiver.answer({ status: 500 });
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await login(person.email)).body.error.code).toBe('HOOK_UNAVAILABLE');
    expect((await login(person.email, { password: 'Wrong-Horse-7' })).status).toBe(423);
  });

  test('while twenty wait for it, none holds what the passwords and requests of others need', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newUser(service)));
    const other = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url, { timeoutMs: 5000 });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const before = receiver.asked.length;
    receiver.answer(async () => {
      await held;
      return { decision: 'allow' };
    });
    const waiting = Promise.all(people.map(({ email }) => login(email)));
    await eventually(() => expect(receiver.asked.length - before).toBe(20));
    expect((await login(other.email, { password: 'Wrong-Horse-7' })).status).toBe(401);
    expect((await other.client.get('/api/auth/me')).status).toBe(200);
    await eventually(async () => expect(await transactionsOf(service)).toEqual([]));
    release();
    expect((await waiting).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('a second factor that it requires is proven for the session and its remembered login', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    receiver.answer({ decision: 'allow', requireTwoFactor: true });
    const { client } = await login(person.email);
    const { secret } = await enroll(service, client);
    expect((await client.get('/api/keys')).status).toBe(200);
    // With one set up, it is asked for as ever.
    const half = await startLogin(service, person.email, { rememberMe: true });
    const { status, body } = await half.validate(nextCode(service, secret));
    expect([status, body.requiresTwoFactorSetup]).toEqual([200, undefined]);
    half.client.cookies.delete('latchkey_session');
    expect((await half.client.get('/api/keys')).status).toBe(200);
  });

  test('what ends while it is asked counts: an account that was deactivated meanwhile gets no session', async () => {
    const person = await newUser(service);
    await addHook(admin, 'sign_in.before', receiver.url);
    receiver.answer(async () => {
      await deactivate(service, person.id);
      return { decision: 'allow' };
    });
    expect((await login(person.email)).status).toBe(401);
  });
});
