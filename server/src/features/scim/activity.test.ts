import { linkToDirectory } from '@latchkey/server/testing/directories';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { inviteTo, joins, newOrganization, standingOf } from '@latchkey/server/testing/organizations';
import { createPerson, newDirectory, patchPerson, refusalIn, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
let directory: Awaited<ReturnType<typeof newDirectory>>;
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  directory = await newDirectory(service);
  admin = await newStaff(service, 'ADMIN');
});

const off = (id: string) =>
  patchPerson(directory.client, id, { op: 'Replace', path: 'active', value: 'False' });
const on = (id: string) => patchPerson(directory.client, id, { op: 'replace', value: { active: true } });
const remove = (id: string) => directory.client.delete(`${scimPath}/Users/${id}`);
const isActive = async (id: string) =>
  (await service.sql`SELECT is_active FROM users WHERE id = ${id}`)[0]?.isActive;
const actionsAbout = async (id: string) =>
  (await service.audit()).filter(({ metadata }) => metadata.targetUserId === id).map(({ action }) => action);

describe('active: false', () => {
  test('ends everything the person could act by, and true gives back only the account', async () => {
    const { person, member, owner } = directory;
    const made = await member('ADMIN');
    const { client } = made;
    const key = await newKey(client, { permission: 'READ_WRITE' });
    const application = await newApplication(service, { backchannelLogoutUri: 'http://127.0.0.1:9/logout' });
    await tokensFor(service, client, application);
    await inviteTo(made, 'friend@example.com');
    await client.post('/api/auth/forgot-password', { email: made.email });
    await service.sql`
      INSERT INTO remember_me (series, user_id, token_hash, expires_at, created_at)
      VALUES (gen_random_uuid(), ${made.id}, '', 'infinity', now())`;
    await service.sql`
      INSERT INTO pending_logins (token_hash, user_id, remember_me, method, expires_at, created_at)
      VALUES ('pending', ${made.id}, false, 'password', 'infinity', now())`;
    await service.sql`
      INSERT INTO email_change_undos (token_hash, user_id, email, requested_at, moved_at, expires_at)
      VALUES ('undo', ${made.id}, 'former@example.com', now(), now(), 'infinity')`;
    const { status, body } = await off(made.id);
    expect([status, body.active, body.id]).toEqual([200, false, made.id]);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const bearer = service.client();
    bearer.bearer = key.key;
    expect((await bearer.get('/api/auth/me')).status).toBe(401);
    const leftOver = await service.sql`
      SELECT (SELECT count(*)::int FROM sessions WHERE user_id = ${made.id}) AS sessions,
             (SELECT count(*)::int FROM application_grants WHERE user_id = ${made.id}) AS grants,
             (SELECT count(*)::int FROM application_consents WHERE user_id = ${made.id}) AS consents,
             (SELECT count(*)::int FROM remember_me WHERE user_id = ${made.id}) AS remembered,
             (SELECT count(*)::int FROM pending_logins WHERE user_id = ${made.id}) AS pending,
             (SELECT count(*)::int FROM one_time_tokens WHERE user_id = ${made.id}) AS links,
             (SELECT count(*)::int FROM email_change_undos WHERE user_id = ${made.id}) AS undos,
             (SELECT count(*)::int FROM api_keys WHERE user_id = ${made.id} AND revoked_at IS NULL) AS keys`;
    expect(new Set(Object.values(leftOver[0] ?? {}))).toEqual(new Set([0]));
    expect((await owner.client.get('/api/organizations/current/invites')).body.invites).toEqual([]);
    const told = await service.sql`SELECT application_id FROM logout_notices WHERE user_id = ${made.id}`;
    expect(told).toEqual([{ applicationId: application.id }]);
    expect(await actionsAbout(made.id)).toEqual(['ADMIN_USER_DEACTIVATED', 'SECURITY_ALL_SESSIONS_REVOKED']);
    // Still a member, in their rank, and in the directory's reach.
    expect(await standingOf(service, made.id)).toMatchObject({ organizationRole: 'ADMIN' });
    expect((await off(made.id)).body.active).toBe(false);
    expect((await on(made.id)).body.active).toBe(true);
    expect((await bearer.get('/api/auth/me')).status).toBe(401);
    expect((await (await clientFor(service, made.id)).get('/api/auth/me')).status).toBe(200);
    expect((await actionsAbout(made.id)).at(-1)).toBe('ADMIN_USER_ACTIVATED');
    expect(await isActive((await person()).id)).toBe(true);
  });

  test('never takes the last active OWNER', async () => {
    const alone = await newDirectory(service);
    const owner = await alone.member('OWNER');
    await service.sql`DELETE FROM organization_members WHERE user_id = ${alone.owner.id}`;
    const deactivate = () =>
      patchPerson(alone.client, owner.id, { op: 'replace', path: 'active', value: false });
    expect(refusalIn(await deactivate())).toEqual([409, undefined]);
    expect(refusalIn(await alone.client.delete(`${scimPath}/Users/${owner.id}`))).toEqual([409, undefined]);
    expect(await isActive(owner.id)).toBe(true);
    // An OWNER who is inactive doesn't count.
    const second = await alone.member('OWNER');
    await service.sql`UPDATE users SET is_active = false WHERE id = ${second.id}`;
    expect(refusalIn(await deactivate())).toEqual([409, undefined]);
    await service.sql`UPDATE users SET is_active = true WHERE id = ${second.id}`;
    expect((await deactivate()).status).toBe(200);
  });

  test('leaves a person who also belongs elsewhere active there, and true makes them MEMBER again', async () => {
    const made = await directory.member('ADMIN');
    const elsewhere = await newOrganization(service);
    await joins(service, made.id, elsewhere.id);
    expect((await off(made.id)).body).toMatchObject({ id: made.id, active: false });
    expect(await isActive(made.id)).toBe(true);
    expect((await made.client.get('/api/auth/me')).status).toBe(200);
    const ranks = () => service.sql`
      SELECT organization_id, role FROM organization_members WHERE user_id = ${made.id} ORDER BY joined_at`;
    expect(await ranks()).toEqual([{ organizationId: elsewhere.id, role: 'MEMBER' }]);
    expect((await directory.client.get(`${scimPath}/Users/${made.id}`)).body.active).toBe(false);
    expect((await on(made.id)).body.active).toBe(true);
    expect(await ranks()).toEqual([
      { organizationId: elsewhere.id, role: 'MEMBER' },
      { organizationId: directory.id, role: 'MEMBER' },
    ]);
  });

  test('of an ADMIN of the service is theirs: true changes nothing but the rest is taken', async () => {
    const made = await directory.person();
    await admin.client.post(`/api/users/${made.id}/deactivate`);
    expect(await isActive(made.id)).toBe(false);
    const both = await patchPerson(directory.client, made.id, {
      op: 'replace',
      value: { active: true, displayName: 'New' },
    });
    expect(both.body).toMatchObject({ active: false, displayName: 'New' });
    expect(await isActive(made.id)).toBe(false);
  });

  test("becomes an ADMIN's once an ADMIN deactivates, too", async () => {
    const made = await directory.person();
    await off(made.id);
    await admin.client.post(`/api/users/${made.id}/deactivate`);
    expect((await on(made.id)).body.active).toBe(false);
    const other = await directory.person();
    await off(other.id);
    await admin.client.post(`/api/users/${other.id}/activate`);
    await admin.client.post(`/api/users/${other.id}/deactivate`);
    expect((await on(other.id)).body.active).toBe(false);
  });
});

test('no directory lifts what the directory of another organization did, until the person has left it', async () => {
  const made = await directory.person();
  const other = await newDirectory(service);
  await joins(service, made.id, other.id);
  // The domains are the first directory's: the second one manages the person by a link.
  await linkToDirectory(service, other.id, { id: made.id, email: made.userName });
  const say = (active: boolean) =>
    patchPerson(other.client, made.id, { op: 'replace', path: 'active', value: active });
  expect((await say(false)).body.active).toBe(false);
  expect([await isActive(made.id), (await off(made.id)).body.active]).toEqual([true, false]);
  expect(await isActive(made.id)).toBe(false);
  expect((await say(true)).body.active).toBe(false);
  expect(await isActive(made.id)).toBe(false);
  expect((await on(made.id)).body.active).toBe(true);
  await say(false);
  await off(made.id);
  await remove(made.id);
  expect((await say(true)).body.active).toBe(true);
  expect(await isActive(made.id)).toBe(true);
});

test('a deactivation by the directory outlasts canceling a deletion', async () => {
  const made = await directory.person();
  await service.sql`UPDATE users SET is_active = false WHERE id = ${made.id}`;
  const link = { token: 'x'.repeat(43) };
  await service.sql`
    INSERT INTO account_deletions (user_id, token_hash, requested_at, scheduled_for)
    VALUES (${made.id}, sha256(${link.token}::text::bytea), now(), 'infinity')`;
  expect((await on(made.id)).body.active).toBe(false);
  expect((await off(made.id)).body.active).toBe(false);
  // Not even its own, as long as the account is leaving.
  expect((await on(made.id)).body.active).toBe(false);
  expect((await service.client().post('/api/auth/cancel-deletion', link)).status).toBe(200);
  expect(await isActive(made.id)).toBe(false);
  expect((await on(made.id)).body.active).toBe(true);
});

describe('DELETE', () => {
  test('ends membership and link, keeps the account, and POST adopts it again, active', async () => {
    const made = await directory.person({ externalId: 'back' });
    const answer = await remove(made.id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await isActive(made.id)).toBe(false);
    expect(await standingOf(service, made.id)).toMatchObject({ organizationId: null });
    expect((await remove(made.id)).status).toBe(404);
    expect((await directory.client.get(`${scimPath}/Users/${made.id}`)).status).toBe(404);
    expect(await actionsAbout(made.id)).toContain('ORG_MEMBER_REMOVED');
    const back = await createPerson(directory.client, { userName: made.userName });
    expect([back.status, back.body.id, back.body.active, back.body.externalId]).toEqual([
      201,
      made.id,
      true,
      undefined,
    ]);
    expect(await isActive(made.id)).toBe(true);
  });

  test('is 409 to POST again if the person belongs elsewhere by then', async () => {
    const made = await directory.person();
    await remove(made.id);
    await joins(service, made.id, (await newOrganization(service)).id);
    expect(refusalIn(await createPerson(directory.client, { userName: made.userName }))).toEqual([
      409,
      'uniqueness',
    ]);
  });

  test('of a person who belongs elsewhere leaves them active there', async () => {
    const [made, suspended] = [await directory.person(), await directory.person()];
    const elsewhere = await newOrganization(service);
    for (const { id } of [made, suspended]) await joins(service, id, elsewhere.id);
    await off(suspended.id);
    for (const { id } of [made, suspended]) {
      expect((await remove(id)).status).toBe(204);
      expect(await isActive(id)).toBe(true);
      expect((await directory.client.get(`${scimPath}/Users/${id}`)).status).toBe(404);
    }
  });
});

test('a link ends with a membership that the directory did not end', async () => {
  const made = await directory.person();
  await directory.group('Leavers', [made]);
  await directory.owner.client.delete(`/api/organizations/current/members/${made.id}`);
  expect((await directory.client.get(`${scimPath}/Users/${made.id}`)).status).toBe(404);
  expect(await service.sql`SELECT 1 FROM scim_group_members WHERE user_id = ${made.id}`).toEqual([]);
  expect(await isActive(made.id)).toBe(true);
});
