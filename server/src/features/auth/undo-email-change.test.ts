import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  moveTo,
  newStaff,
  newUser,
  newVerified,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { setTwoFactor, takePassword } from '@latchkey/server/testing/standing';
import { enroll, startLogin } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { atCommandLine } from '../../identity/caller/caller.ts';
import type { Db } from '../../platform/db/sql.ts';
import { sweep } from '../../runtime/upkeep.ts';
import { createAdmin } from '../users/admins.ts';

const service = started(startService);

type Person = Awaited<ReturnType<typeof newUser>>;

const post = (path: string, body: Record<string, unknown>) =>
  service.client().post(`/api/auth/${path}`, body);
const login = (email: string, given = password) => post('login', { email, password: given });
const undo = (token: string) => post('undo-email-change', { token });
const request = ({ client }: Pick<Person, 'client'>, email: string) =>
  client.post('/api/users/profile', { email });
const move = ({ client }: Pick<Person, 'client'>, email: string) => moveTo(service, client, email);
const rowOf = async ({ id }: Pick<Person, 'id'>) => {
  const [row] = await service.sql`SELECT * FROM users WHERE id = ${id}`;
  return row;
};
const typesTo = async (email: string) => {
  const rows = await service.sql`SELECT type FROM emails WHERE to_address = ${email} ORDER BY id`;
  return rows.map(({ type }) => type);
};

const waiting = (tx: Db) =>
  tx`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const newOwner = () => newVerified(service);

/** An account moved to another address by a thief, and the link its owner got. */
async function hijacked(owner?: Person) {
  const person = owner ?? (await newOwner());
  const to = `taken-${person.email}`;
  expect((await move(person, to)).status).toBe(200);
  return { ...person, to, token: await service.mailedToken(person.email) };
}

describe('the link in the notice', () => {
  test('restores the address as verified, and emails the owner a link to choose a password', async () => {
    const { client, email, id, to, token } = await hijacked();
    const answer = await undo(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: expect.any(String), outcome: 'restored' });
    expect(await rowOf({ id })).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await login(to)).status).toBe(401);
    expect((await typesTo(email)).slice(-2)).toEqual(['email_changed', 'password_reset']);
    const reset = { token: await service.mailedToken(email), password: 'Brand-New-1' };
    expect((await post('reset-password', reset)).status).toBe(200);
    expect((await login(email, 'Brand-New-1')).body.user).toMatchObject({ email, emailVerified: true });
  });

  test('records its use and what it ended in the audit log', async () => {
    const { email, id, to, token } = await hijacked();
    await undo(token);
    const entries = (await service.audit()).filter(({ userId }) => userId === id);
    expect(entries.find(({ action }) => action === 'SECURITY_EMAIL_CHANGE_UNDONE')).toMatchObject({
      userEmail: email,
      category: 'security',
      metadata: {
        from: to,
        to: email,
        sessionsRevoked: 1,
        apiKeysRevoked: 0,
        providersUnlinked: 0,
        twoFactorEnded: false,
        passwordCleared: false,
      },
    });
    expect(entries.find(({ action }) => action === 'SECURITY_ALL_SESSIONS_REVOKED')?.metadata).toEqual({
      reason: 'email_change_undone',
      sessions: 1,
      rememberMeSeries: 0,
    });
  });

  test('works once, even when used many times at the same moment', async () => {
    const { token } = await hijacked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error?.code === 'TOKEN_INVALID')).toHaveLength(9);
    expect((await undo(token)).status).toBe(400);
  });

  test('works for 72 hours', async () => {
    const [early, late] = [await hijacked(), await hijacked()];
    service.clock.advance({ hours: 72, seconds: -30 });
    expect((await undo(early.token)).status).toBe(200);
    service.clock.advance({ seconds: 31 });
    const answer = await undo(late.token);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'TOKEN_INVALID']);
  });

  test("doesn't work while the account is deactivated", async () => {
    const { id, email, token } = await hijacked();
    const admin = await newStaff(service, 'ADMIN');
    await admin.client.post(`/api/users/${id}/deactivate`);
    expect((await undo(token)).body.error.code).toBe('TOKEN_INVALID');
    await admin.client.post(`/api/users/${id}/activate`);
    expect((await undo(token)).status).toBe(200);
    expect((await rowOf({ id }))?.email).toBe(email);
  });

  test("doesn't work as any other kind of link", async () => {
    const { token } = await hijacked();
    for (const path of ['verify-email', 'verify-unlock'])
      expect((await post(path, { token })).status).toBe(400);
    expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(400);
    for (const bad of ['', 'x', 'x'.repeat(2000), 7, null])
      expect((await undo(bad as string)).status).toBe(400);
    const foreign = service.client().post(
      '/api/auth/undo-email-change',
      { token },
      {
        headers: { origin: 'https://evil.example' },
      },
    );
    expect((await foreign).status).toBe(403);
    expect((await undo(token)).status).toBe(200);
  });
});

describe('undoing the change', () => {
  test('ends sessions, remembered logins, half-finished logins and open links', async () => {
    const owner = await newOwner();
    const { secret } = await enroll(service, owner.client);
    expect(secret).toBeTruthy();
    const remembered = service.client();
    const { token, to } = await hijacked(owner);
    await setTwoFactor(service, owner.id, false);
    await remembered.post('/api/auth/login', { email: to, password, rememberMe: true });
    await setTwoFactor(service, owner.id, true);
    const half = await startLogin(service, to);
    await request({ client: owner.client }, `next-${to}`);
    const verification = await service.mailedToken(`next-${to}`);
    await post('forgot-password', { email: to });
    const reset = await service.mailedToken(to);

    expect((await undo(token)).status).toBe(200);
    const open = await service.sql`SELECT kind, email FROM one_time_tokens WHERE user_id = ${owner.id}`;
    expect(open).toEqual([{ kind: 'password_reset', email: owner.email }]);
    expect((await remembered.get('/api/auth/me')).status).toBe(401);
    expect((await half.validate('123456')).body.error.code).toBe('PENDING_TOKEN_INVALID');
    expect((await post('verify-email', { token: verification })).status).toBe(400);
    expect((await post('reset-password', { token: reset, password: 'Brand-New-1' })).status).toBe(400);
  });

  test('cancels invitations sent since, but not earlier ones', async () => {
    const owner = await newOwner();
    const invite = async (role: string) => {
      const email = `${uuidv7()}@elsewhere.example`;
      const sent = await owner.client.post('/api/organizations/current/invites', { email, role });
      expect(sent.status).toBe(201);
      return sent.body.invite.id as string;
    };
    const earlier = await invite('ADMIN');
    const shown = await invite('MEMBER');
    service.clock.advance({ seconds: 1 });
    const { token } = await hijacked(owner);
    // Its link was shown to the thief.
    const linked = await owner.client.post(`/api/organizations/current/invites/${shown}/link`);
    expect(linked.status).toBe(201);
    await invite('OWNER');
    await invite('MEMBER');
    expect((await undo(token)).status).toBe(200);
    const left = await service.sql`SELECT id FROM organization_invites WHERE invited_by_id = ${owner.id}`;
    expect(left).toEqual([{ id: earlier }]);
  });

  test.each(['session', 'API key'])(
    'keeps out an invitation by %s that waited for its turn',
    async (kind) => {
      const { client: browser, organizationId, id, token } = await hijacked();
      const client =
        kind === 'session'
          ? browser
          : keyClient(service, (await newKey(browser, { permission: 'READ_WRITE' })).key);
      let sent: ReturnType<typeof client.post> | undefined;
      await service.sql.begin(async (tx) => {
        await tx`SELECT 1 FROM organizations WHERE id = ${organizationId} FOR UPDATE`;
        sent = client.post('/api/organizations/current/invites', {
          email: 'evil@elsewhere.example',
          role: 'OWNER',
        });
        await expect.poll(async () => (await waiting(tx)).length).toBeGreaterThan(0);
        await tx`DELETE FROM sessions WHERE user_id = ${id}`;
        await tx`UPDATE api_keys SET revoked_at = ${service.clock.now()} WHERE user_id = ${id}`;
      });
      expect((await sent)?.body.error.code).toBe('NO_ORGANIZATION');
      expect((await undo(token)).status).toBe(200);
      expect(await service.sql`SELECT 1 FROM organization_invites WHERE invited_by_id = ${id}`).toHaveLength(
        0,
      );
    },
  );

  test('revokes API keys created since, but not earlier ones', async () => {
    const owner = await newOwner();
    const before = await newKey(owner.client);
    service.clock.advance({ seconds: 1 });
    const { token, id } = await hijacked(owner);
    const since = await newKey(owner.client);
    await undo(token);
    expect((await keyClient(service, before.key).get('/api/auth/me')).status).toBe(200);
    expect((await keyClient(service, since.key).get('/api/auth/me')).status).toBe(401);
    const entry = (await service.audit()).findLast(({ userId }) => userId === id);
    expect((await service.audit()).filter(({ userId }) => userId === entry?.userId)).toContainEqual(
      expect.objectContaining({
        action: 'SECURITY_EMAIL_CHANGE_UNDONE',
        metadata: expect.objectContaining({ apiKeysRevoked: 1 }),
      }),
    );
  });

  test('unlinks providers linked since, but not earlier ones', async () => {
    const owner = await newOwner();
    const linked = async (provider: string) => {
      const now = service.clock.now();
      await service.sql`
        INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, created_at, updated_at)
        VALUES (${uuidv7()}, ${owner.id}, ${provider}, ${uuidv7()}, ${now}, ${now})`;
    };
    await linked('google');
    service.clock.advance({ seconds: 1 });
    const { token } = await hijacked(owner);
    await linked('github');
    await undo(token);
    const left = await service.sql`SELECT provider FROM oauth_accounts WHERE user_id = ${owner.id}`;
    expect(left).toEqual([{ provider: 'google' }]);
  });

  test("turns off two-factor enabled since, so a stranger's authenticator doesn't lock the owner out", async () => {
    const { token, id, email, client } = await hijacked();
    await enroll(service, client);
    await undo(token);
    expect(await rowOf({ id })).toMatchObject({ twoFactorEnabled: false, twoFactorSecret: null });
    expect(await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).toHaveLength(0);
    expect((await login(email)).body.tokens).toBeDefined();
  });

  test('discards a two-factor setup that was only started', async () => {
    const { token, id, client } = await hijacked();
    await client.post('/api/auth/2fa/setup');
    await undo(token);
    expect((await rowOf({ id }))?.twoFactorSecret).toBeNull();
  });

  test('keeps two-factor that was enabled before', async () => {
    const owner = await newOwner();
    await enroll(service, owner.client);
    service.clock.advance({ seconds: 1 });
    const { token, email } = await hijacked(owner);
    await undo(token);
    expect((await login(email)).body.requiresTwoFactor).toBe(true);
  });

  test('clears a password set since, even a first one, but keeps an earlier one', async () => {
    const reset = await hijacked();
    await post('forgot-password', { email: reset.to });
    await post('reset-password', { token: await service.mailedToken(reset.to), password: 'Evil-Horse-6' });
    await undo(reset.token);
    expect((await login(reset.email, 'Evil-Horse-6')).status).toBe(401);

    const owner = await newOwner();
    await takePassword(service, owner.id);
    const first = await hijacked(owner);
    await first.client.post('/api/users/profile', { password: 'Evil-Horse-6' });
    await undo(first.token);
    expect((await login(first.email, 'Evil-Horse-6')).status).toBe(401);

    const kept = await hijacked();
    await undo(kept.token);
    expect((await login(kept.email)).status).toBe(200);
  });
});

describe('an account that moved to another address', () => {
  test('returns to the first of several addresses, and the later links become void', async () => {
    const { client, id, email, to: second, token } = await hijacked();
    const third = `third-${email}`;
    await move({ client }, third);
    const later = await service.mailedToken(second);
    expect((await undo(token)).status).toBe(200);
    expect((await rowOf({ id }))?.email).toBe(email);
    expect((await undo(later)).body.error.code).toBe('TOKEN_INVALID');
    // And their addresses are free again.
    for (const free of [second, third]) await newUser(service, { email: free });
  });

  test('can also return one address at a time', async () => {
    const { client, id, email, to: second, token } = await hijacked();
    await move({ client }, `third-${email}`);
    expect((await undo(await service.mailedToken(second))).status).toBe(200);
    expect((await rowOf({ id }))?.email).toBe(second);
    expect((await undo(token)).status).toBe(200);
    expect((await rowOf({ id }))?.email).toBe(email);
  });

  test('and back again is still signed out when the link is used', async () => {
    const { client, id, email, token } = await hijacked();
    await move({ client }, email);
    expect((await undo(token)).status).toBe(200);
    expect(await rowOf({ id })).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test("can't be moved or get an API key through a request that races the undo", async () => {
    for (let round = 0; round < 3; round++) {
      const { client, id, email, token } = await hijacked();
      const answers = await Promise.all([
        undo(token),
        client.post('/api/users/profile', { email: `flip-${email}` }),
        client.put(`/api/users/${id}`, { email: `flop-${email}` }),
        client.post('/api/keys', { name: 'kept', permission: 'READ_WRITE' }),
      ]);
      expect(answers[0].status).toBe(200);
      expect((await rowOf({ id }))?.email).toBe(email);
      const keys = await service.sql`SELECT 1 FROM api_keys WHERE user_id = ${id} AND revoked_at IS NULL`;
      expect(keys).toHaveLength(0);
    }
  });

  test.each([
    ['an email change', 'POST', '/api/users/profile', { email: 'late@example.com' }],
    ['an email change by PUT', 'PUT', '/api/users/:id', { email: 'late@example.com' }],
    ['an API key', 'POST', '/api/keys', { name: 'late' }],
    ['two-factor', 'POST', '/api/auth/2fa/verify', { code: '123456' }],
  ])('a session that ends while requesting %s is refused', async (_what, method, path, body) => {
    const { client, id } = await newUser(service);
    const answer = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
        await tx`DELETE FROM sessions WHERE user_id = ${id}`;
      },
      () => client.send(method, path.replace(':id', id), { body }),
    );
    expect(answer.status).toBe(401);
    expect(await rowOf({ id })).toMatchObject({ email: expect.not.stringContaining('late') });
  });
});

describe('while the link is valid, the address is reserved for its owner', () => {
  const registration = (email: string) => ({ email, password, organizationName: 'Squatters' });

  test('no other user can register it, move to it or be given it until the link expires', async () => {
    const { email, to } = await hijacked();
    const taken = await post('register', registration(email));
    expect([taken.status, taken.body.error.code]).toEqual([409, 'EMAIL_TAKEN']);
    const squatter = await newUser(service);
    expect((await request(squatter, email.toUpperCase())).status).toBe(200);
    expect((await service.mails(email)).at(-1)?.subject).toBe('Someone tried to use your email address');
    const admin = await newStaff(service, 'ADMIN');
    const put = await admin.client.put(`/api/users/${squatter.id}`, { email });
    expect(put.body.error.code).toBe('EMAIL_TAKEN');
    const created = await createAdmin(atCommandLine(service.deps), { email, password });
    expect(created).toEqual({ refused: 'EMAIL_TAKEN', details: { hasAccount: false } });
    expect((await login(to)).status).toBe(200);
    service.clock.advance({ hours: 72, seconds: 1 });
    expect((await post('register', registration(email))).status).toBe(201);
  });

  test('its owner can move back to it', async () => {
    const { client, id, email } = await hijacked();
    expect((await move({ client }, email)).status).toBe(200);
    expect((await rowOf({ id }))?.email).toBe(email);
  });

  test("a registration at the moment of the change doesn't get it", async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await newOwner();
      const [changed, ...registered] = await Promise.all([
        move(owner, `taken-${owner.email}`),
        ...Array.from({ length: 4 }, () => post('register', registration(owner.email))),
      ]);
      expect(changed.status).toBe(200);
      expect(registered.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
      expect((await undo(await service.mailedToken(owner.email))).status).toBe(200);
    }
  });

  test("a registration at the moment of the undo doesn't get it", async () => {
    for (let round = 0; round < 3; round++) {
      const { id, email, token } = await hijacked();
      const [undone, registered] = await Promise.all([undo(token), post('register', registration(email))]);
      expect([undone.status, registered.status]).toEqual([200, 409]);
      expect((await rowOf({ id }))?.email).toBe(email);
    }
  });
});

test('the link to an address that was never verified does nothing once the account has moved', async () => {
  const person = await newUser(service);
  const { token, email, to, id } = await hijacked(person);
  expect((await undo(token)).body.error.code).toBe('TOKEN_INVALID');
  expect(await rowOf({ id })).toMatchObject({ email: to, emailVerifiedAt: expect.any(Date) });
  // The stranger whose address was entered by mistake can register it.
  await newUser(service, { email });
});

test('an address that is left, taken up and left again can be restored', async () => {
  const { client, id, email, to } = await hijacked();
  expect((await move({ client }, email)).status).toBe(200);
  expect((await move({ client }, `other-${email}`)).status).toBe(200);
  expect((await undo(await service.mailedToken(email))).status).toBe(200);
  expect((await rowOf({ id }))?.email).toBe(email);
  expect((await login(to)).status).toBe(401);
});

describe('changing the address and undoing the change', () => {
  const failTimes = async (times: number, email: string) => {
    for (let nth = 1; nth <= times; nth++) await login(email, 'Wrong-Horse-7');
  };

  test("doesn't lift a lock on the address used in between", async () => {
    const { email, to, token } = await hijacked();
    await failTimes(5, to);
    expect((await undo(token)).status).toBe(200);
    expect((await login(email)).status).toBe(423);
  });

  test('carries failed attempts along in both directions', async () => {
    const owner = await newOwner();
    await failTimes(2, owner.email);
    const { email, to, token } = await hijacked(owner);
    await failTimes(2, to);
    expect((await undo(token)).status).toBe(200);
    expect((await login(email, 'Wrong-Horse-7')).status).toBe(423);
  });

  test('keeps the failed attempts of an account that moved back on its own', async () => {
    const { client, email, token } = await hijacked();
    expect((await move({ client }, email)).status).toBe(200);
    await failTimes(4, email);
    expect((await undo(token)).status).toBe(200);
    expect((await login(email, 'Wrong-Horse-7')).status).toBe(423);
  });
});

test('the sweep deletes expired links and no others', async () => {
  await hijacked();
  service.clock.advance({ hours: 72, seconds: 1 });
  const { id } = await hijacked();
  await sweep(service.sql, service.clock.now());
  expect(await service.sql`SELECT user_id FROM email_change_undos`).toEqual([{ userId: id }]);
});
