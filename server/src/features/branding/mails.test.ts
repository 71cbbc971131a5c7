import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, joins } from '@latchkey/server/testing/organizations';
import { createPerson, newDirectory, newVerifiedLoner } from '@latchkey/server/testing/scim';
import { newVerified, type TestService } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { removeMember } from '@latchkey/server/testing/standing';
import { expect, test } from 'vitest';

const world = started(startWithIdp);
type Client = Awaited<ReturnType<typeof newVerified>>['client'];
const look = (client: Client, displayName: string, accentColor: string) =>
  client.patch('/api/organizations/current/branding', { displayName, accentColor });

/** The newest mail has this name and color, beside the name of the service, and still comes from the service. */
async function expectBranded(service: TestService, email: string, [name, color]: readonly [string, string]) {
  const mail = (await service.mails(email)).at(-1);
  expect(mail?.html).toContain(name);
  expect(mail?.html).toContain(`background-color:${color}`);
  expect(mail?.html).toContain('Latchkey');
  expect(mail?.text).toContain(name);
  expect(mail?.from).toBe('Latchkey <no-reply@localhost>');
}

test('an invitation has the name and color of its organization', async () => {
  const { service } = world;
  const { owner } = await newDirectory(service);
  const brand = ['Acme Look', '#e03131'] as const;
  expect((await look(owner.client, ...brand)).status).toBe(200);
  await inviteTo(owner, 'guest@example.com');
  await expectBranded(service, 'guest@example.com', brand);
});

test('so has what tells that single sign-on was linked', async () => {
  const { service, connected, somebody, travel } = world;
  const { id, domain, path, owner } = await connected();
  const brand = ['Look of SSO', '#2f9e44'] as const;
  expect((await look(owner.client, ...brand)).status).toBe(200);
  const { login, email } = somebody(domain.name);
  const member = await newVerified(service, { email, organizationName: 'Elsewhere' });
  await removeMember(service, member.id);
  await joins(service, member.id, id);
  await travel(service.client(), path, login);
  expect((await service.mails(email)).at(-1)?.subject).toContain('single sign-on');
  await expectBranded(service, email, brand);
});

test('so has what tells that a directory added someone, and no mail about the account alone', async () => {
  const { service } = world;
  const { client, owner, newEmail } = await newDirectory(service);
  const brand = ['Look of SCIM', '#1971c2'] as const;
  expect((await look(owner.client, ...brand)).status).toBe(200);
  const { email } = await newVerifiedLoner(service, newEmail());
  expect((await createPerson(client, { userName: email })).status).toBe(201);
  await expectBranded(service, email, brand);
  await service.client().post('/api/auth/forgot-password', { email });
  const reset = (await service.mails(email)).at(-1);
  expect(reset?.subject).not.toContain('organization');
  expect(reset?.html).not.toContain('Look of SCIM');
});
