import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveRole, setTwoFactor } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const remove = (id: string, client = admin.client) => client.delete(`/api/users/${id}`);
const exists = async (table: 'users' | 'organizations', id: string) =>
  (await service.sql`SELECT 1 FROM ${service.sql(table)} WHERE id = ${id}`).length === 1;

/**
 * The tables that hold something of a user's own. The audit trail and the mail log belong to the service; sign-outs
 * are forgotten once the applications know.
 */
async function tablesWith(column: string): Promise<string[]> {
  const rows = await service.sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = ${column} AND NOT a.attisdropped ORDER BY 1`;
  return rows
    .map(({ name }) => name)
    .filter((name) => !['audit_logs', 'emails', 'logout_notices'].includes(name));
}

/** Which of the tables hold nothing of this user. */
async function missing(tables: string[], userId: string): Promise<string[]> {
  const held = tables.map(
    (table) => service.sql`SELECT 1 FROM ${service.sql(table)} WHERE user_id = ${userId}`,
  );
  const rows = await Promise.all(held);
  return tables.filter((_, nth) => rows[nth]?.length === 0);
}

test('a deleted user loses access on their next request, by cookie and access token, on every node', async () => {
  const node = await startService({ database: service.database });
  const user = await newUser(service);
  const elsewhere = node.client();
  for (const [name, value] of user.client.cookies) elsewhere.cookies.set(name, value);
  const bearer = node.client();
  bearer.bearer = user.tokens.accessToken;
  for (const client of [elsewhere, bearer]) expect((await client.get('/api/auth/me')).status).toBe(200);
  const answer = await remove(user.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ message: expect.any(String) });
  for (const client of [user.client, elsewhere, bearer])
    expect((await client.get('/api/auth/me')).status).toBe(401);
  const login = await service.client().post('/api/auth/login', { email: user.email, password });
  expect(login.body.error.code).toBe('INVALID_CREDENTIALS');
  expect((await remove(user.id)).status).toBe(404);
});

test("a deleted user's audit entries keep their address; the deletion is recorded in their organization", async () => {
  const user = await newUser(service);
  await remove(user.id);
  const own = await service.audit(user.email);
  expect(own.map(({ action }) => action)).toContain('AUTH_REGISTER');
  for (const entry of own) expect(entry.userId).toBe(user.id);
  const entry = (await service.audit(admin.email)).find(
    ({ action, metadata }) => action === 'ADMIN_USER_DELETED' && metadata.targetUserId === user.id,
  );
  expect(entry).toMatchObject({
    userId: admin.id,
    category: 'admin',
    organizationId: user.organizationId,
    metadata: { targetUserId: user.id, targetEmail: user.email },
  });
});

test('deleting a user deletes everything they own, and their addresses and username can be used again', async () => {
  const user = await newUser(service, { username: 'free-again' });
  const { client } = user;
  const gif = Buffer.from('GIF89a');
  await newKey(client);
  await client.post('/api/users/profile', { password: 'Other-Horse-8', currentPassword: password });
  await client.put('/api/users/profile/picture', undefined, {
    raw: gif,
    headers: { 'content-type': 'image/gif' },
  });
  await addPasskey(client, new Authenticator(service));
  const credentials = { email: user.email, password: 'Other-Horse-8', rememberMe: true };
  const { backupCodes } = await enroll(service, client);
  const { pendingToken } = (await service.client().post('/api/auth/login', credentials)).body;
  await service.client().post('/api/auth/2fa/validate', { pendingToken, code: backupCodes[0] });
  await service.client().post('/api/auth/login', credentials);
  await tokensFor(service, client, await newApplication(service));
  await client.post('/api/users/profile', { email: `moved-${user.email}` });
  await admin.client.put(`/api/admin/users/${user.id}/roles`, { roles: ['ROLE_MODERATOR'] });
  await service.sql`
    INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, email, created_at, updated_at)
    VALUES (${uuidv7()}, ${user.id}, 'github', '1', ${user.email}, now(), now())`;
  await service.sql`
    INSERT INTO email_codes (user_id, email, code_hash, token_hash, browser_hash, expires_at, created_at)
    VALUES (${user.id}, ${user.email}, '', '', '', now(), now())`;
  const connectionId = uuidv7();
  const other = await newUser(service);
  await service.sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, attributes, created_at, updated_at)
    VALUES (${connectionId}, ${other.organizationId}, 'oidc', 'Acme', '{}', now(), now())`;
  await service.sql`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at)
    VALUES (${connectionId}, ${user.id}, 'subject', ${user.email}, now())`;
  await service.sql`
    INSERT INTO sso_tests (connection_id, user_id, passed, tested, result, received_at, expires_at)
    VALUES (${connectionId}, ${user.id}, true, 'idp', '', now(), now())`;
  await service.sql`
    INSERT INTO removed_members (organization_id, user_id, removed_at)
    VALUES (${other.organizationId}, ${user.id}, now())`;
  const groupId = uuidv7();
  await service.sql`
    INSERT INTO scim_links (organization_id, user_id, user_name, created_at, updated_at)
    VALUES (${other.organizationId}, ${user.id}, ${user.email}, now(), now())`;
  await service.sql`INSERT INTO scim_deactivations VALUES (${user.id}, ${user.id}, now())`;
  await service.sql`
    INSERT INTO scim_groups (id, organization_id, display_name, created_at, updated_at)
    VALUES (${groupId}, ${other.organizationId}, 'Engineers', now(), now())`;
  await service.sql`INSERT INTO scim_group_members VALUES (${groupId}, ${user.id})`;
  await service.sql`
    INSERT INTO large_answers (account_id, place, id, expires_at, user_id)
    VALUES (${user.id}, 1, ${uuidv7()}, now(), ${user.id})`;
  await service.sql`
    INSERT INTO account_deletions (user_id, token_hash, requested_at, scheduled_for) VALUES (${user.id}, '', now(), 'infinity')`;
  await service.sql`INSERT INTO former_emails VALUES (${user.id}, 'former@example.com', now())`;
  await service.sql`INSERT INTO inactivity_warnings VALUES (${user.id}, now())`;
  await service.sql`INSERT INTO account_uses VALUES (${user.id}, now()) ON CONFLICT DO NOTHING`;
  const { id: applicationId } = await newApplication(service);
  await service.sql`
    INSERT INTO device_codes (id, device_hash, user_hash, application_id, scopes, ip_address, user_agent, interval_seconds,
                              user_id, expires_at, created_at)
    VALUES (${uuidv7()}, '', '', ${applicationId}, '{}', '', '', 5, ${user.id}, now(), now())`;
  const tables = await tablesWith('user_id');
  // If you add a table that belongs to users, add a row of it above.
  expect(await missing(tables, user.id)).toEqual([]);
  await remove(user.id);
  expect(await missing(tables, user.id)).toEqual(tables);
  const again = await newUser(service, { email: `moved-${user.email}`, username: 'free-again' });
  expect(again.id).not.toBe(user.id);
  expect((await newUser(service, { email: user.email })).id).not.toBe(user.id);
});

describe('who may delete a user', () => {
  test('an ADMIN cannot delete themselves', async () => {
    const answer = await remove(admin.id);
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('OWN_ACCOUNT');
  });

  test('an ADMIN can delete another ADMIN', async () => {
    const other = await newStaff(service, 'ADMIN');
    expect((await remove(other.id)).status).toBe(200);
  });

  test("others get 403 whether or not the id exists; an ADMIN gets 404 for an id that doesn't exist", async () => {
    const [user, moderator] = [await newUser(service), await newStaff(service, 'MODERATOR')];
    for (const { client } of [user, moderator])
      for (const id of [admin.id, user.id, uuidv7(), 'nonsense'])
        expect((await remove(id, client)).body.error.code).toBe('PERMISSION_DENIED');
    for (const id of [uuidv7(), 'nonsense']) expect((await remove(id)).status).toBe(404);
  });

  test('a role with only users:read and users:delete can delete a user, but not an ADMIN', async () => {
    const { client, id } = await newUser(service);
    const roleId = uuidv7();
    await service.sql`
      INSERT INTO roles (id, name, permissions, created_at, updated_at) VALUES (${roleId}, 'ROLE_REAPER', '{users:read,users:delete}', now(), now())`;
    await setTwoFactor(service, id, true);
    await giveRole(service, id, roleId);
    const victim = await newUser(service);
    expect((await remove(admin.id, client)).body.error.code).toBe('PERMISSION_DENIED');
    expect((await remove(victim.id, client)).status).toBe(200);
  });
});

test('an ADMIN cannot delete anyone while impersonating', async () => {
  const { client } = await newStaff(service, 'ADMIN');
  const [mask, victim] = [await newStaff(service, 'MODERATOR'), await newUser(service)];
  expect((await client.post('/api/admin/impersonate', { userId: mask.id })).status).toBe(200);
  const answer = await remove(victim.id, client);
  expect(answer.status).toBe(403);
  expect(answer.body.error).toMatchObject({ type: 'FORBIDDEN', code: 'IMPERSONATION_BLOCKED' });
  expect(await exists('users', victim.id)).toBe(true);
});

test("requests that race with their user's deletion get 200, 401 or 404, never a server error", async () => {
  for (let round = 0; round < 5; round++) {
    const user = await newUser(service);
    const remembered = service.client();
    await remembered.post('/api/auth/login', { email: user.email, password, rememberMe: true });
    remembered.cookies.delete('latchkey_session');
    const [removed, ...answers] = await Promise.all([
      remove(user.id),
      remembered.get('/api/auth/me'),
      user.client.put(`/api/users/${user.id}`, { firstName: 'Late' }),
      user.client.post('/api/users/profile', { email: `late-${user.email}` }),
      user.client.delete('/api/auth/sessions'),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of answers) expect([200, 401, 404]).toContain(status);
  }
});

describe("the user's organization", () => {
  test('is deleted with its only member, and that is recorded', async () => {
    const user = await newUser(service);
    expect((await remove(user.id)).status).toBe(200);
    expect(await exists('organizations', user.organizationId)).toBe(false);
    const entries = (await service.audit()).filter(
      ({ action, organizationId }) => action === 'ORG_DELETED' && organizationId === user.organizationId,
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ userId: admin.id });
  });

  test('keeps its only OWNER while it has other members: 409, and nothing is deleted', async () => {
    const { owner, id } = await newOrganization(service);
    const member = await newMember(service, id, 'ADMIN');
    const answer = await remove(owner.id);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'LAST_OWNER', type: 'VALIDATION_ERROR' });
    expect(await exists('users', owner.id)).toBe(true);
    expect((await owner.client.get('/api/auth/me')).status).toBe(200);
    expect((await remove(member.id)).status).toBe(200);
    expect((await remove(owner.id)).status).toBe(200);
    expect(await exists('organizations', id)).toBe(false);
  });

  test('stays when one of several owners or an ordinary member is deleted', async () => {
    const { owner, id } = await newOrganization(service);
    const [second, member] = [await newMember(service, id, 'OWNER'), await newMember(service, id, 'MEMBER')];
    expect((await remove(member.id)).status).toBe(200);
    expect((await remove(owner.id)).status).toBe(200);
    expect(await exists('organizations', id)).toBe(true);
    expect((await second.client.get('/api/organizations/current')).status).toBe(200);
  });

  test('is not required: a user without one can be deleted', async () => {
    const { id } = await newLoner(service);
    expect((await remove(id)).status).toBe(200);
  });

  test('keeps exactly one OWNER when an ADMIN deletes both owners at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, id } = await newOrganization(service);
      const second = await newMember(service, id, 'OWNER');
      await newMember(service, id, 'MEMBER');
      const answers = await Promise.all([remove(owner.id), remove(second.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('stays consistent when its only member is deleted while someone joins', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, id } = await newOrganization(service);
      const joiner = await newLoner(service);
      const invited = await owner.client.post('/api/organizations/current/invites', { email: joiner.email });
      const accept = () => joiner.client.post(`/api/invites/${invited.body.invite.token}/accept`);
      const [removed, accepted] = await Promise.all([remove(owner.id), accept()]);
      expect([`${removed.status} ${accepted.status}`]).toContainEqual(
        expect.stringMatching(/^(200 404|409 200)$/),
      );
      expect(await exists('organizations', id)).toBe(accepted.status === 200);
    }
  });
});
