import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';

const service = started(startService);

test('users see themselves and the members of their organization, without lockedUntil', async () => {
  const { owner, id: organizationId } = await newOrganization(service);
  const member = await newMember(service, organizationId, 'MEMBER');
  for (const id of [member.id, owner.id]) {
    const answer = await member.client.get(`/api/users/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ id, organizationId });
    expect(answer.body.user).not.toHaveProperty('lockedUntil');
    expect(answer.text).not.toMatch(/password|secret|search/i);
  }
});

test('a user in another organization, an unknown id and a malformed id all get the same 404', async () => {
  const { client } = await newUser(service);
  const stranger = await newUser(service);
  const answers = await Promise.all(
    [stranger.id, uuidv7(), 'not-an-id', `${stranger.id}%00`].map((id) => client.get(`/api/users/${id}`)),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', details: {}, message: 'Not found.' });
  }
});

test('two users without an organization cannot see each other', async () => {
  const [one, other] = [await newLoner(service), await newLoner(service)];
  expect((await one.client.get(`/api/users/${other.id}`)).status).toBe(404);
  expect((await one.client.get(`/api/users/${one.id}`)).status).toBe(200);
});

test('a MODERATOR cannot see users outside their organization', async () => {
  const { client } = await newStaff(service, 'MODERATOR');
  const stranger = await newUser(service);
  expect((await client.get(`/api/users/${stranger.id}`)).status).toBe(404);
});

test('an ADMIN sees anyone, with lockedUntil, and gets 404 for an unknown id', async () => {
  const { client } = await newStaff(service, 'ADMIN');
  const stranger = await newUser(service);
  for (let attempt = 1; attempt <= 5; attempt++)
    await service.client().post('/api/auth/login', { email: stranger.email, password: 'Wrong-Horse-7' });
  const answer = await client.get(`/api/users/${stranger.id}`);
  expect(answer.status).toBe(200);
  expect(Date.parse(answer.body.user.lockedUntil)).toBeGreaterThan(service.clock.now().getTime());
  expect((await client.get(`/api/users/${uuidv7()}`)).status).toBe(404);
});

test('an ADMIN without two-factor sees only their organization: other ids are 403, existing or not', async () => {
  const { client, id, organizationId } = await newStaff(service, 'ADMIN', { twoFactor: false });
  const colleague = await newMember(service, organizationId, 'MEMBER');
  const stranger = await newUser(service);
  expect((await client.get(`/api/users/${id}`)).status).toBe(200);
  expect((await client.get(`/api/users/${colleague.id}`)).status).toBe(200);
  for (const other of [stranger.id, uuidv7()])
    expect((await client.get(`/api/users/${other}`)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
});
