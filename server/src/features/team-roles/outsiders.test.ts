import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { claimsIn, newApplication, refresh, tokensFor } from '@latchkey/server/testing/oidc';
import { joins, newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newRole } from '@latchkey/server/testing/roles';
import { newDirectory, newVerifiedLoner } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, newVerified } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { giveRole } from '@latchkey/server/testing/standing';
import { dropTeamRoles, fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeEach, describe, expect, test } from 'vitest';

/* What an organization, its identity provider, or someone who was removed from it could try to gain or to break. */

const world = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const single = started(startWithIdp);

const current = '/api/organizations/current';
const names = ['invoices:read', 'reports:read'];
const none = { roles: [], permissions: [] };
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });

beforeEach(async () => {
  for (const { service } of [world, single]) {
    await dropTeamRoles(service);
    await fillCatalog(service, names);
  }
});

const heldBy = async (client: Client) => {
  const { organization } = (await client.get('/api/auth/me')).body;
  return organization && { roles: organization.roles, permissions: organization.permissions };
};

describe("an identity provider's session", () => {
  /** A person who works for the organization with the provider, and holds a role elsewhere. */
  async function scene() {
    const { service, connected, somebody, travel } = world;
    const acme = await connected();
    const known = somebody(acme.domain.name);
    const person = await newVerified(service, { email: known.email, organizationName: 'Theirs' });
    await joins(service, person.id, acme.id);
    const away = await newOrganization(service);
    await joins(service, person.id, away.id);
    const secret = await newTeamRole(service, away.id, { permissions: ['invoices:read'] });
    await giveTeamRoles(service, person.id, away.id, [secret]);
    const byIdp = service.client();
    await travel(byIdp, acme.path, known.login);
    expect((await byIdp.get('/api/auth/me')).body.organization.id).toBe(acme.id);
    return { acme, person, away, secret, byIdp };
  }

  test('learns nothing of what its person holds in their other organizations', async () => {
    const { away, secret, byIdp, person } = await scene();
    const { key } = await newKey(byIdp);
    const own = await person.client.get('/api/auth/me', choosing(away.id));
    expect(own.body.organization.permissions).toEqual(['invoices:read']);
    for (const client of [byIdp, keyClient(world.service, key)])
      for (const answer of [
        await client.get('/api/auth/me'),
        await client.get('/api/auth/me', choosing(away.id)),
        await client.get(`${current}/members/${person.id}/roles`, choosing(away.id)),
        await client.get('/api/organizations'),
      ]) {
        expect(answer.text).not.toContain('invoices:read');
        expect(answer.text).not.toContain(secret.key);
      }
  });

  test('gets tokens that tell of its own organization only, whichever is asked for', async () => {
    const { acme, away, byIdp } = await scene();
    const application = await newApplication(world.service);
    const scope = 'openid organization offline_access';
    const tokens = await tokensFor(world.service, byIdp, application, { scope });
    expect(claimsIn(tokens.access_token).organization).toMatchObject({ id: acme.id, ...none });
    const asked = tokensFor(world.service, byIdp, application, { scope, organization: away.id });
    await expect(asked).rejects.toThrow('no code');
  });

  test('leaves no grant behind that tells of the organization its person went to', async () => {
    const { service, connected, somebody, travel } = single;
    const acme = await connected();
    const { login } = somebody(acme.domain.name);
    const byIdp = service.client();
    await travel(byIdp, acme.path, login);
    const { id } = (await byIdp.get('/api/auth/me')).body.user;
    const application = await newApplication(service);
    const scope = 'openid organization offline_access';
    const tokens = await tokensFor(service, byIdp, application, { scope });
    expect((await byIdp.delete(`${current}/members/${id}`)).status).toBe(200);
    const away = await newOrganization(service);
    await joins(service, id, away.id);
    await newTeamRole(service, away.id, { permissions: ['invoices:read'], isDefault: true });
    expect((await heldBy(await clientFor(service, id)))?.permissions).toEqual(['invoices:read']);
    expect((await refresh(service, application, tokens.refresh_token)).status).toBe(400);
  });
});

describe('what an identity provider sends', () => {
  test.each([
    ['a group that no text may hold', ['staff', 'a\u0000b']],
    ['half a character', ['staff', '\ud800']],
    ['many groups', ['staff', ...Array.from({ length: 20_000 }, (_, n) => `group ${n}`)]],
    ['groups that are no text', ['staff', null, 7, ['staff'], {}]],
  ])('%s does not stop the sign-in, and the others count', async (_what, groups) => {
    const { service, connected, somebody, change, idp, travel } = world;
    const at = await connected();
    const { key } = await newTeamRole(service, at.id, { permissions: names });
    await change(at.owner, at.connectionId, { groupRoles: [{ group: 'staff', roles: [key] }] });
    const { login, email } = somebody(at.domain.name);
    idp.people.set(login, { email, groups: groups as string[] });
    const client = service.client();
    await travel(client, at.path, login);
    expect(await heldBy(client)).toEqual({ roles: [key], permissions: names });
  });
});

describe('someone who was removed', () => {
  test('does not come back by an invitation from before, with the roles it offered', async () => {
    const { service } = world;
    const directory = await newDirectory(service);
    const email = `invited-${directory.id}@${directory.domain}`;
    const person = await newVerifiedLoner(service, email);
    const { key } = await newTeamRole(service, directory.id, { permissions: names });
    const sent = await directory.owner.client.post(`${current}/invites`, {
      email,
      roles: [key],
      role: 'ADMIN',
    });
    expect(sent.status).toBe(201);
    // Someone else lets them in first: the invitation stays open.
    await joins(service, person.id, directory.id);
    const removed = await directory.owner.client.delete(`${current}/members/${person.id}`);
    expect(removed.status).toBe(200);
    const { invites } = (await directory.owner.client.get(`${current}/invites`)).body;
    expect(invites).toEqual([]);
    const client = await clientFor(service, person.id);
    expect((await client.post(`/api/invites/${sent.body.invite.token}/accept`)).status).toBe(404);
    expect(await heldBy(client)).toBeNull();
    const again = await directory.owner.client.post(`${current}/invites`, { email });
    expect(again.status).toBe(201);
  });
});

describe('the trail and the events of roles', () => {
  test('reach the organization that they are about, and the service; those of templates no organization', async () => {
    const { service } = world;
    const [here, away] = [await newOrganization(service), await newOrganization(service)];
    const admin = await newStaff(service, 'ADMIN');
    const member = await newMember(service, here.id, 'MEMBER');
    const told = async (client: Client, path: string) => {
      const { events } = (await client.get(`${path}?limit=1000`)).body;
      const types: string[] = events.map(({ type }: { type: string }) => type);
      return types.filter((type) => /^organization_(role|perm)|^member.roles/.test(type));
    };
    await service.webhookWorker.drain();
    const before = (await told(admin.client, '/api/admin/events')).length;
    const body = { key: 'org-told', name: 'Told', permissions: ['reports:read'] };
    await here.owner.client.post(`${current}/roles`, body);
    await here.owner.client.put(`${current}/members/${member.id}/roles`, { roles: ['org-told'] });
    await admin.client.post('/api/admin/organization-roles', { ...body, key: 'told' });
    await admin.client.put('/api/admin/organization-permissions', {
      permissions: [{ name: 'reports:read' }],
    });
    const own = ['organization_role.created', 'member.roles_changed'];
    await service.webhookWorker.drain();
    expect((await told(admin.client, '/api/admin/events')).slice(before)).toEqual([
      ...own,
      'organization_role.created',
      'organization_permissions.changed',
    ]);
    expect(await told(here.owner.client, `${current}/events`)).toEqual(own);
    const { events } = (await here.owner.client.get(`${current}/events`)).body;
    expect(events.at(-1).data.member).toMatchObject({ id: member.id, roles: ['org-told'] });
    expect(await told(away.owner.client, `${current}/events`)).toEqual([]);
    const trail = (await here.owner.client.get(`/api/admin/audit-logs`)).body.logs;
    expect(JSON.stringify(trail)).not.toContain('ADMIN_ORGANIZATION');
  });
});

test('a key that reads like nothing at all is a role like any other', async () => {
  const { service } = world;
  const home = await newOrganization(service);
  const member = await newMember(service, home.id, 'MEMBER');
  for (const key of ['null', 'nul', 'constructor']) await newTeamRole(service, null, { key });
  const roles = ['constructor', 'nul', 'null'];
  const given = await home.owner.client.put(`${current}/members/${member.id}/roles`, { roles });
  expect(given.body.member.roles).toEqual(roles);
  expect(await heldBy(member.client)).toEqual({ roles, permissions: [] });
});

test('staff who may write roles in one organization only do not reach what every organization has', async () => {
  const { service } = world;
  const [home, away] = [await newOrganization(service), await newOrganization(service)];
  const person = await newLoner(service);
  await joins(service, person.id, home.id, 'OWNER');
  await joins(service, person.id, away.id, 'OWNER');
  const { id } = await newRole(service, ['roles:read', 'roles:write']);
  await giveRole(service, person.id, id);
  for (const where of [home.id, away.id])
    for (const path of ['/api/admin/organization-permissions', '/api/admin/organization-roles'])
      expect((await person.client.get(path, choosing(where))).status).toBe(403);
});
