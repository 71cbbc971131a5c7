import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { createLatchkey } from '../server/index.ts';
import { type GuardedApp, guardedApps } from '../testing/guarded-apps.ts';
import { LatchkeyProvider, type SignedInUser, usePermission } from './index.ts';

const service = started(startService);
const permission = 'invoices:refund';
beforeAll(() => fillCatalog(service, [permission]));

type Client = Awaited<ReturnType<typeof newUser>>['client'];

function Answer({ name }: { name: string }) {
  return String(usePermission(name));
}

/** What a page shows to the session. Null: no one is signed in; undefined: not known yet. */
function shownTo(session: SignedInUser | null | undefined, name = permission): boolean {
  const answer = createElement(Answer, { name });
  const props = { baseUrl: service.url, ...(session !== undefined && { session }) };
  const page = createElement(LatchkeyProvider, props, answer);
  return renderToString(page) === 'true';
}

async function isPassed(client: Client, name = permission): Promise<boolean> {
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const send = guardedApps.Hono as GuardedApp;
  const latchkey = createLatchkey({ url: service.url });
  return (await send(latchkey, { headers: { cookie } }, { permission: name })).status === 200;
}

const people = {
  'an OWNER': async () => (await newOrganization(service)).owner.client,
  'a MEMBER without roles': async () =>
    (await newMember(service, (await newOrganization(service)).id, 'MEMBER')).client,
  'a MEMBER with a role': async () => {
    const { id } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    await giveTeamRoles(service, member.id, id, [
      await newTeamRole(service, id, { permissions: [permission] }),
    ]);
    return member.client;
  },
  'an OWNER whom a policy refuses': async () => {
    const { client, id, organizationId } = await newUser(service);
    const owner = await newMember(service, organizationId, 'OWNER');
    await setPolicy(client, organizationPolicy, { signInMethods: ['password'] });
    await service.sql`UPDATE sessions SET sign_in_method = 'google' WHERE user_id = ${owner.id}`;
    expect(id).not.toBe(owner.id);
    return owner.client;
  },
};

test.each([
  ['an OWNER', true],
  ['a MEMBER without roles', false],
  ['a MEMBER with a role', true],
  ['an OWNER whom a policy refuses', false],
] as const)('usePermission is what protect says of %s', async (who, expected) => {
  const client = await people[who]();
  const { body } = await client.get('/api/auth/me');
  expect([shownTo(body), await isPassed(client)]).toEqual([expected, expected]);
});

test("usePermission is true for the service's permissions, too, and false for names in neither list", async () => {
  const { client } = await newStaff(service, 'MODERATOR');
  const { body } = await client.get('/api/auth/me');
  for (const [name, expected] of [
    ['users:list', true],
    ['users:read', false],
    ['users', false],
  ] as const)
    expect([shownTo(body, name), await isPassed(client, name)]).toEqual([expected, expected]);
});

test('usePermission is false for those who must set up two-factor first', async () => {
  const { client } = await newStaff(service, 'ADMIN');
  await service.sql`UPDATE users SET two_factor_enabled = false, passkey_count = 0`;
  const { body } = await client.get('/api/auth/me');
  expect(body.requiresTwoFactorSetup).toBe(true);
  expect([shownTo(body, 'users:read'), await isPassed(client, 'users:read')]).toEqual([false, false]);
});

test('usePermission is false while no one is signed in, or no one knows yet', () => {
  expect([shownTo(null), shownTo(undefined)]).toEqual([false, false]);
});
