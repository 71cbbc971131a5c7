import { configurationOf, summaries } from '@latchkey/server/testing/configuration';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, type newUser, startService } from '@latchkey/server/testing/service';
import { giveNamedRole, takeRoles } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
let admin: Awaited<ReturnType<typeof newUser>>;
let config: Awaited<ReturnType<typeof configurationOf>>;
beforeAll(async () => {
  config = await configurationOf(service);
  admin = await newStaff(service, 'ADMIN');
});

const listed = async (path: string) => (await admin.client.get(`/api/admin/${path}`)).body;
const everything = {
  policy: { passwordStrength: 2, emailDomains: ['example.com'] },
  roles: {
    ROLE_LEAD: { description: 'Leads', parent: 'ROLE_HELPER', permissions: ['audit:read'] },
    ROLE_HELPER: { permissions: ['users:read'] },
  },
  organizationPermissions: [{ name: 'reports:read', description: 'Read reports' }, { name: 'reports:write' }],
  organizationRoles: {
    analyst: { name: 'Analyst', permissions: ['reports:write', 'reports:read'], isDefault: true },
  },
  applications: [
    { name: 'Shop', kind: 'web', redirectUris: ['https://shop.example.com/callback'], enabled: false },
    { name: 'Phone', kind: 'native', redirectUris: ['com.example.app:/callback'] },
  ],
  webhooks: [{ url: 'https://example.com/hook', events: ['user.*'], enabled: false }],
};

describe('a file', () => {
  test('is planned, applied once, and then changes nothing', async () => {
    const plan = await config.told('plan', everything);
    expect(plan.code).toBe(2);
    expect(summaries(plan.changes)).toEqual([
      'update policy policy',
      'create roles ROLE_HELPER',
      'create roles ROLE_LEAD',
      'create organizationPermissions reports:read',
      'create organizationPermissions reports:write',
      'create organizationRoles analyst',
      'create applications Phone',
      'create applications Shop',
      'create webhooks https://example.com/hook',
    ]);
    expect(plan.changes[0]?.fields).toEqual({
      passwordStrength: { from: 0, to: 2 },
      emailDomains: { from: [], to: ['example.com'] },
    });
    expect((await listed('webhooks')).webhooks).toEqual([]);
    expect((await listed('policy')).version).toBe(0);

    const done = await config.applied(everything);
    expect(done.changes).toEqual(plan.changes);
    const { applications } = await listed('applications');
    const shop = applications.find(({ name }: { name: string }) => name === 'Shop');
    expect(shop).toMatchObject({ ...everything.applications[0], organizationId: null });
    expect((await listed('webhooks')).webhooks).toMatchObject(everything.webhooks);
    expect((await listed('organization-roles')).roles).toMatchObject([{ key: 'analyst', isDefault: true }]);
    const { roles } = await listed('roles');
    const parent = roles.find(({ name }: { name: string }) => name === 'ROLE_HELPER');
    expect(roles).toContainEqual(expect.objectContaining({ name: 'ROLE_LEAD', parentId: parent.id }));
    expect(done.secrets).toEqual([
      { kind: 'applications', key: 'Shop', clientId: shop.clientId, clientSecret: expect.any(String) },
      { kind: 'webhooks', key: 'https://example.com/hook', secret: expect.stringMatching(/^whsec_/) },
    ]);

    const trail = (await service.audit()).length;
    expect(await config.applied(everything)).toMatchObject({ changes: [], secrets: [] });
    expect(await config.told('plan', everything)).toMatchObject({ code: 0, changes: [] });
    expect(await service.audit()).toHaveLength(trail);
  });

  test('that was exported changes nothing, and holds no secret', async () => {
    const done = await config.run('export');
    expect([done.code, done.error]).toEqual([0, '']);
    expect(parse(done.out)).toMatchObject({
      policy: { passwordStrength: 2, sessionMinutes: null },
      roles: { ROLE_LEAD: { parent: 'ROLE_HELPER' }, ROLE_ADMIN: { description: expect.any(String) } },
      organizationPermissions: [{ name: 'reports:read' }, { name: 'reports:write' }],
      applications: expect.arrayContaining([expect.objectContaining({ name: 'Shop', organization: null })]),
    });
    expect(Object.keys(parse(done.out).roles.ROLE_ADMIN)).toEqual(['description']);
    expect(done.out).not.toMatch(/secret|whsec_|clientId/i);
    expect(await config.told('plan', done.out, { args: ['--prune'] })).toMatchObject({
      code: 0,
      changes: [],
    });
    const asJson = JSON.parse((await config.run('export', undefined, { args: ['--json'] })).out);
    expect(asJson).toEqual(parse(done.out));
  });

  test('leaves what it does not name, and deletes it with --prune, but no system role', async () => {
    await config.applied({ webhooks: [{ url: 'https://example.com/other' }], roles: { ROLE_SPARE: {} } });
    const kept = { webhooks: everything.webhooks, roles: everything.roles };
    expect((await config.told('plan', kept)).changes).toEqual([]);
    const plan = await config.told('plan', kept, { args: ['--prune'] });
    expect(summaries(plan.changes)).toEqual([
      'delete roles ROLE_SPARE',
      'delete webhooks https://example.com/other',
    ]);
    await config.applied(kept, { args: ['--prune'] });
    expect((await listed('webhooks')).webhooks).toHaveLength(1);
    const names = (await listed('roles')).roles.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['ROLE_ADMIN', 'ROLE_MODERATOR', 'ROLE_USER', 'ROLE_LEAD']));
    expect(names).not.toContain('ROLE_SPARE');
    expect((await listed('applications')).applications).toHaveLength(2);
  });

  test('changes only the fields that it has', async () => {
    const done = await config.applied({ applications: [{ name: 'Shop', firstParty: true }] });
    expect(done.changes).toEqual([
      {
        action: 'update',
        kind: 'applications',
        key: 'Shop',
        fields: { firstParty: { from: false, to: true } },
      },
    ]);
    const { applications } = await listed('applications');
    expect(applications).toContainEqual(
      expect.objectContaining({ name: 'Shop', enabled: false, firstParty: true }),
    );
  });

  test('is recorded as the API records it, without a user', async () => {
    const done = (await service.audit()).filter(({ metadata }) => metadata.via === 'config');
    expect(done.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'ADMIN_POLICY_CHANGED',
        'ADMIN_ROLE_CREATED',
        'ADMIN_ROLE_DELETED',
        'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED',
        'ADMIN_ORGANIZATION_ROLE_CREATED',
        'ADMIN_APP_CREATED',
        'ADMIN_APP_UPDATED',
        'ADMIN_WEBHOOK_CREATED',
        'ADMIN_WEBHOOK_DELETED',
      ]),
    );
    expect(new Set(done.map(({ userId }) => userId))).toEqual(new Set([null]));
  });
});

describe('an application', () => {
  test('belongs to the organization with this slug', async () => {
    const organization = await newOrganization(service, 'Slugged');
    const app = {
      name: 'Inside',
      kind: 'spa',
      redirectUris: ['https://in.example.com/'],
      organization: organization.slug,
    };
    await config.applied({ applications: [app] });
    const { applications } = await listed('applications');
    expect(applications).toContainEqual(
      expect.objectContaining({ name: 'Inside', organizationId: organization.id }),
    );
    expect(parse((await config.run('export')).out).applications).toContainEqual(
      expect.objectContaining({ organization: organization.slug }),
    );
    expect(await config.faults({ applications: [{ name: 'Inside', organization: 'nobody' }] })).toEqual([
      '1: applications[0].organization: There is no organization nobody.',
    ]);
  });

  test('keeps its kind, and two of one name are not told apart', async () => {
    expect(await config.faults({ applications: [{ name: 'Shop', kind: 'spa' }] })).toEqual([
      expect.stringMatching(/^1: applications\[0\].kind: This never changes/),
    ]);
    const twin = { name: 'Twin', kind: 'spa', redirectUris: ['https://twin.example.com/'] };
    for (const _each of [1, 2])
      expect((await admin.client.post('/api/admin/applications', twin)).status).toBe(201);
    expect(await config.faults({ applications: [{ name: 'Twin' }] })).toEqual([
      expect.stringContaining('There are 2'),
    ]);
  });

  test('that registered itself is neither exported nor pruned', async () => {
    const open = await startService({ env: { ENABLE_DYNAMIC_CLIENTS: 'true' } });
    const made = await open.client().post('/api/oidc/register', {
      client_name: 'Wild',
      redirect_uris: ['https://wild.example.com/'],
      token_endpoint_auth_method: 'none',
    });
    expect(made.status).toBe(201);
    const openConfig = await configurationOf(open);
    expect((await openConfig.run('export')).out).toContain('applications: []');
    const done = await openConfig.applied({ applications: [] }, { args: ['--prune'] });
    expect(done.changes).toEqual([]);
  });
});

describe('the outcome is what the rules judge', () => {
  test('a role that someone holds is not deleted, and nothing else happens either', async () => {
    await config.applied({ roles: { ROLE_HELD: {} } });
    await giveNamedRole(service, admin.id, 'ROLE_HELD');
    const before = (await config.run('export')).out;
    const pruned = { roles: everything.roles, policy: { passwordStrength: 3 } };
    const refused = await config.faults(pruned, { args: ['--prune'] });
    expect(refused).toEqual([expect.stringMatching(/^1: roles.ROLE_HELD: /)]);
    expect((await config.run('export')).out).toBe(before);
    await takeRoles(service, admin.id);
  });

  test('a limit counts what will be there: deleted first, then created', async () => {
    const many = (from: number) =>
      Array.from({ length: 20 }, (_, at) => ({ url: `https://example.com/${from + at}` }));
    await config.applied({ webhooks: many(0) }, { args: ['--prune'] });
    const over = await config.faults({ webhooks: many(5) });
    expect(over).toHaveLength(5);
    expect(over[0]).toContain("webhooks[15]: You can't add any more webhooks");
    await config.applied({ webhooks: many(5) }, { args: ['--prune'] });
    expect((await listed('webhooks')).webhooks).toHaveLength(20);
    await config.applied({ webhooks: everything.webhooks }, { args: ['--prune'] });
  });

  test('roles trade places in a line of inheritance', async () => {
    await config.applied({ roles: { ROLE_ONE: {}, ROLE_TWO: { parent: 'ROLE_ONE' } } });
    const swapped = { roles: { ROLE_ONE: { parent: 'ROLE_TWO' }, ROLE_TWO: { parent: null } } };
    await config.applied(swapped);
    expect(await config.told('plan', swapped)).toMatchObject({ code: 0 });
    const circle = { roles: { ROLE_ONE: { parent: 'ROLE_TWO' }, ROLE_TWO: { parent: 'ROLE_ONE' } } };
    expect(await config.faults(circle)).toEqual([expect.stringContaining("can't inherit from itself")]);
  });

  test('a permission moves between the catalog and the roles of the service, both ways at once', async () => {
    await config.applied({
      roles: { ROLE_MOVER: { permissions: ['plans:read'] } },
      organizationPermissions: [{ name: 'bills:read' }],
    });
    const moved = {
      roles: { ROLE_MOVER: { permissions: ['bills:read'] } },
      organizationPermissions: [{ name: 'plans:read' }],
      organizationRoles: { analyst: { permissions: ['plans:read'] } },
    };
    const done = await config.applied(moved, { args: ['--prune'] });
    expect(done.code).toBe(0);
    expect((await listed('organization-permissions')).permissions).toMatchObject([{ name: 'plans:read' }]);
  });

  test('a system role keeps its permissions', async () => {
    expect(await config.faults({ roles: { ROLE_ADMIN: { permissions: [] } } })).toEqual([
      expect.stringMatching(/^1: roles.ROLE_ADMIN: /),
    ]);
    await config.applied({ roles: { ROLE_ADMIN: { description: 'Everything' } } });
  });

  test('an address that webhooks may not go to is refused', async () => {
    expect(await config.faults({ webhooks: [{ url: 'https://169.254.169.254/latest' }] })).toEqual([
      expect.stringContaining("Webhooks can't be sent to this address"),
    ]);
  });
});
