import { started } from '@latchkey/server/testing/lifetime';
import { joins, newOrganization } from '@latchkey/server/testing/organizations';
import {
  createPerson,
  newDirectory,
  newVerifiedLoner,
  patchGroup,
  patchPerson,
  refusalIn,
  scimPath,
} from '@latchkey/server/testing/scim';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { accountsAt, giveSystemRole, moveAddress, removeMember } from '@latchkey/server/testing/standing';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const users = `${scimPath}/Users`;

/** Every way to reach a person by their id. */
async function reach(id: string) {
  const { client } = directory;
  const answers = [
    await client.get(`${users}/${id}`),
    await client.put(`${users}/${id}`, { userName: 'taken', active: false }),
    await patchPerson(client, id, { op: 'replace', path: 'active', value: false }),
    await client.delete(`${users}/${id}`),
  ];
  return answers.map(({ status }) => status);
}
const unharmed = async (id: string) =>
  (
    await service.sql`SELECT is_active, (SELECT count(*)::int FROM scim_links WHERE user_id = u.id) AS links FROM users u WHERE id = ${id}`
  )[0];

test('a directory reaches no one of another organization, and no member outside its domains', async () => {
  const foreign = await newDirectory(service);
  const theirs = await foreign.person();
  const outside = await newVerifiedLoner(service, 'outside@elsewhere.test');
  await joins(service, outside.id, directory.id);
  const lost = await newVerifiedLoner(service, directory.newEmail());
  await joins(service, lost.id, (await newOrganization(service)).id);
  for (const { id } of [theirs, outside, lost]) {
    expect(await reach(id)).toEqual([404, 404, 404, 404]);
    expect((await unharmed(id))?.isActive).toBe(true);
  }
  const { body } = await directory.client.get(users);
  const listed = body.Resources.map(({ id }: { id: string }) => id);
  for (const { id } of [theirs, outside, lost]) expect(listed).not.toContain(id);
});

test('a directory takes no address of a domain that another organization has verified', async () => {
  const foreign = await newDirectory(service);
  expect(refusalIn(await createPerson(directory.client, { userName: foreign.newEmail() }))).toEqual([
    403,
    undefined,
  ]);
  const made = await directory.person();
  const moved = await patchPerson(directory.client, made.id, {
    op: 'replace',
    path: 'emails',
    value: [{ value: foreign.newEmail() }],
  });
  expect(refusalIn(moved)).toEqual([403, undefined]);
});

test('a directory writes to no one with a role in the service', async () => {
  const { client, member, domain, id } = directory;
  const admin = await newStaff(service, 'ADMIN');
  await moveAddress(service, admin.id, `root@${domain}`);
  await removeMember(service, admin.id);
  await joins(service, admin.id, id);
  const helper = await member();
  await service.sql`
    INSERT INTO user_roles (user_id, role_id, organization_id) SELECT ${helper.id}, id, ${id} FROM roles LIMIT 1`;
  const moderator = await member();
  await giveSystemRole(service, moderator.id, 'MODERATOR');
  for (const person of [admin, helper, moderator]) {
    expect(await reach(person.id)).toEqual([200, 403, 403, 403]);
    expect(await unharmed(person.id)).toEqual({ isActive: true, links: 0 });
    // Naming nothing to change is refused, too.
    expect((await patchPerson(client, person.id)).status).toBe(403);
  }
});

test('a filter is never SQL', async () => {
  const { client, person } = directory;
  await person();
  const texts = [
    `' OR 1=1 --`,
    `'; DROP TABLE users; --`,
    `\\"; SELECT pg_sleep(10); --`,
    '%',
    '_',
    '\\\\',
    "') UNION SELECT id FROM users --",
  ];
  for (const attribute of ['userName', 'externalId', 'id', 'emails.value'])
    for (const text of texts) {
      const answer = await client.get(`${users}?filter=${encodeURIComponent(`${attribute} eq "${text}"`)}`);
      expect([answer.status, answer.body.totalResults], text).toEqual([200, 0]);
    }
  expect((await client.get(users)).body.totalResults).toBeGreaterThan(0);
});

test('ten thousand operations are one change, and one that is refused changes nothing', async () => {
  const { client, person, group } = directory;
  const [made, other] = [await person(), await group('Many')];
  const add = { op: 'add', path: 'members', value: [{ value: made.id }] };
  const operations = Array.from({ length: 10_000 }, () => add);
  expect((await patchGroup(client, other.id, ...operations)).status).toBe(204);
  const members = async () => (await client.get(`${scimPath}/Groups/${other.id}`)).body.members.length;
  expect(await members()).toBe(1);
  const bad = await patchGroup(client, other.id, { op: 'remove', path: 'members' }, ...operations.slice(1), {
    op: 'burn',
  });
  expect(refusalIn(bad)).toEqual([400, 'invalidSyntax']);
  expect(await members()).toBe(1);
});

test('deep JSON is refused, and strange names are only strange', async () => {
  const { client, person } = directory;
  const made = await person();
  const deep = `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
  const send = (raw: string) =>
    client.send('PATCH', `${users}/${made.id}`, {
      raw,
      headers: { 'content-type': 'application/scim+json' },
    });
  expect((await send(`{"Operations":[{"op":"replace","value":${deep}}]}`)).status).toBe(400);
  for (const path of ['__proto__', 'constructor', 'toString', 'hasOwnProperty.call'])
    expect(
      (await patchPerson(client, made.id, { op: 'replace', path, value: { active: false } })).status,
    ).toBe(200);
  expect((await client.get(`${users}/${made.id}`)).body.active).toBe(true);
  expect(
    (await createPerson(client, { userName: 'constructor', emails: [{ value: directory.newEmail() }] }))
      .status,
  ).toBe(201);
});

test('a person can not be taken over by naming their address as userName', async () => {
  const { client, member, newEmail } = directory;
  const victim = await member();
  const email = newEmail();
  const answer = await createPerson(client, { userName: victim.email, emails: [{ value: email }] });
  expect(refusalIn(answer)).toEqual([409, 'uniqueness']);
  expect(await accountsAt(service, email)).toEqual([]);
});
