import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { authorize, newApplication } from '@latchkey/server/testing/oidc';
import {
  clientFor,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { enroll, startLogin } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addConsent } from '../oidc/consent-store.ts';
import { endSetAside } from './end-set-aside.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Person = Awaited<ReturnType<typeof newUser>>;
const post = (path: string, body: Record<string, unknown>) =>
  service.client().post(`/api/auth/${path}`, body);
const login = (email: string, given: string) => post('login', { email, password: given });

async function newVerified(): Promise<Person> {
  const person = await newUser(service);
  const token = await service.mailedToken(person.email);
  expect((await post('verify-email', { token })).status).toBe(200);
  return person;
}

async function reset(email: string, next = 'Brand-New-1') {
  await post('forgot-password', { email });
  return post('reset-password', { token: await service.mailedToken(email), password: next });
}

/** Sets up everything but the password that lets someone in or keeps someone out. */
async function settleIn(person: Person) {
  const keys = [await newKey(person.client), await newKey(person.client, { permission: 'READ_WRITE' })];
  const now = service.clock.now();
  for (const provider of ['google', 'github'])
    await service.sql`
      INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, created_at, updated_at)
      VALUES (${uuidv7()}, ${person.id}, ${provider}, ${uuidv7()}, ${now}, ${now})`;
  await enroll(service, person.client);
  return { ...person, keys };
}

async function waysInto({ id, keys }: { id: string; keys: { key: string }[] }) {
  const answers = await Promise.all(keys.map(({ key }) => keyClient(service, key).get('/api/auth/me')));
  const [user] = await service.sql`SELECT two_factor_enabled, two_factor_secret FROM users WHERE id = ${id}`;
  return {
    keys: answers.filter(({ status }) => status === 200).length,
    providers: (await service.sql`SELECT 1 FROM oauth_accounts WHERE user_id = ${id}`).length,
    twoFactor: user?.twoFactorEnabled,
    secret: user?.twoFactorSecret !== null,
    backupCodes: (await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).length,
  };
}

const nothing = { keys: 0, providers: 0, twoFactor: false, secret: false, backupCodes: 0 };
const everything = { keys: 2, providers: 2, twoFactor: true, secret: true, backupCodes: 10 };
const reclaimed = async (userId: string) =>
  (await service.audit()).filter(
    (entry) => entry.userId === userId && entry.action === 'SECURITY_ACCOUNT_RECLAIMED',
  );

describe('a password reset on an unverified address', () => {
  test("removes the previous holder's API keys, providers, two-factor and session", async () => {
    const squatter = await settleIn(await newUser(service));
    expect((await reset(squatter.email)).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    expect((await login(squatter.email, 'Brand-New-1')).body.user).toMatchObject({
      emailVerified: true,
      twoFactorEnabled: false,
    });
    const [entry, ...more] = await reclaimed(squatter.id);
    expect(more).toEqual([]);
    expect(entry?.metadata).toEqual({ apiKeysRevoked: 2, providersUnlinked: 2, twoFactorEnded: true });
    // By the second reset, the address is verified.
    expect((await reset(squatter.email, 'Brand-New-2')).status).toBe(200);
    expect(await reclaimed(squatter.id)).toHaveLength(1);
  });

  test("removes the previous holder's consent to applications, so the owner is asked", async () => {
    const application = await newApplication(service, { firstParty: false });
    const squatter = await newUser(service);
    const now = service.clock.now();
    const consent = {
      userId: squatter.id,
      applicationId: application.id,
      scopes: ['openid'],
      asked: true,
      now,
    };
    await addConsent(service.sql, consent);
    expect((await authorize(squatter.client, application, { scope: 'openid' })).query.code).toBeTruthy();
    expect((await reset(squatter.email)).status).toBe(200);
    const owner = await clientFor(service, squatter.id);
    const { url } = await authorize(owner, application, { scope: 'openid' });
    expect(url?.pathname).toBe('/consent');
  });

  test('ends a half-finished login and an unfinished two-factor setup', async () => {
    const squatter = await newUser(service);
    await squatter.client.post('/api/auth/2fa/setup');
    await reset(squatter.email);
    expect(await waysInto({ ...squatter, keys: [] })).toEqual(nothing);
    expect((await reclaimed(squatter.id))[0]?.metadata.twoFactorEnded).toBe(false);

    const other = await settleIn(await newUser(service));
    const half = await startLogin(service, other.email);
    await reset(other.email);
    expect((await half.validate('123456')).body.error.code).toBe('PENDING_TOKEN_INVALID');
  });

  test('removes them even if the account got that address through an email change', async () => {
    const squatter = await settleIn(await newUser(service));
    const victim = `victim-${squatter.email}`;
    await squatter.client.post('/api/users/profile', { email: victim });
    expect((await reset(victim)).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
  });

  test('removes them even if undoing an email change restored the address', async () => {
    const squatter = await settleIn(await newUser(service));
    const { client, email, id, tokens } = squatter;
    service.clock.advance({ seconds: 1 });
    expect((await client.post('/api/users/profile', { email: `moved-${email}` })).status).toBe(200);
    const undo = { token: await service.mailedToken(email) };
    expect((await post('undo-email-change', undo)).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(everything);
    const next = { token: await service.mailedToken(email), password: 'Brand-New-1' };
    expect((await post('reset-password', next)).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await post('refresh', { refreshToken: tokens.refreshToken })).status).toBe(401);
    expect((await login(email, password)).status).toBe(401);
    expect(await reclaimed(id)).toMatchObject([
      { metadata: { apiKeysRevoked: 2, providersUnlinked: 2, twoFactorEnded: true } },
    ]);
  });

  test('removes them once, also if an undo restored an unverified address before', async () => {
    const { client, email } = await newUser(service);
    service.clock.advance({ seconds: 1 });
    expect((await client.post('/api/users/profile', { email: `moved-${email}` })).status).toBe(200);
    expect((await post('undo-email-change', { token: await service.mailedToken(email) })).status).toBe(200);
    const owner = service.client();
    expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200);
    const next = `next-${email}`;
    expect((await owner.post('/api/users/profile', { email: next })).status).toBe(200);
    expect((await reset(next)).status).toBe(200);
    const again = service.client();
    const { body } = await again.post('/api/auth/login', { email: next, password: 'Brand-New-1' });
    const settled = await settleIn({ ...body.user, client: again });
    expect((await reset(next, 'Brand-New-2')).status).toBe(200);
    expect(await waysInto(settled)).toEqual(everything);
  });

  test('removes nothing if the new password is refused, but does on a retry with the same link', async () => {
    const squatter = await settleIn(await newUser(service));
    await post('forgot-password', { email: squatter.email });
    const token = await service.mailedToken(squatter.email);
    expect((await post('reset-password', { token, password })).body.error.code).toBe('PASSWORD_REUSED');
    expect(await waysInto(squatter)).toEqual(everything);
    expect(await reclaimed(squatter.id)).toEqual([]);
    expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(200);
    expect(await waysInto(squatter)).toEqual(nothing);
  });

  test('leaves no API key that is being created at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const squatter = await newUser(service);
      await post('forgot-password', { email: squatter.email });
      const token = await service.mailedToken(squatter.email);
      const [answer] = await Promise.all([
        post('reset-password', { token, password: 'Brand-New-1' }),
        ...Array.from({ length: 6 }, () => squatter.client.post('/api/keys', { name: 'late' })),
      ]);
      expect(answer.status).toBe(200);
      const left = await service.sql`
        SELECT 1 FROM api_keys WHERE user_id = ${squatter.id} AND revoked_at IS NULL`;
      expect(left).toHaveLength(0);
    }
  });
});

describe('a password reset on a verified address', () => {
  test('keeps API keys, providers and two-factor, and records no reclaim', async () => {
    const owner = await settleIn(await newVerified());
    expect((await reset(owner.email)).status).toBe(200);
    expect(await waysInto(owner)).toEqual(everything);
    expect(await reclaimed(owner.id)).toEqual([]);
    expect((await login(owner.email, 'Brand-New-1')).body.requiresTwoFactor).toBe(true);
  });

  test('keeps them even if the address is verified while the new password is being hashed', async () => {
    const owner = await settleIn(await newUser(service));
    await post('forgot-password', { email: owner.email });
    const token = await service.mailedToken(owner.email);
    const answer = await during(
      service,
      (tx) => tx`UPDATE users SET email_verified_at = ${service.clock.now()} WHERE id = ${owner.id}`,
      () => post('reset-password', { token, password: 'Brand-New-1' }),
    );
    expect(answer.status).toBe(200);
    expect(await waysInto(owner)).toEqual(everything);
  });
});

describe('a stolen session that moves the account to its own mailbox and resets the password there', () => {
  async function stolen() {
    const owner = await settleIn(await newVerified());
    service.clock.advance({ seconds: 1 });
    const evil = `evil-${owner.email}`;
    await owner.client.post('/api/users/profile', { email: evil });
    const token = await service.mailedToken(owner.email);
    return { ...owner, evil, token };
  }

  test('cannot remove two-factor while the owner can undo the email change', async () => {
    const { id, evil, email, token } = await stolen();
    expect((await reset(evil)).status).toBe(200);
    expect((await login(evil, 'Brand-New-1')).body.requiresTwoFactor).toBe(true);
    expect((await reclaimed(id))[0]?.metadata).toEqual({
      apiKeysRevoked: 2,
      providersUnlinked: 2,
      twoFactorEnded: false,
    });
    expect((await post('undo-email-change', { token })).status).toBe(200);
    expect((await reset(email, 'Owner-Again-1')).status).toBe(200);
    expect((await login(email, 'Owner-Again-1')).body.requiresTwoFactor).toBe(true);
  });

  test('reclaims the whole account once the owner can no longer undo the email change', async () => {
    const { evil, ...person } = await stolen();
    service.clock.advance({ hours: 72, seconds: 1 });
    expect((await reset(evil)).status).toBe(200);
    expect(await waysInto(person)).toEqual(nothing);
  });

  test('gains nothing by resetting early: two-factor ends only when the email change can no longer be undone', async () => {
    const { evil, ...person } = await stolen();
    expect((await reset(evil)).status).toBe(200);
    service.clock.advance({ hours: 71 });
    await endSetAside(service.deps);
    expect((await login(evil, 'Brand-New-1')).body.requiresTwoFactor).toBe(true);
    service.clock.advance({ hours: 2 });
    await endSetAside(service.deps);
    expect(await waysInto(person)).toEqual(nothing);
    expect((await login(evil, 'Brand-New-1')).body.user).toMatchObject({ twoFactorEnabled: false });
  });
});
