import { started } from '@latchkey/server/testing/lifetime';
import { joins, newOrganization } from '@latchkey/server/testing/organizations';
import { newDirectory, patchPerson, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { beforeAll, expect, test } from 'vitest';

/** People whom a directory took out of its organization, and who belong to another one. */
const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const users = `${scimPath}/Users`;

async function newFormerMember() {
  const sent = { name: { givenName: 'Ada', familyName: 'Sent' }, externalId: `x-${directory.newEmail()}` };
  const made = await directory.person(sent);
  const elsewhere = await newOrganization(service);
  await joins(service, made.id, elsewhere.id);
  const group = await directory.group(`group of ${made.userName}`, [made]);
  await patchPerson(directory.client, made.id, { op: 'replace', path: 'active', value: false });
  const email = `private-${made.id}@home.example`;
  await moveAddress(service, made.id, email);
  const client = await clientFor(service, made.id);
  await client.post('/api/users/profile', { firstName: 'Private', lastName: 'Later' });
  return { ...made, ...sent, email, client, group };
}
const read = async (id: string) => (await directory.client.get(`${users}/${id}`)).body;
const profile = async ({ client }: Awaited<ReturnType<typeof newFormerMember>>) =>
  (await client.get('/api/users/profile')).body.user;
const find = async (filter: string) =>
  (await directory.client.get(`${users}?filter=${encodeURIComponent(filter)}`)).body.totalResults;

test('show only what the directory itself sent last: neither a new address nor a new name', async () => {
  const person = await newFormerMember();
  const expected = {
    active: false,
    userName: person.userName,
    externalId: person.externalId,
    emails: [{ value: person.userName, type: 'work', primary: true }],
    name: { givenName: 'Ada', familyName: 'Sent', formatted: 'Ada Sent' },
  };
  const shown = await read(person.id);
  expect(shown).toMatchObject(expected);
  await person.client.post('/api/users/profile', { firstName: 'Later' });
  expect(await read(person.id)).toEqual(shown);
  const listed = (await directory.client.get(users)).text + JSON.stringify(await read(person.id));
  const groups = (await directory.client.get(`${scimPath}/Groups`)).text;
  for (const secret of [person.email, 'Private', 'Later']) expect(listed + groups).not.toContain(secret);
});

test('are not found by the address they have now, only by the one that the directory sent', async () => {
  const person = await newFormerMember();
  expect(await find(`emails.value eq "${person.email}"`)).toBe(0);
  expect(await find(`emails.value eq "${person.userName.toUpperCase()}"`)).toBe(1);
});

test('keep their names, address and language, whatever the directory sends', async () => {
  const person = await newFormerMember();
  const before = await profile(person);
  const replacing = (value: object) => patchPerson(directory.client, person.id, { op: 'replace', value });
  const everything = {
    name: { givenName: 'Renamed', familyName: 'Renamed' },
    displayName: 'Renamed',
    preferredLanguage: 'de',
    emails: [{ value: directory.newEmail() }],
  };
  expect((await replacing(everything)).status).toBe(200);
  const put = { userName: person.userName, active: false, ...everything };
  expect((await directory.client.put(`${users}/${person.id}`, put)).status).toBe(200);
  expect(await profile(person)).toEqual(before);
  const shown = await read(person.id);
  expect(JSON.stringify(shown)).not.toContain('Renamed');
  expect(shown.preferredLanguage).toBeUndefined();
});

test('take userName and externalId, and become MEMBER again by active, with the names they have', async () => {
  const person = await newFormerMember();
  const userName = `renamed-${person.id}`;
  const value = { userName, externalId: 'other', active: true, 'name.givenName': 'Renamed' };
  const { body } = await patchPerson(directory.client, person.id, { op: 'replace', value });
  expect(body).toMatchObject({ userName, externalId: 'other', active: true });
  expect(body.name).toMatchObject({ givenName: 'Private', familyName: 'Later' });
  expect(body.emails).toMatchObject([{ value: person.email }]);
});
