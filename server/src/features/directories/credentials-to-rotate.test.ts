import { makeScimToken } from '@latchkey/server/testing/directories';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import { newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { mappingPath, newDirectory, patchGroup, patchPerson, scimPath } from '@latchkey/server/testing/scim';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { eraseDue } from '../personal-data/erase-due.ts';

const service = started(startService);
const membersPath = '/api/organizations/current/members';
const subject = 'Replace credentials of your organization';

async function newMaker(rank: 'OWNER' | 'ADMIN' = 'OWNER') {
  const { id: organizationId, owner } = await newOrganization(service);
  const maker = await newMember(service, organizationId, rank);
  const key = await makeOrganizationKey(maker.client, { name: 'Orders' });
  if (rank === 'OWNER') await makeScimToken(maker.client, { description: 'Entra' });
  return { organizationId, owner, maker, key };
}

const told = async ({ email }: Pick<Person, 'email'>) =>
  (await service.mails(email)).filter((mail) => mail.subject === subject);

async function expectTold(person: Person, { names = [] as string[], not = [] as string[] } = {}) {
  const mails = await told(person);
  expect(mails).toHaveLength(1);
  for (const name of names) expect(mails[0]?.text).toContain(name);
  for (const name of not) expect(mails[0]?.text).not.toContain(name);
}

describe('OWNERs are told what to rotate when the maker of a credential', () => {
  test('leaves', async () => {
    const { owner, maker, key } = await newMaker();
    expect((await maker.client.delete(`${membersPath}/${maker.id}`)).status).toBe(200);
    await expectTold(owner, { names: ['Entra', 'Orders', key.keyPrefix], not: [key.key] });
    expect(await told(maker)).toEqual([]);
  });

  test('is removed, here or by an administrator of the service', async () => {
    const first = await newMaker();
    expect((await first.owner.client.delete(`${membersPath}/${first.maker.id}`)).status).toBe(200);
    await expectTold(first.owner, { names: ['Entra', 'Orders'] });
    const second = await newMaker();
    const admin = await newStaff(service, 'ADMIN');
    const path = `/api/admin/users/${second.maker.id}/organizations/${second.organizationId}`;
    expect((await admin.client.delete(path)).status).toBe(200);
    await expectTold(second.owner, { names: ['Entra', 'Orders'] });
  });

  test('loses the rank, and only of what it was needed for', async () => {
    const { owner, maker } = await newMaker();
    await owner.client.patch(`${membersPath}/${maker.id}`, { role: 'ADMIN' });
    await expectTold(owner, { names: ['Entra'], not: ['Orders'] });
    const other = await newMaker('ADMIN');
    await other.owner.client.patch(`${membersPath}/${other.maker.id}`, { role: 'OWNER' });
    expect(await told(other.owner)).toEqual([]);
    await other.owner.client.patch(`${membersPath}/${other.maker.id}`, { role: 'MEMBER' });
    await expectTold(other.owner, { names: ['Orders'] });
  });

  test('is deactivated', async () => {
    const { owner, maker } = await newMaker();
    const admin = await newStaff(service, 'ADMIN');
    expect((await admin.client.post(`/api/users/${maker.id}/deactivate`)).status).toBe(200);
    await expectTold(owner, { names: ['Entra', 'Orders'] });
  });

  test('is deactivated or removed by the directory', async () => {
    for (const ends of ['active', 'DELETE']) {
      const { owner, client, member } = await newDirectory(service);
      const maker = await member('ADMIN');
      await makeOrganizationKey(maker.client, { name: 'Orders' });
      if (ends === 'DELETE') expect((await client.delete(`${scimPath}/Users/${maker.id}`)).status).toBe(204);
      else await patchPerson(client, maker.id, { op: 'replace', path: 'active', value: false });
      await expectTold(owner, { names: ['Orders'] });
    }
  });

  test('leaves the last group in the directory that made them ADMIN', async () => {
    const { owner, client, member, group } = await newDirectory(service);
    const maker = await member();
    const { id } = await group('Leads', [maker]);
    expect((await owner.client.patch(`${mappingPath}/${id}`, { role: 'ADMIN' })).status).toBe(200);
    await makeOrganizationKey(maker.client, { name: 'Orders' });
    await patchGroup(client, id, { op: 'remove', path: 'members', value: [{ value: maker.id }] });
    await expectTold(owner, { names: ['Orders'] });
  });

  test('leaves because the account was reclaimed: its address was never verified', async () => {
    const { owner, maker } = await newMaker('ADMIN');
    await service.client().post('/api/auth/forgot-password', { email: maker.email });
    const reset = { token: await service.mailedToken(maker.email), password: 'Brand-New-Horse-9' };
    expect((await service.client().post('/api/auth/reset-password', reset)).status).toBe(200);
    const { members } = (await owner.client.get(membersPath)).body;
    expect(members.map(({ id }: Person) => id)).not.toContain(maker.id);
    await expectTold(owner, { names: ['Orders'] });
  });

  test('asks to be deleted, and again when they are erased, without their address', async () => {
    const { owner, maker } = await newMaker();
    expect((await maker.client.post('/api/users/profile/deletion')).status).toBe(200);
    await expectTold(owner, { names: ['Entra', 'Orders'] });
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    const [, again] = await told(owner);
    expect(again?.text).toContain('Entra');
    expect(again?.text).not.toContain(maker.email.split('@')[0]);
  });

  test.each(['', '?erase=true'])('is deleted by an administrator %s', async (query) => {
    const { owner, maker } = await newMaker();
    const admin = await newStaff(service, 'ADMIN');
    expect((await admin.client.delete(`/api/users/${maker.id}${query}`)).status).toBe(200);
    await expectTold(owner, { names: ['Entra', 'Orders'] });
  });
});

describe('no mail', () => {
  test('is sent about a person who made nothing that still works', async () => {
    const { owner, maker, key } = await newMaker('ADMIN');
    await owner.client.delete(`${organizationKeysPath}/${key.id}`);
    await maker.client.delete(`${membersPath}/${maker.id}`);
    expect(await told(owner)).toEqual([]);
  });

  test('is sent about a key that another person has rotated since', async () => {
    const { owner, maker, key } = await newMaker('ADMIN');
    const rotated = await owner.client.post(`${organizationKeysPath}/${key.id}/rotate`, { overlapHours: 0 });
    expect(rotated.status).toBe(201);
    await maker.client.delete(`${membersPath}/${maker.id}`);
    expect(await told(owner)).toEqual([]);
  });

  test('is sent if the change is refused', async () => {
    const { owner } = await newOrganization(service);
    await makeScimToken(owner.client);
    expect((await owner.client.delete(`${membersPath}/${owner.id}`)).status).toBe(409);
    expect(await told(owner)).toEqual([]);
  });
});
