import { makeScimToken } from '@latchkey/server/testing/directories';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { inviteTo, joins, newOrganization } from '@latchkey/server/testing/organizations';
import { mappingPath, patchGroup, patchPerson, scimPath } from '@latchkey/server/testing/scim';
import { moveTo } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { expect, test } from 'vitest';

const world = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));

type Organization = Awaited<ReturnType<typeof world.connected>>;

/** The directory of an organization that has a connection. */
async function directoryOf({ id: organizationId, owner }: Organization) {
  const { service } = world;
  const client = service.client();
  client.bearer = (await makeScimToken(owner.client)).secret;

  /** A group that makes its members ADMIN. */
  async function mapped(...members: { id: string }[]) {
    const { body } = await client.post(`${scimPath}/Groups`, {
      displayName: 'Admins',
      members: members.map(({ id }) => ({ value: id })),
    });
    await owner.client.patch(`${mappingPath}/${body.id}`, { role: 'ADMIN' });
    return body.id as string;
  }

  const setActive = (id: string, active: boolean) =>
    patchPerson(client, id, { op: 'replace', value: { active } });
  const roleOf = async ({ id }: { id: string }) => {
    const [row] = await service.sql`
      SELECT role FROM organization_members WHERE organization_id = ${organizationId} AND user_id = ${id}`;
    return row?.role;
  };
  return { client, mapped, setActive, roleOf };
}

test('the last OWNER who could break the glass is not taken by a directory', async () => {
  const { service, requiring, memberAt } = world;
  const organization = await requiring();
  const { owner } = organization;
  const keeper = await memberAt(organization, 'OWNER');
  const { client, mapped, setActive, roleOf } = await directoryOf(organization);
  const give = (id: string, means: boolean) =>
    service.sql`UPDATE users SET password_hash = 'none', two_factor_enabled = ${means} WHERE id = ${id}`;
  await give(keeper.id, true);
  await give(owner.id, false);
  const path = `${scimPath}/Users/${keeper.id}`;
  const detail = 'This is the last OWNER who could sign in without single sign-on, which is required.';
  const asks = [
    () => setActive(keeper.id, false),
    () => client.put(path, { userName: keeper.email, active: false }),
    () => client.delete(path),
  ];
  for (const ask of asks) expect((await ask()).body).toMatchObject({ status: '409', detail });
  const group = await mapped(keeper);
  await patchGroup(client, group, { op: 'remove', path: 'members' });
  expect(await roleOf(keeper)).toBe('OWNER');
  expect((await client.get(path)).body.active).toBe(true);
  await give(owner.id, true);
  expect((await setActive(keeper.id, false)).body.active).toBe(false);
});

test("a connection's groups leave people in a mapped group alone", async () => {
  const { service, connected, memberAt, travel, idp } = world;
  const organization = await connected({ adminGroups: ['admins'] });
  const member = await memberAt(organization);
  const { client, mapped, roleOf } = await directoryOf(organization);
  const group = await mapped(member);
  const comesWith = async (groups: string[]) => {
    idp.people.set(member.login, { email: member.email, groups });
    const landed = await travel(service.client(), organization.path, member.login);
    expect(landed.error).toBeNull();
    return roleOf(member);
  };
  expect(await comesWith([])).toBe('ADMIN');
  await patchGroup(client, group, { op: 'remove', path: 'members' });
  expect(await roleOf(member)).toBe('MEMBER');
  expect(await comesWith(['admins'])).toBe('ADMIN');
  await makeOrganizationKey(member.client, { name: 'Orders' });
  expect(await comesWith([])).toBe('MEMBER');
  // An OWNER learns what a person who lost their rank has made.
  expect((await service.mails(organization.owner.email)).at(-1)?.text).toContain('Orders');
});

test('a person whom the directory took out is ADMIN by its group as soon as they are invited back', async () => {
  const { service, connected, memberAt, travel } = world;
  const organization = await connected();
  const { id: organizationId, owner, path } = organization;
  const [byLink, bySso] = [await memberAt(organization), await memberAt(organization)];
  const { mapped, setActive, roleOf } = await directoryOf(organization);
  const elsewhere = await newOrganization(service);
  await travel(service.client(), path, bySso.login);
  await mapped(byLink, bySso);
  for (const { id } of [byLink, bySso]) {
    await joins(service, id, elsewhere.id);
    await setActive(id, false);
  }
  expect([await roleOf(byLink), await roleOf(bySso)]).toEqual([undefined, undefined]);
  const { token } = await inviteTo(owner, byLink.email);
  const accepted = await byLink.client.post(`/api/invites/${token}/accept`);
  expect(accepted.body.organization).toMatchObject({ id: organizationId, role: 'ADMIN' });
  await inviteTo(owner, bySso.email);
  await travel(service.client(), path, bySso.login);
  expect([await roleOf(byLink), await roleOf(bySso)]).toEqual(['ADMIN', 'ADMIN']);
  const changes = (await service.audit()).filter(
    ({ action, metadata }) => action === 'ORG_MEMBER_ROLE_CHANGED' && metadata.reason === 'directory_group',
  );
  expect(changes.slice(-2).map(({ metadata }) => [metadata.targetUserId, metadata.to])).toEqual([
    [byLink.id, 'ADMIN'],
    [bySso.id, 'ADMIN'],
  ]);
});

test('a person whom the directory took out is ADMIN by its group once they join by their address', async () => {
  const { service, connected, memberAt } = world;
  const organization = await connected();
  const { domain, id: organizationId } = organization;
  await service.sql`UPDATE organization_domains SET auto_join = true WHERE id = ${domain.id}`;
  const [grouped, other] = [await memberAt(organization), await memberAt(organization)];
  const { mapped, setActive, roleOf } = await directoryOf(organization);
  await mapped(grouped);
  const elsewhere = await newOrganization(service);
  for (const { id, client } of [grouped, other]) {
    await joins(service, id, elsewhere.id);
    await setActive(id, false);
    await client.delete(`/api/organizations/current/members/${id}`);
    expect((await moveTo(service, client, `back-${id}@${domain.name}`)).status).toBe(200);
  }
  expect([await roleOf(grouped), await roleOf(other)]).toEqual(['ADMIN', 'MEMBER']);
  const me = (await grouped.client.get('/api/auth/me')).body;
  expect(me.organization).toMatchObject({ id: organizationId, role: 'ADMIN' });
});
