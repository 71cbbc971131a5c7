import { started } from '@latchkey/server/testing/lifetime';
import { newDirectory } from '@latchkey/server/testing/scim';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory's client, as it sends its requests: always as application/scim+json. */
async function connected() {
  const directory = await newDirectory(service);
  const send = (method: string, path: string, body?: object) =>
    directory.client.send(method, `/api/scim/v2${path}`, {
      ...(body && { raw: JSON.stringify(body) }),
      headers: { accept: 'application/scim+json', ...(body && { 'content-type': 'application/scim+json; charset=utf-8' }) },
    });
  return { ...directory, send };
}
const patch = (...Operations: object[]) => ({ schemas: [patchOp], Operations });
const query = (filter: string) => `filter=${encodeURIComponent(filter)}`;

describe("Entra ID's provisioning service", () => {
  test('tests the connection, then creates, changes and disables a person', async () => {
    const { send, domain } = await connected();
    const probe = await send('GET', `/Users?${query('userName eq "0f3c2c0a-6b0e-4b7c-9a5a-4f3f3f0a1d2e"')}`);
    expect([probe.status, probe.body.totalResults, probe.body.Resources]).toEqual([200, 0, []]);

    const userName = `Ada.Lovelace@${domain}`;
    const matched = await send('GET', `/Users?${query(`userName eq "${userName}"`)}`);
    expect(matched.body.totalResults).toBe(0);
    const created = await send('POST', '/Users', {
      schemas: [user, enterprise],
      externalId: 'ada.lovelace',
      userName,
      active: true,
      displayName: 'Ada Lovelace',
      emails: [{ primary: true, type: 'work', value: userName }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      title: 'Analyst',
      [enterprise]: { department: 'Engines', employeeNumber: '7' },
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toMatchObject({ userName, externalId: 'ada.lovelace', active: true });
    const again = await send('GET', `/Users?${query(`userName eq "${userName.toUpperCase()}"`)}`);
    expect(again.body.Resources.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await send('GET', `/Users/${id}`)).body.id).toBe(id);

    const changed = await send(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'displayName', value: 'Ada King' },
        { op: 'Add', path: 'name.familyName', value: 'King' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: `ada.king@${domain}` },
        { op: 'Replace', path: `${enterprise}:department`, value: 'Poetry' },
        { op: 'Add', path: `${enterprise}:manager`, value: [{ $ref: null, value: 'grace' }] },
      ),
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'Ada King',
      name: { familyName: 'King', givenName: 'Ada' },
      emails: [{ value: `ada.king@${domain}` }],
    });
    const disabled = await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect([disabled.status, disabled.body.active]).toEqual([200, false]);
    const restored = await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
    expect(restored.body.active).toBe(true);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await send('GET', `/Users?${query(`userName eq "${userName}"`)}`)).body.totalResults).toBe(0);
  });

  test('creates a group, reads it without members, and moves people in and out', async () => {
    const { send, person } = await connected();
    const [ada, grace] = [await person(), await person()];
    const displayName = 'Engineers';
    const missing = await send('GET', `/Groups?excludedAttributes=members&${query(`displayName eq "${displayName}"`)}`);
    expect(missing.body.totalResults).toBe(0);
    const made = await send('POST', '/Groups', {
      schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    const bare = await send('GET', `/Groups/${id}?excludedAttributes=members`);
    expect([bare.status, 'members' in bare.body]).toEqual([200, false]);
    const added = await send(
      'PATCH',
      `/Groups/${id}`,
      patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: ada.id }, { $ref: null, value: grace.id }] }),
    );
    expect([added.status, added.text]).toEqual([204, '']);
    expect((await send('GET', `/Groups/${id}`)).body.members).toHaveLength(2);
    const removed = await send('PATCH', `/Groups/${id}`, patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada.id }] }));
    expect(removed.status).toBe(204);
    const renamed = await send('PATCH', `/Groups/${id}`, patch({ op: 'Replace', path: 'displayName', value: 'Builders' }));
    expect(renamed.status).toBe(204);
    const left = (await send('GET', `/Groups/${id}`)).body;
    expect([left.displayName, left.members.map((each: { value: string }) => each.value)]).toEqual(['Builders', [grace.id]]);
    expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
  });
});

describe("Okta's provisioning agent", () => {
  test('looks for a person, creates, replaces, deactivates and reactivates them', async () => {
    const { send, domain } = await connected();
    const userName = `grace.hopper@${domain}`;
    const list = await send('GET', '/Users?startIndex=1&count=2');
    expect(list.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const search = `/Users?${query(`userName eq "${userName}"`)}&startIndex=1&count=100`;
    expect((await send('GET', search)).body.totalResults).toBe(0);
    const profile = {
      schemas: [user],
      userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
    };
    const created = await send('POST', '/Users', { ...profile, password: '1mz050nq', active: true });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const twice = await send('POST', '/Users', { ...profile, active: true });
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);
    const replaced = await send('PUT', `/Users/${id}`, {
      ...created.body,
      name: { givenName: 'Grace', middleName: 'Brewster', familyName: 'Hopper-Murray' },
      active: true,
    });
    expect([replaced.status, replaced.body.name.familyName]).toEqual([200, 'Hopper-Murray']);
    const off = await send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect(on.body.active).toBe(true);
    const read = await send('GET', `/Users/${id}`);
    expect(read.body).toMatchObject({ externalId: profile.externalId, emails: [{ value: userName }] });
  });

  test('pushes a group, changes its members, renames and deletes it', async () => {
    const { send, person } = await connected();
    const [ada, grace] = [await person(), await person()];
    const member = ({ id, userName }: { id: string; userName: string }) => ({ value: id, display: userName });
    const made = await send('POST', '/Groups', { schemas: [group], displayName: 'Test SCIMv2', members: [member(ada)] });
    expect([made.status, made.body.members.length]).toEqual([201, 1]);
    const { id } = made.body;
    const changed = await send(
      'PATCH',
      `/Groups/${id}`,
      patch(
        { op: 'remove', path: `members[value eq "${ada.id}"]` },
        { op: 'add', path: 'members', value: [member(grace)] },
      ),
    );
    expect(changed.status).toBe(204);
    const renamed = await send('PATCH', `/Groups/${id}`, patch({ op: 'replace', value: { id, displayName: 'Renamed' } }));
    expect(renamed.status).toBe(204);
    const replaced = await send('PUT', `/Groups/${id}`, { schemas: [group], id, displayName: 'Renamed', members: [member(ada), member(grace)] });
    expect([replaced.status, replaced.body.members.length]).toEqual([200, 2]);
    const listed = await send('GET', '/Groups?startIndex=1&count=100');
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Renamed' }] });
    expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
  });
});
