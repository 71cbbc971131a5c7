import { started } from '@latchkey/server/testing/lifetime';
import { joins, newOrganization } from '@latchkey/server/testing/organizations';
import {
  createPerson,
  holdDomain,
  newDirectory,
  newVerifiedLoner,
  patchPerson,
  refusalIn,
  scimPath,
} from '@latchkey/server/testing/scim';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const users = `${scimPath}/Users`;
const read = async (id: string) => (await directory.client.get(`${users}/${id}`)).body;
const put = (id: string, body: object) => directory.client.put(`${users}/${id}`, body);
const patch = (id: string, value: object) => patchPerson(directory.client, id, { op: 'replace', value });
const list = async (filter: string, more = '') =>
  (await directory.client.get(`${users}?filter=${encodeURIComponent(filter)}${more}`)).body;
const idsOf = (body: { Resources: { id: string }[] }) => body.Resources.map(({ id }) => id);

describe('changing a person', () => {
  test('PUT clears names that are left out, and keeps the rest', async () => {
    const { person, newEmail } = directory;
    const email = newEmail();
    const made = await person({
      userName: 'put-me',
      emails: [{ value: email }],
      externalId: '5',
      displayName: 'Shown',
      name: { givenName: 'Ada', familyName: 'L' },
    });
    const { status, body } = await put(made.id, { userName: 'put-me-2', name: { familyName: 'King' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userName: 'put-me-2',
      externalId: '5',
      name: { familyName: 'King', formatted: 'King' },
      displayName: 'King',
      emails: [{ value: email }],
      active: true,
    });
    expect(body.name).not.toHaveProperty('givenName');
    const entry = (await service.audit()).findLast(({ action }) => action === 'ADMIN_USER_UPDATED');
    expect(entry).toMatchObject({
      userId: null,
      organizationId: directory.id,
      metadata: { targetUserId: made.id, via: 'scim', tokenId: directory.tokenId },
    });
  });

  test('PATCH is all or nothing', async () => {
    const made = await directory.person();
    const both = patchPerson(
      directory.client,
      made.id,
      { op: 'replace', path: 'displayName', value: 'Half' },
      { op: 'replace', path: 'active', value: 'perhaps' },
    );
    expect(refusalIn(await both)).toEqual([400, 'invalidValue']);
    const moved = patch(made.id, {
      displayName: 'Half',
      'name.givenName': 'Half',
      emails: [{ value: 'a@elsewhere.test' }],
    });
    expect(refusalIn(await moved)).toEqual([403, undefined]);
    expect(await read(made.id)).not.toHaveProperty('displayName');
    const empty = await patchPerson(directory.client, made.id);
    expect([empty.status, empty.body.id]).toEqual([200, made.id]);
  });

  test('links a member whom the directory did not know, unless nothing changes', async () => {
    const member = await directory.member();
    const links = () => service.sql`SELECT user_name FROM scim_links WHERE user_id = ${member.id}`;
    await patchPerson(directory.client, member.id);
    expect(await links()).toEqual([]);
    expect((await patch(member.id, { externalId: 'linked' })).body.userName).toBe(member.email);
    expect(await links()).toEqual([{ userName: member.email }]);
  });

  test('keeps userName unique in any case of letters', async () => {
    const [one, other] = [
      await directory.person({ userName: 'Unique', emails: [{ value: directory.newEmail() }] }),
      await directory.person(),
    ];
    expect(refusalIn(await patch(other.id, { userName: 'uNIQUE' }))).toEqual([409, 'uniqueness']);
    expect((await patch(one.id, { userName: 'UNIQUE' })).body.userName).toBe('UNIQUE');
  });
});

describe('an address', () => {
  test('moves between verified domains, stays verified, ends sessions, and the former one is told', async () => {
    const { newEmail, id } = directory;
    const second = await holdDomain(service, id);
    const made = await directory.person();
    const [before] = made.emails.map(({ value }) => value) as [string];
    const session = await clientFor(service, made.id);
    const after = `moved-${newEmail().split('@')[0]}@${second}`;
    const { status, body } = await patch(made.id, { 'emails[type eq "work"].value': after });
    expect([status, body.emails[0].value, body.userName]).toEqual([200, after, made.userName]);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    const [row] = await service.sql`SELECT email_verified_at FROM users WHERE id = ${made.id}`;
    expect(row?.emailVerifiedAt).not.toBeNull();
    const [mail] = await service.mails(before);
    expect(mail?.subject).toContain('email');
    expect(mail?.text).not.toContain('token=');
    const entry = (await service.audit()).findLast(({ action }) => action === 'SECURITY_EMAIL_CHANGED');
    expect(entry).toMatchObject({ userId: null, metadata: { from: before, to: after, via: 'scim' } });
  });

  test("is never taken, never outside, and never an OWNER's", async () => {
    const [made, other] = [await directory.person(), await directory.person()];
    expect(refusalIn(await patch(made.id, { emails: [{ value: other.emails[0]?.value }] }))).toEqual([
      409,
      'uniqueness',
    ]);
    expect(refusalIn(await patch(made.id, { emails: [{ value: 'a@elsewhere.test' }] }))).toEqual([
      403,
      undefined,
    ]);
    expect(refusalIn(await patch(made.id, { emails: [{ value: 'nonsense' }] }))).toEqual([
      400,
      'invalidValue',
    ]);
    const owner = await directory.member('OWNER');
    expect(refusalIn(await patch(owner.id, { emails: [{ value: directory.newEmail() }] }))).toEqual([
      403,
      undefined,
    ]);
    expect((await read(owner.id)).emails[0].value).toBe(owner.email);
    // Nor that of an OWNER of another organization.
    const elsewhere = await directory.person();
    const theirs = await newOrganization(service);
    await joins(service, elsewhere.id, theirs.id, 'OWNER');
    expect(refusalIn(await patch(elsewhere.id, { emails: [{ value: directory.newEmail() }] }))).toEqual([
      403,
      undefined,
    ]);
    // A userName moves nothing.
    expect((await patch(made.id, { userName: directory.newEmail() })).body.emails).toEqual(made.emails);
  });

  test("that the directory repeats does not undo the person's own change", async () => {
    const made = await directory.person();
    const [sent] = made.emails.map(({ value }) => value) as [string];
    await moveAddress(service, made.id, 'own@private.test');
    const { status, body } = await put(made.id, { userName: made.userName, emails: [{ value: sent }] });
    expect([status, body.emails[0].value]).toEqual([200, 'own@private.test']);
    // From an address that isn't the organization's, nothing moves.
    expect(refusalIn(await patch(made.id, { emails: [{ value: directory.newEmail() }] }))).toEqual([
      403,
      undefined,
    ]);
  });

  test('beside active: false is ignored', async () => {
    const made = await directory.person();
    const { status, body } = await patch(made.id, { active: false, emails: [{ value: 'a@elsewhere.test' }] });
    expect([status, body.active, body.emails]).toEqual([200, false, made.emails]);
  });
});

describe('lists', () => {
  test('find people by each filter, and only those in reach', async () => {
    const { person, member, newEmail, id } = directory;
    const made = await person({ userName: 'Find.Me', externalId: 'Ext-1', emails: [{ value: newEmail() }] });
    const colleague = await member();
    const outside = await newVerifiedLoner(service, 'someone@elsewhere.test');
    await joins(service, outside.id, id);
    const email = made.emails[0]?.value ?? '';
    for (const filter of [
      'userName eq "find.me"',
      'externalId eq "Ext-1"',
      `id eq "${made.id}"`,
      `emails.value eq "${email.toUpperCase()}"`,
      `emails[type eq "work"].value eq "${email}"`,
      'userName eq "FIND.ME" and active eq true and externalId eq "Ext-1"',
    ])
      expect(idsOf(await list(filter)), filter).toEqual([made.id]);
    expect(idsOf(await list(`userName eq "${colleague.email}"`))).toEqual([colleague.id]);
    for (const filter of [
      'externalId eq "ext-1"',
      'userName eq "find.me" and externalId eq "ext-1"',
      `id eq "${made.id.toUpperCase()}"`,
      'id eq "x"',
      'userName eq "find.me" and active eq false',
      `userName eq "${outside.email}"`,
      `emails.value eq "${outside.email}"`,
      `id eq "${outside.id}"`,
      `userName eq "' OR '1'='1"`,
      'userName eq "%"',
    ])
      expect((await list(filter)).totalResults, filter).toBe(0);
    await patch(made.id, { active: false });
    expect(idsOf(await list('active eq false'))).toContain(made.id);
    expect(idsOf(await list('active eq true'))).toContain(colleague.id);
    expect(idsOf(await list('active eq true'))).not.toContain(made.id);
  });

  test('are pages, oldest first, of linked people and of members in verified domains', async () => {
    const other = await newDirectory(service);
    const made: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      made.push((nth % 2 ? await other.member() : await other.person()).id);
      await service.clock.advance({ seconds: 1 });
    }
    const get = async (query: string) => (await other.client.get(`${users}?${query}`)).body;
    expect(idsOf(await get(''))).toEqual(made);
    expect(await get('startIndex=2&count=2')).toMatchObject({
      totalResults: 5,
      startIndex: 2,
      itemsPerPage: 2,
    });
    expect(idsOf(await get('startIndex=2&count=2'))).toEqual(made.slice(1, 3));
    expect(await get('startIndex=-3&count=0')).toMatchObject({
      totalResults: 5,
      startIndex: 1,
      Resources: [],
    });
    expect(await get('startIndex=9')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(idsOf(await get('count=1000'))).toEqual(made);
    // Without the proof, only those it manages are left.
    await service.sql`UPDATE organization_domains SET verified_at = NULL, next_check_at = NULL WHERE organization_id = ${other.id}`;
    expect(idsOf(await get(''))).toEqual([made[0], made[2], made[4]]);
    expect((await other.client.get(`${users}/${made[1]}`)).status).toBe(404);
  });

  test('have a hundred entries unless asked otherwise, and at most two hundred', async () => {
    const other = await newDirectory(service);
    await service.sql`
      INSERT INTO scim_groups (id, organization_id, display_name, created_at, updated_at)
      SELECT gen_random_uuid(), ${other.id}, 'Group ' || n, now(), now() FROM generate_series(1, 201) AS n`;
    const sizeOf = async (query: string) => {
      const { body } = await other.client.get(`${scimPath}/Groups?excludedAttributes=members${query}`);
      return [body.totalResults, body.itemsPerPage, body.Resources.length];
    };
    expect(await sizeOf('')).toEqual([201, 100, 100]);
    expect(await sizeOf('&count=1000')).toEqual([201, 200, 200]);
    expect(await sizeOf('&count=-1')).toEqual([201, 0, 0]);
  });

  test('show only the attributes that were asked for', async () => {
    const made = await directory.person({
      userName: 'narrow',
      emails: [{ value: directory.newEmail() }],
      name: { givenName: 'A', familyName: 'B' },
    });
    const get = async (query: string) => (await directory.client.get(`${users}/${made.id}?${query}`)).body;
    const { schemas, id } = await get('');
    expect(await get('attributes=userName')).toEqual({ schemas, id, userName: 'narrow' });
    expect(await get('attributes=NAME.givenName,emails.value')).toEqual({
      schemas,
      id,
      name: { givenName: 'A' },
      emails: [{ value: made.emails[0]?.value }],
    });
    const most = await get(
      'excludedAttributes=groups,meta,name.formatted,id,urn:ietf:params:scim:schemas:core:2.0:User:emails',
    );
    expect(Object.keys(most).sort()).toEqual(['active', 'displayName', 'id', 'name', 'schemas', 'userName']);
    expect(most.name).toEqual({ givenName: 'A', familyName: 'B' });
  });
});

test('an address in a domain with letters of its own is in reach by either spelling', async () => {
  const other = await newDirectory(service);
  await holdDomain(service, other.id, 'xn--bcher-kva.test');
  const { status, body } = await createPerson(other.client, { userName: 'ada@bücher.test' });
  expect([status, body.emails[0].value]).toEqual([201, 'ada@xn--bcher-kva.test']);
  const member = await newVerifiedLoner(service, 'grace@xn--bcher-kva.test');
  await joins(service, member.id, other.id);
  expect((await other.client.get(`${users}/${member.id}`)).status).toBe(200);
});
