import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import {
  clientFor,
  newStaff,
  newUser,
  newVerified,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';
import { eraseDue } from './erase-due.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const logged = (email: string) => service.sql`SELECT type FROM emails WHERE to_address = ${email}`;

test('without erase, the mail log stays; with it, only the last email is sent, and its row goes', async () => {
  const [kept, erased] = [await newUser(service), await newVerified(service, { username: 'gone-for-good' })];
  expect((await admin.client.delete(`/api/users/${kept.id}`)).status).toBe(200);
  expect(await logged(kept.email)).not.toHaveLength(0);
  expect((await admin.client.delete(`/api/users/${erased.id}?erase=true`)).status).toBe(200);
  expect((await service.mails(erased.email)).at(-1)?.subject).toBe('Your account was deleted');
  expect(await logged(erased.email)).toHaveLength(0);
  await newUser(service, { email: erased.email, username: 'gone-for-good' });
});

test('wrong guesses at an erased address do not lock the account that has it next', async () => {
  const { id, email } = await newVerified(service);
  const login = (guess: string) => service.client().post('/api/auth/login', { email, password: guess });
  for (let nth = 0; nth < 5; nth++) await login('Wrong-Horse-9');
  expect((await login(password)).body.error.code).toBe('ACCOUNT_LOCKED');
  expect((await admin.client.delete(`/api/users/${id}?erase=true`)).status).toBe(200);
  await newUser(service, { email });
  expect((await login(password)).status).toBe(200);
});

test('erasing needs a recent proof, deleting does not; any other value is refused', async () => {
  const user = await newUser(service);
  const stale = await clientFor(service, admin.id);
  await service.sql`UPDATE sessions SET proven_at = 'epoch' WHERE user_id = ${admin.id}`;
  const refused = await stale.delete(`/api/users/${user.id}?erase=true`);
  expect(refused.body.error.code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await stale.delete(`/api/users/${user.id}?erase=yes`)).status).toBe(400);
  expect((await stale.delete(`/api/users/${user.id}?erase=false`)).status).toBe(200);
});

test('an erased address gets no more unsolicited email than before, for a day', async () => {
  const { owner } = await newOrganization(service);
  const guest = await newVerified(service);
  const invite = (email: string) => owner.client.post('/api/organizations/current/invites', { email });
  for (let n = 0; n < 2; n++) {
    const { body } = await invite(guest.email);
    await owner.client.delete(`/api/organizations/current/invites/${body.invite.id}`);
  }
  expect((await invite(guest.email)).status).toBe(429);
  const boss = await newStaff(service, 'ADMIN');
  expect((await boss.client.delete(`/api/users/${guest.id}?erase=true`)).status).toBe(200);
  await service.mails(guest.email);
  expect(await logged(guest.email)).toHaveLength(0);
  expect((await invite(guest.email)).status).toBe(429);
  service.clock.advance({ hours: 25 });
  const later = await clientFor(service, owner.id);
  expect((await later.post('/api/organizations/current/invites', { email: guest.email })).status).toBe(201);
});

test('an event of an erased account carries only the id', async () => {
  const { owner, id } = await newOrganization(service);
  await newMember(service, id, 'OWNER');
  expect((await owner.client.post('/api/users/profile/deletion')).status).toBe(200);
  service.clock.advance({ days: 15 });
  await eraseDue(service.deps);
  const rows = await service.sql<{ body: string }[]>`
    SELECT body FROM events WHERE type = 'user.deleted' AND body LIKE ${`%${owner.id}%`}`;
  expect(JSON.parse(rows[0]?.body ?? '{}').data).toEqual({
    action: 'AUTH_ACCOUNT_DELETED',
    actor: { id: owner.id },
    organizationId: id,
    metadata: {},
    user: { id: owner.id },
  });
});

test('changes of the own profile name the fields, without their values', async () => {
  const { client, id, email } = await newUser(service);
  await client.post('/api/users/profile', { firstName: 'Newly' });
  await client.post('/api/users/profile', { firstName: 'Newly' });
  await client.put(`/api/users/${id}`, { lastName: 'Named', username: 'newly-named' });
  const gif = { raw: Buffer.from('GIF89a'), headers: { 'content-type': 'image/gif' } };
  await client.put('/api/users/profile/picture', undefined, gif);
  await client.delete('/api/users/profile/picture');
  await client.post('/api/users/profile', { locale: 'de' });
  const entries = (await service.audit(email)).filter(({ action }) => action === 'AUTH_PROFILE_UPDATED');
  expect(entries.map(({ metadata }) => metadata).reverse()).toEqual([
    { changed: ['locale'] },
    { changed: ['picture'] },
    { changed: ['picture'] },
    { changed: ['lastName', 'username'] },
    { changed: ['firstName'] },
  ]);
});
