import { started } from '@latchkey/server/testing/lifetime';
import { newDirectory, patchPerson, scimPath } from '@latchkey/server/testing/scim';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

// The total of a list is kept, not counted: whatever makes or ends a link must change it.

const service = started(startService);
const users = `${scimPath}/Users`;

/** The total that the list states, after checking that the list has as many. */
async function totalOf({ client }: Pick<Awaited<ReturnType<typeof newDirectory>>, 'client'>) {
  const { body } = await client.get(`${users}?count=200`);
  expect(body.totalResults).toBe(body.Resources.length);
  return body.totalResults as number;
}

test('a directory that made no one lists those in its domain', async () => {
  const directory = await newDirectory(service);
  expect(await totalOf(directory)).toBe(0);
  await directory.member();
  expect(await totalOf(directory)).toBe(1);
});

test('creating, adopting, suspending and returning count everyone once', async () => {
  const directory = await newDirectory(service);
  const made = await directory.person();
  const member = await directory.member();
  expect(await totalOf(directory)).toBe(2);
  await patchPerson(directory.client, member.id, { op: 'replace', value: { displayName: 'Adopted' } });
  expect(await totalOf(directory)).toBe(2);
  await patchPerson(directory.client, made.id, { op: 'replace', value: { active: false } });
  expect(await totalOf(directory)).toBe(2);
  await patchPerson(directory.client, made.id, { op: 'replace', value: { active: true } });
  expect(await totalOf(directory)).toBe(2);
});

test('people created at once all count', async () => {
  const directory = await newDirectory(service);
  await Promise.all(Array.from({ length: 8 }, () => directory.person()));
  expect(await totalOf(directory)).toBe(8);
});

test('who is deleted by the directory, removed by an owner or erased no longer counts', async () => {
  const directory = await newDirectory(service);
  const [deleted, removed, erased, suspended] = [
    await directory.person(),
    await directory.person(),
    await directory.person(),
    await directory.person(),
  ];
  await patchPerson(directory.client, suspended.id, { op: 'replace', value: { active: false } });
  expect(await totalOf(directory)).toBe(4);
  await directory.client.delete(`${users}/${deleted.id}`);
  expect(await totalOf(directory)).toBe(3);
  await directory.owner.client.delete(`/api/organizations/current/members/${removed.id}`);
  expect(await totalOf(directory)).toBe(2);
  const admin = await newStaff(service, 'ADMIN');
  for (const { id } of [erased, suspended]) await admin.client.delete(`/api/users/${id}`);
  expect(await totalOf(directory)).toBe(0);
});

test('another directory counts its own', async () => {
  const [one, other] = [await newDirectory(service), await newDirectory(service)];
  await one.person();
  await one.person();
  await other.person();
  expect([await totalOf(one), await totalOf(other)]).toEqual([2, 1]);
});
