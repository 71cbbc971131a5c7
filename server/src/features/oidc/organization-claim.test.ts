import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  introspect,
  newApplication,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { joins, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { giveOrganizationRole } from '@latchkey/server/testing/standing';
import { dropTeamRoles, fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const scope = 'openid organization offline_access';
const names = ['invoices:read', 'invoices:refund', 'reports:read'];

let application: TestApplication;
let home: Awaited<ReturnType<typeof newOrganization>>;
let member: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  application = await newApplication(service);
});
beforeEach(async () => {
  await dropTeamRoles(service);
  await fillCatalog(service, names);
  home = await newOrganization(service);
  member = await newMember(service, home.id, 'MEMBER');
});

type Tokens = Awaited<ReturnType<typeof tokensFor>>;
const tokensOf = (client: Client, more: Record<string, string> = {}) =>
  tokensFor(service, client, application, { scope, ...more });

/** What each of the four places tells of the organization. */
async function toldBy({ access_token, id_token }: Tokens): Promise<unknown[]> {
  const answers = [
    await userinfo(service, access_token),
    await introspect(service, application, access_token),
  ];
  return [claimsIn(id_token), claimsIn(access_token), ...answers.map(({ body }) => body)].map(
    ({ organization }) => organization,
  );
}
const fourTimes = (told: unknown) => [told, told, told, told];

/** A catalog of as many names, each of this length. */
const catalogOf = (count: number, length = 8) =>
  Array.from({ length: count }, (_, n) => `a:p${String(n).padStart(length - 3, '0')}`);

describe('with scope organization, tokens, userinfo and introspection', () => {
  test('tell rank, roles and permissions there, sorted, beside the earlier claims', async () => {
    const own = await newTeamRole(service, home.id, {
      key: 'org-zoo',
      permissions: [names[2], names[0]] as string[],
    });
    const template = await newTeamRole(service, null, { key: 'support' });
    await giveTeamRoles(service, member.id, home.id, [template, own]);
    const { slug } = (await member.client.get('/api/auth/me')).body.organization;
    const tokens = await tokensOf(member.client);
    expect(await toldBy(tokens)).toEqual(
      fourTimes({
        id: home.id,
        slug,
        role: 'MEMBER',
        roles: ['org-zoo', 'support'],
        permissions: ['invoices:read', 'reports:read'],
      }),
    );
    const earlier = { org_id: home.id, org_role: 'MEMBER' };
    expect(claimsIn(tokens.access_token)).toMatchObject(earlier);
    expect(claimsIn(tokens.id_token)).toMatchObject({ ...earlier, org_slug: slug, org_name: 'Acme' });
  });

  test('tell an OWNER and an ADMIN the whole catalog', async () => {
    await giveOrganizationRole(service, member.id, 'ADMIN');
    for (const { client } of [home.owner, member])
      expect(claimsIn((await tokensOf(client)).id_token).organization).toMatchObject({
        roles: [],
        permissions: names,
      });
  });

  test('tell what counts at that moment: a token as of its issue, userinfo and introspection as of now', async () => {
    const role = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    const tokens = await tokensOf(member.client);
    await giveTeamRoles(service, member.id, home.id, [role]);
    const permissions = (await toldBy(tokens)).map((told) => (told as { permissions: string[] }).permissions);
    expect(permissions).toEqual([[], [], ['reports:read'], ['reports:read']]);
    const renewed = (await refresh(service, application, tokens.refresh_token)).body;
    expect(await toldBy(renewed)).toMatchObject(
      fourTimes({ roles: [role.key], permissions: ['reports:read'] }),
    );
    await dropTeamRoles(service, role.id);
    expect((await userinfo(service, renewed.access_token)).body.organization).toMatchObject({
      roles: [],
      permissions: [],
    });
  });

  test("tell of the grant's organization, and nothing once the person has left it", async () => {
    const away = await newOrganization(service);
    await joins(service, member.id, away.id, 'ADMIN');
    const role = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    await giveTeamRoles(service, member.id, home.id, [role]);
    const [here, there] = [
      await tokensOf(member.client),
      await tokensOf(member.client, { organization: away.id }),
    ];
    expect(await toldBy(here)).toMatchObject(fourTimes({ id: home.id, permissions: ['reports:read'] }));
    expect(await toldBy(there)).toMatchObject(
      fourTimes({ id: away.id, role: 'ADMIN', roles: [], permissions: names }),
    );
    await member.client.delete(`/api/organizations/current/members/${member.id}`);
    const { status, body } = await userinfo(service, here.access_token);
    expect([status, body.organization, body.org_id]).toEqual([200, undefined, undefined]);
    expect((await introspect(service, application, here.access_token)).body.organization).toBeUndefined();
  });

  test.each([
    ['100 names are told', catalogOf(100), true],
    ['101 are left out', catalogOf(101), false],
    // Of n names, JSON has n + 1 brackets and commas, and two quotes around each.
    ['4,096 bytes of JSON are told', [...catalogOf(49, 79), `b:${'x'.repeat(72)}`], true],
    ['4,097 are left out', [...catalogOf(49, 79), `b:${'x'.repeat(73)}`], false],
  ])('%s, and everything else stays', async (_what, catalog, isTold) => {
    await fillCatalog(service, catalog);
    const told = await toldBy(await tokensOf(home.owner.client));
    const rest = { id: home.id, slug: expect.any(String), role: 'OWNER', roles: [] };
    expect(told).toEqual(fourTimes(isTold ? { ...rest, permissions: catalog } : rest));
  });
});

test('without the scope, or without an organization, nothing is told', async () => {
  const open = await tokensFor(service, member.client, application, { scope: 'openid permissions' });
  expect(await toldBy(open)).toEqual(fourTimes(undefined));
  await member.client.delete(`/api/organizations/current/members/${member.id}`);
  expect(await toldBy(await tokensOf(member.client))).toEqual(fourTimes(undefined));
});

test('a remembered consent to the scope stands, whatever roles come later', async () => {
  const asking = await newApplication(service, { firstParty: false });
  const ask = (prompt?: string) => authorize(member.client, asking, { scope, prompt });
  const { request } = (await ask()).query;
  await member.client.post('/api/oidc/consent', { request, decision: 'allow' });
  const role = await newTeamRole(service, home.id, { permissions: names });
  await giveTeamRoles(service, member.id, home.id, [role]);
  expect((await ask('none')).query.code).toBeDefined();
});

test('discovery names the scope and the claim', async () => {
  const { body } = await service.client().get('/.well-known/openid-configuration');
  expect(body.scopes_supported).toContain('organization');
  expect(body.claims_supported).toContain('organization');
});

test("an application's token opens none of Latchkey's routes, whatever it tells", async () => {
  const { access_token } = await tokensOf(home.owner.client);
  expect(claimsIn(access_token).organization).toMatchObject({ permissions: names });
  const client = service.client();
  client.bearer = access_token;
  expect((await client.get('/api/organizations/current/roles')).status).toBe(401);
  const { key } = await newKey(home.owner.client);
  expect((await keyClient(service, key).get('/api/organizations/current/roles')).status).toBe(200);
});
