import type { Client } from '@latchkey/server/testing/client';
import { holdBack } from '@latchkey/server/testing/hold-back';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  insertOrganizationKey,
  makeOrganizationKey,
  organizationKeyClient,
  organizationKeysPath as path,
} from '@latchkey/server/testing/organization-keys';
import { inviteTo, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const current = '/api/organizations/current';
const programFor = (client: Client, ...scopes: string[]) => organizationKeyClient(service, client, scopes);
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];

describe('what a key may do here', () => {
  test('latchkey:read shows the organization as a MEMBER sees it, its members and its invitations', async () => {
    const { id, name, slug, owner } = await newOrganization(service);
    await inviteTo(owner, 'invited@example.com', 'ADMIN');
    const program = await programFor(owner.client, 'latchkey:read');
    const { organization } = (await program.get(current)).body;
    expect(organization).toMatchObject({ id, name, slug, role: 'MEMBER', memberCount: 1 });
    const { members } = (await program.get(`${current}/members`)).body;
    expect(members.map((member: { id: string }) => member.id)).toEqual([owner.id]);
    const { invites } = (await program.get(`${current}/invites`)).body;
    expect(invites).toMatchObject([{ email: 'invited@example.com', role: 'ADMIN' }]);
    expect(JSON.stringify(invites)).not.toContain('token');
  });

  test("latchkey:audit shows the organization's own entries and events, whatever it asks for", async () => {
    const { id, owner } = await newOrganization(service);
    const other = await newOrganization(service);
    await makeOrganizationKey(other.owner.client);
    const program = await programFor(owner.client, 'latchkey:audit');
    for (const query of ['', '?organizationId=all', `?organizationId=${other.id}`, '?export=true']) {
      const { logs } = (await program.get(`/api/admin/audit-logs${query}`)).body;
      expect(new Set(logs.map((entry: { organizationId: string }) => entry.organizationId))).toEqual(
        new Set([id]),
      );
    }
    const exported = await program.get(
      `/api/admin/audit-logs/export?format=jsonl&organizationId=${other.id}`,
    );
    expect(exported.text).toContain(id);
    expect(exported.text).not.toContain(other.id);
    const { events } = (await program.get(`${current}/events`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['organization_key.created']);
    expect(codeOf(await program.get('/api/admin/audit-logs/head'))).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    expect(codeOf(await program.get('/api/admin/events'))).toEqual([403, 'API_KEY_SCOPE_MISSING']);
  });

  test('scopes of the team open nothing, and the refusal names the scope that would', async () => {
    const { owner } = await newOrganization(service);
    const program = await programFor(owner.client, 'members:read', 'orders:write');
    const refused = await program.get(`${current}/members`);
    expect(codeOf(refused)).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    expect(refused.body.error.details).toEqual({ scopes: ['latchkey:read'] });
    const me = await program.get('/api/auth/me');
    expect(codeOf(me)).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    expect(me.body.error.details).toEqual({ scopes: [] });
  });

  test('it needs no CSRF token, and a session cookie beside it adds nothing', async () => {
    const { owner } = await newOrganization(service);
    const { key } = await makeOrganizationKey(owner.client, { scopes: ['latchkey:keys'] });
    const browser = await clientFor(service, owner.id);
    browser.bearer = key;
    expect((await browser.post(path, { name: 'x' }, { csrf: false })).status).toBe(201);
    expect(codeOf(await browser.get('/api/auth/me'))).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    browser.bearer = `lok_${'x'.repeat(43)}`;
    expect(codeOf(await browser.get(current))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test.each(['lok_', 'lok_x', `lok_${'x'.repeat(42)}`, `lok_${'x'.repeat(44)}`, `lok_${'x'.repeat(42)}!`])(
    '%s is 401 everywhere',
    async (key) => {
      const client = keyClient(service, key);
      for (const at of [current, '/api/auth/me', path]) expect((await client.get(at)).status).toBe(401);
      expect((await client.post('/api/keys/verify', { key })).status).toBe(401);
      expect((await client.post('/api/auth/login', {})).status).toBe(401);
    },
  );

  test('public reads ignore it', async () => {
    const { owner } = await newOrganization(service);
    const program = await programFor(owner.client);
    expect((await program.get('/api/health/live')).status).toBe(200);
  });
});

describe('latchkey:keys', () => {
  test('manages the keys of the team, and sees none that may do anything here', async () => {
    const { id, owner } = await newOrganization(service);
    const strong = await makeOrganizationKey(owner.client, { scopes: ['latchkey:read'] });
    const program = await programFor(owner.client, 'latchkey:keys');
    const made = await program.post(path, { name: 'For a customer', scopes: ['orders:read'] });
    expect(made.status).toBe(201);
    expect(made.body.createdBy).toBeNull();
    const { keys, pagination } = (await program.get(path)).body;
    expect(keys.map((key: { id: string }) => key.id)).toEqual([made.body.id]);
    expect(pagination.total).toBe(1);
    expect((await program.patch(`${path}/${made.body.id}`, { name: 'Other' })).body.name).toBe('Other');
    expect((await program.post(`${path}/${made.body.id}/rotate`, {})).status).toBe(201);
    expect((await program.delete(`${path}/${made.body.id}`)).status).toBe(200);
    for (const answer of [
      await program.get(`${path}/${strong.id}`),
      await program.patch(`${path}/${strong.id}`, { enabled: false }),
      await program.post(`${path}/${strong.id}/rotate`, {}),
      await program.delete(`${path}/${strong.id}`),
    ])
      expect(codeOf(answer)).toEqual([404, 'NOT_FOUND']);
    const [, entry] = (await service.audit())
      .filter(({ action, organizationId }) => action === 'ORG_KEY_CREATED' && organizationId === id)
      .slice(-2);
    const { keys: all } = (await owner.client.get(path)).body;
    const own = all.find((key: { name: string }) => key.name === 'Program');
    expect(entry).toMatchObject({
      userId: null,
      userEmail: null,
      metadata: { keyId: made.body.id, apiKeyId: own.id, name: 'For a customer' },
    });
  });

  test('gives no latchkey: scope to any key, itself included', async () => {
    const { owner } = await newOrganization(service);
    const { id: ownId, key } = await makeOrganizationKey(owner.client, { scopes: ['latchkey:keys'] });
    const program = keyClient(service, key);
    const team = await makeOrganizationKey(owner.client);
    for (const scopes of [['latchkey:keys'], ['orders:read', 'latchkey:read']]) {
      const made = await program.post(path, { name: 'x', scopes });
      expect(codeOf(made)).toEqual([403, 'API_KEY_SCOPE_MISSING']);
      expect(made.body.error.details.scopes).toEqual(scopes.slice(-1));
      expect(codeOf(await program.patch(`${path}/${team.id}`, { scopes }))).toEqual([
        403,
        'API_KEY_SCOPE_MISSING',
      ]);
      expect((await program.patch(`${path}/${ownId}`, { scopes })).status).toBe(403);
    }
    expect((await program.patch(`${path}/${ownId}`, { name: 'Mine' })).status).toBe(404);
    expect((await owner.client.get(`${path}/${team.id}`)).body.scopes).toEqual([]);
  });
});

describe('people', () => {
  test('below ADMIN may not even look', async () => {
    const { id, owner } = await newOrganization(service);
    const { id: keyId } = await makeOrganizationKey(owner.client);
    const { client } = await newMember(service, id, 'MEMBER');
    for (const answer of [
      await client.get(path),
      await client.get(`${path}/${keyId}`),
      await client.post(path, { name: 'x' }),
      await client.delete(`${path}/${keyId}`),
    ])
      expect(codeOf(answer)).toEqual([403, 'PERMISSION_DENIED']);
  });

  test("their own API keys read and revoke, but don't create, change or rotate", async () => {
    const { owner } = await newOrganization(service);
    const { id } = await makeOrganizationKey(owner.client);
    const { key } = await newKey(owner.client, { permission: 'READ_WRITE' });
    const script = keyClient(service, key);
    expect((await script.get(path)).status).toBe(200);
    for (const answer of [
      await script.post(path, { name: 'x' }),
      await script.patch(`${path}/${id}`, { enabled: false }),
      await script.post(`${path}/${id}/rotate`, {}),
    ])
      expect(codeOf(answer)).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect((await script.delete(`${path}/${id}`)).status).toBe(200);
  });

  test('an ADMIN who acts as an OWNER reads, and changes nothing', async () => {
    const { owner } = await newOrganization(service);
    const { id } = await makeOrganizationKey(owner.client);
    const admin = await newStaff(service, 'ADMIN');
    await admin.client.post('/api/admin/impersonate', { userId: owner.id });
    expect((await admin.client.get(`${path}/${id}`)).status).toBe(200);
    for (const answer of [
      await admin.client.post(path, { name: 'x' }),
      await admin.client.patch(`${path}/${id}`, { enabled: false }),
      await admin.client.post(`${path}/${id}/rotate`, {}),
      await admin.client.delete(`${path}/${id}`),
    ])
      expect(codeOf(answer)).toEqual([403, 'IMPERSONATION_BLOCKED']);
  });

  test('verify no keys', async () => {
    const { owner } = await newOrganization(service);
    const { key } = await makeOrganizationKey(owner.client);
    const script = keyClient(service, (await newKey(owner.client, { permission: 'READ_WRITE' })).key);
    for (const client of [owner.client, script]) {
      const answer = await client.post('/api/keys/verify', { key });
      expect(codeOf(answer)).toEqual([403, 'API_KEY_SCOPE_MISSING']);
      expect(answer.body.error.details).toEqual({ scopes: ['latchkey:verify'] });
    }
    expect((await service.client().post('/api/keys/verify', { key })).status).toBe(401);
  });
});

describe('networks', () => {
  const from = (key: string, address: string) => {
    const client = service.client(address);
    client.bearer = key;
    return client;
  };

  test.each([
    [['192.0.2.0/24'], '192.0.2.9', true],
    [['192.0.2.0/24'], '192.0.3.9', false],
    [['2001:db8::/32'], '2001:db8:7::1', true],
    [['2001:db8::/32'], '192.0.2.9', false],
    [['203.0.113.5', '192.0.2.9'], '192.0.2.9', true],
    [['192.0.2.9'], '::ffff:192.0.2.9', true],
  ])('a key for %j used from %s: %s', async (allowedNetworks, address, allowed) => {
    const { owner } = await newOrganization(service);
    const { key } = await makeOrganizationKey(owner.client, { allowedNetworks, scopes: ['latchkey:read'] });
    const answer = await from(key, address).get(current);
    if (allowed) expect(answer.status).toBe(200);
    else expect(codeOf(answer)).toEqual([403, 'API_KEY_NETWORK']);
  });

  test('come after 401 and before the scope, and apply to verifying', async () => {
    const { owner } = await newOrganization(service);
    const { id, key } = await makeOrganizationKey(owner.client, { allowedNetworks: ['192.0.2.0/24'] });
    expect(codeOf(await from(key, '198.51.100.1').get('/api/auth/me'))).toEqual([403, 'API_KEY_NETWORK']);
    expect(codeOf(await from(key, '192.0.2.1').get('/api/auth/me'))).toEqual([403, 'API_KEY_SCOPE_MISSING']);
    const verify = await from(key, '198.51.100.1').post('/api/keys/verify', { key });
    expect(codeOf(verify)).toEqual([403, 'API_KEY_NETWORK']);
    await owner.client.patch(`${path}/${id}`, { enabled: false });
    expect((await from(key, '198.51.100.1').get('/api/auth/me')).status).toBe(401);
  });

  test('are judged by the socket, unless a proxy is trusted', async () => {
    const own = await startService({ database: service.database, env: { TRUST_PROXY: 'false' } });
    const { id } = await newOrganization(own);
    const { key } = await insertOrganizationKey(own, id, { scopes: ['latchkey:read'] });
    await own.sql`UPDATE organization_keys SET allowed_networks = '{192.0.2.0/24}' WHERE organization_id = ${id}`;
    const client = own.client('192.0.2.9');
    client.bearer = key;
    expect(codeOf(await client.get(current))).toEqual([403, 'API_KEY_NETWORK']);
    await own.sql`UPDATE organization_keys SET allowed_networks = '{127.0.0.0/8}' WHERE organization_id = ${id}`;
    expect((await client.get(current)).status).toBe(200);
  });
});

test('a key that loses its scope, or ends, while its request arrives gets nothing done', async () => {
  const { id: organizationId, owner } = await newOrganization(service);
  for (const change of [{ scopes: [] as string[] }, { enabled: false }]) {
    const { id, key } = await makeOrganizationKey(owner.client, { scopes: ['latchkey:keys'] });
    const program = keyClient(service, key);
    const finish = await holdBack(service, program, { method: 'POST', path, body: { name: 'Late' } });
    expect((await owner.client.patch(`${path}/${id}`, change)).status).toBe(200);
    expect(await finish()).toBe('scopes' in change ? 403 : 401);
  }
  const rows = await service.sql`
    SELECT 1 FROM organization_keys WHERE organization_id = ${organizationId} AND name = 'Late'`;
  expect(rows).toHaveLength(0);
});
