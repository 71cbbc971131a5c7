import type { SystemRole } from '@latchkey/contract';
import { type Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { lockPrivileges } from '../../identity/accounts/permission-store.ts';
import { atCommandLine } from '../../identity/caller/caller.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { setRole } from './admins.ts';
import { unlockUserByEmail } from './status.ts';

const service = started(startService);
const node = started(() => startService({ database: service.database, clock: service.clock }));
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const aboutUser = async (id: string) =>
  (await service.audit()).filter(({ metadata }) => metadata.targetUserId === id);
const act = (id: string, verb: string, client: Client = admin.client) =>
  client.post(`/api/users/${id}/${verb}`);

/** The same credentials, on both nodes: the cookie and the access token. */
function everywhere(user: { client: Client; tokens: { accessToken: string } }): Client[] {
  return [service, node].flatMap(({ url }) => {
    const [byCookie, byToken] = [new Client(url), new Client(url)];
    for (const [name, value] of user.client.cookies) byCookie.cookies.set(name, value);
    byToken.bearer = user.tokens.accessToken;
    return [byCookie, byToken];
  });
}
const statuses = (clients: Client[], path: string) =>
  Promise.all(clients.map(async (client) => (await client.get(path)).status));

describe('deactivate', () => {
  test('denies the user access on their next request, by cookie and access token, on every node', async () => {
    const user = await newUser(service);
    const clients = everywhere(user);
    expect(await statuses(clients, '/api/auth/me')).toEqual([200, 200, 200, 200]);
    const answer = await act(user.id, 'deactivate');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      user: { id: user.id, isActive: false, lockedUntil: null },
    });
    expect(await statuses(clients, '/api/auth/me')).toEqual([401, 401, 401, 401]);
    const login = await service.client().post('/api/auth/login', { email: user.email, password });
    expect(login.body.error.code).toBe('INVALID_CREDENTIALS');
    const refresh = await service.client().post('/api/auth/refresh', user.tokens);
    expect(refresh.status).toBe(401);
  });

  test('ends remembered logins and open links, and activate does not bring them back', async () => {
    const user = await newUser(service);
    const remembered = service.client();
    await remembered.post('/api/auth/login', { email: user.email, password, rememberMe: true });
    remembered.cookies.delete('latchkey_session');
    await service.client().post('/api/auth/forgot-password', { email: user.email });
    const token = await service.mailedToken(user.email);
    await act(user.id, 'deactivate');
    expect((await act(user.id, 'activate')).body.user.isActive).toBe(true);
    expect((await remembered.get('/api/auth/me')).status).toBe(401);
    expect((await user.client.get('/api/auth/me')).status).toBe(401);
    const reset = await service
      .client()
      .post('/api/auth/reset-password', { token, password: 'New-Horse-77' });
    expect(reset.body.error.code).toBe('TOKEN_INVALID');
    const login = await service.client().post('/api/auth/login', { email: user.email, password });
    expect(login.status).toBe(200);
  });

  test('ends even a session opened while the user is inactive: activate deletes it', async () => {
    const user = await newUser(service);
    await act(user.id, 'deactivate');
    const sessionId = uuidv7();
    await service.sql`
      INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip_address, user_agent, refresh_expires_at)
      VALUES (${sessionId}, ${user.id}, now(), now(), now() + interval '7 days', '', '', now() + interval '7 days')`;
    await act(user.id, 'activate');
    expect(await service.sql`SELECT 1 FROM sessions WHERE id = ${sessionId}`).toHaveLength(0);
  });

  test("is idempotent and recorded once, in the user's organization, with the ADMIN as the actor", async () => {
    const user = await newUser(service);
    expect((await act(user.id, 'deactivate')).status).toBe(200);
    expect((await act(user.id, 'deactivate')).body.user.isActive).toBe(false);
    const entries = await aboutUser(user.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'ADMIN_USER_DEACTIVATED',
      'SECURITY_ALL_SESSIONS_REVOKED',
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        userId: admin.id,
        userEmail: admin.email,
        organizationId: user.organizationId,
        metadata: { targetEmail: user.email },
      });
    expect(entries[1]?.metadata).toMatchObject({ reason: 'deactivated', sessions: 1 });
  });

  test("is refused for the caller's own account", async () => {
    const answer = await act(admin.id, 'deactivate');
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('OWN_ACCOUNT');
    expect((await admin.client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('activate', () => {
  test('is idempotent: an already active user stays signed in, and nothing is recorded', async () => {
    const user = await newUser(service);
    expect((await act(user.id, 'activate')).status).toBe(200);
    expect((await act(admin.id, 'activate')).status).toBe(200);
    expect((await user.client.get('/api/auth/me')).status).toBe(200);
    expect(await aboutUser(user.id)).toEqual([]);
  });

  test('is recorded when it changes something', async () => {
    const user = await newUser(service);
    await act(user.id, 'deactivate');
    await act(user.id, 'activate');
    expect((await aboutUser(user.id)).at(-1)).toMatchObject({
      action: 'ADMIN_USER_ACTIVATED',
      userId: admin.id,
      organizationId: user.organizationId,
    });
  });
});

describe('unlock', () => {
  async function locked() {
    const user = await newUser(service);
    for (let attempt = 1; attempt <= 5; attempt++)
      await service.client().post('/api/auth/login', { email: user.email, password: 'Wrong-Horse-7' });
    return user;
  }

  test('clears the lock and the failure count, and is recorded once with the ADMIN as the actor', async () => {
    const user = await locked();
    expect((await admin.client.get(`/api/users/${user.id}`)).body.user.lockedUntil).not.toBeNull();
    const answer = await act(user.id, 'unlock');
    expect(answer.body.user).toMatchObject({ id: user.id, lockedUntil: null });
    expect((await act(user.id, 'unlock')).status).toBe(200);
    const entries = await aboutUser(user.id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'SECURITY_ACCOUNT_UNLOCKED',
      userId: admin.id,
      organizationId: user.organizationId,
      metadata: { reason: 'admin', targetUserId: user.id, targetEmail: user.email },
    });
    for (let attempt = 1; attempt <= 4; attempt++) {
      const failed = await service
        .client()
        .post('/api/auth/login', { email: user.email, password: 'Wrong-Horse-7' });
      expect(failed.status).toBe(401);
    }
    expect((await service.client().post('/api/auth/login', { email: user.email, password })).status).toBe(
      200,
    );
  });

  test('records the expiry, not the ADMIN, when the lock has already expired unnoticed', async () => {
    const user = await locked();
    service.clock.advance({ minutes: 15, seconds: 1 });
    await act(user.id, 'unlock');
    const entry = (await service.audit(user.email)).find(
      ({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED',
    );
    expect(entry?.metadata).toEqual({ reason: 'expired' });
    expect(await aboutUser(user.id)).toEqual([]);
  });

  test('succeeds and leaves no audit entry when the account is not locked', async () => {
    const user = await newUser(service);
    expect((await act(user.id, 'unlock')).body.user.lockedUntil).toBeNull();
    expect(await aboutUser(user.id)).toEqual([]);
  });

  test('works from the command line, with no actor recorded', async () => {
    const user = await locked();
    expect(await unlockUserByEmail(atCommandLine(service.deps), user.email)).toMatchObject({ id: user.id });
    expect((await service.client().post('/api/auth/login', { email: user.email, password })).status).toBe(
      200,
    );
    expect((await aboutUser(user.id))[0]).toMatchObject({
      action: 'SECURITY_ACCOUNT_UNLOCKED',
      userId: null,
      userEmail: null,
      ipAddress: null,
      organizationId: user.organizationId,
    });
    expect(await unlockUserByEmail(atCommandLine(service.deps), 'nobody@example.com')).toEqual({
      refused: 'NOT_FOUND',
    });
  });
});

describe.each(['activate', 'deactivate', 'unlock'])('%s', (verb) => {
  test('is for ADMINs only: 403 for others whether or not the id exists, 401 without a session', async () => {
    const [user, moderator] = [await newUser(service), await newStaff(service, 'MODERATOR')];
    for (const { client } of [user, moderator])
      for (const id of [admin.id, uuidv7(), 'nonsense'])
        expect((await act(id, verb, client)).body.error.code).toBe('PERMISSION_DENIED');
    expect((await act(user.id, verb, service.client())).status).toBe(401);
  });

  test('returns 404 for an unknown or malformed id', async () => {
    for (const id of [uuidv7(), 'nonsense']) expect((await act(id, verb)).status).toBe(404);
  });

  test('is refused for an ADMIN without two-factor', async () => {
    const { client } = await newStaff(service, 'ADMIN', { twoFactor: false });
    expect((await act(admin.id, verb, client)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });
});

describe('a changed role', () => {
  test('takes effect on the next request, by cookie and access token, on every node', async () => {
    const user = await newUser(service);
    const clients = everywhere(user);
    expect(await statuses(clients, '/api/users')).toEqual([403, 403, 403, 403]);
    await admin.client.put(`/api/users/${user.id}`, { role: 'MODERATOR' });
    expect(await statuses(clients, '/api/users')).toEqual([200, 200, 200, 200]);
    await admin.client.put(`/api/users/${user.id}`, { role: 'USER' });
    expect(await statuses(clients, '/api/users')).toEqual([403, 403, 403, 403]);
    expect(await statuses(clients, '/api/auth/me')).toEqual([200, 200, 200, 200]);
  });

  test('can be set from the command line, with no actor recorded', async () => {
    const user = await newUser(service);
    const set = (email: string, role: SystemRole) => setRole(atCommandLine(service.deps), { email, role });
    expect(await set(user.email, 'MODERATOR')).toMatchObject({ id: user.id, role: 'MODERATOR' });
    expect((await user.client.get('/api/users')).status).toBe(200);
    expect(await set(user.email, 'MODERATOR')).toMatchObject({ id: user.id, role: 'MODERATOR' });
    const entries = await aboutUser(user.id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'ADMIN_USER_UPDATED',
      userId: null,
      organizationId: user.organizationId,
      metadata: { changes: { role: { from: 'USER', to: 'MODERATOR' } } },
    });
    expect(await set('nobody@example.com', 'ADMIN')).toEqual({ refused: 'NOT_FOUND' });
  });
});

/** Sends a request that changes privileges, and does something else before its turn comes. */
async function whileWaiting<T>(send: () => Promise<T> | undefined, work: (tx: Tx) => Promise<unknown>) {
  let answer: Promise<T> | undefined;
  await service.sql.begin(async (tx) => {
    await lockPrivileges(tx);
    answer = send();
    const waiting = () =>
      tx`SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await work(tx);
  });
  return answer;
}

describe('an ADMIN who loses their rights while their request waits its turn', () => {
  type Id = { id: string };
  type Act = (self: Id & { client: Client }, other: Id, role: Id & { name: string }) => Promise<Answer>;
  const acts: Record<string, Act> = {
    "can't activate their own account again": ({ id, client }) => act(id, 'activate', client),
    "can't give themselves a role": ({ id, client }, _other, { name }) =>
      client.put(`/api/admin/users/${id}/roles`, { roles: [name] }),
    "can't create a role": ({ client }) =>
      client.post('/api/admin/roles', { name: 'ROLE_TOO_LATE', permissions: ['users:read'] }),
    "can't change a role": ({ client }, _other, { id }) =>
      client.patch(`/api/admin/roles/${id}`, { permissions: ['users:read'] }),
    "can't delete a role": ({ client }, _other, { id }) => client.delete(`/api/admin/roles/${id}`),
    "can't change someone's role": ({ client }, { id }) =>
      client.put(`/api/users/${id}`, { role: 'MODERATOR' }),
    "can't deactivate someone": ({ client }, { id }) => act(id, 'deactivate', client),
    "can't delete someone": ({ client }, { id }) => client.delete(`/api/users/${id}`),
  };

  test.each(Object.keys(acts))('%s', async (name) => {
    for (const loss of ['is_active = false', "role = 'USER'"]) {
      const [self, other] = [await newStaff(service, 'ADMIN'), await newUser(service)];
      const role = await newRole(service, ['users:list']);
      const answer = await whileWaiting(
        () => acts[name]?.(self, other, role),
        (tx) => tx.unsafe(`UPDATE users SET ${loss} WHERE id = '${self.id}'`),
      );
      expect(answer?.status).toBe(403);
      const [after] = await service.sql`
        SELECT is_active, role, EXISTS (SELECT 1 FROM user_roles WHERE user_id = u.id) AS has_role
          FROM users u WHERE id = ${self.id}`;
      expect(after).toEqual({ isActive: loss !== 'is_active = false', role: after?.role, hasRole: false });
      const [untouched] = await service.sql`SELECT is_active, role FROM users WHERE id = ${other.id}`;
      expect(untouched).toEqual({ isActive: true, role: 'USER' });
      expect((await service.sql`SELECT permissions FROM roles WHERE id = ${role.id}`)[0]).toEqual({
        permissions: ['users:list'],
      });
    }
    expect(await service.sql`SELECT 1 FROM roles WHERE name = 'ROLE_TOO_LATE'`).toHaveLength(0);
  });

  test("can't act as someone else either", async () => {
    const home = await newOrganization(service);
    const mask = await newHolder(service, ['users:write'], { organizationId: home.id });
    const [self, target] = [await newStaff(service, 'ADMIN'), await newMember(service, home.id, 'MEMBER')];
    await deactivate(service, target.id);
    expect((await self.client.post('/api/admin/impersonate', { userId: mask.id })).status).toBe(200);
    const answer = await whileWaiting(
      () => act(target.id, 'activate', self.client),
      (tx) => tx`DELETE FROM sessions WHERE user_id = ${self.id}`,
    );
    expect(answer?.status).toBe(403);
    const [after] = await service.sql`SELECT is_active FROM users WHERE id = ${target.id}`;
    expect(after).toEqual({ isActive: false });
  });
});
