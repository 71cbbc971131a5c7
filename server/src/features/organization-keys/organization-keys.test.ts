import { started } from '@latchkey/server/testing/lifetime';
import {
  makeOrganizationKey,
  organizationKeyClient,
  organizationKeysPath as path,
} from '@latchkey/server/testing/organization-keys';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const newAdmin = async () => {
  const { id } = await newOrganization(service);
  return { ...(await newMember(service, id, 'ADMIN')), organizationId: id };
};
const later = (days: number) => new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();

describe('a new key', () => {
  test('is shown flat, with its secret, and never with it again', async () => {
    const { client, id, email } = await newAdmin();
    const expiresAt = later(30);
    const sent = {
      name: '  Acme production ',
      scopes: ['orders:read', 'orders:write', 'orders:read'],
      allowedNetworks: ['192.0.2.7', '2001:db8::/32'],
      rateLimit: { limit: 10, windowSeconds: 60 },
      externalId: 'customer-7',
      metadata: { plan: 'pro', seats: [1, null] },
      expiresAt,
    };
    const made = await client.post(path, sent);
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body;
    expect(key).toMatch(/^lok_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme production',
      keyPrefix: key.slice(0, 8),
      enabled: true,
      scopes: ['orders:read', 'orders:write'],
      allowedNetworks: ['192.0.2.7', '2001:db8::/32'],
      rateLimit: { limit: 10, windowSeconds: 60 },
      externalId: 'customer-7',
      metadata: { plan: 'pro', seats: [1, null] },
      expiresAt,
      previousExpiresAt: null,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      createdBy: { id, email },
      revokedAt: null,
    });
    expect((await client.get(`${path}/${shown.id}`)).body).toEqual(shown);
    expect((await client.get(path)).body).toEqual({
      keys: [shown],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false },
    });
  });

  test('needs only a name', async () => {
    const { client } = await newAdmin();
    expect((await client.post(path, { name: 'x' })).body).toMatchObject({
      enabled: true,
      scopes: [],
      allowedNetworks: [],
      rateLimit: null,
      externalId: null,
      metadata: {},
      expiresAt: null,
    });
  });

  const tooLong = { text: 'x'.repeat(8192) };
  // One row at each limit of each field, and one for each other type.
  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ scopes: ['orders'] }, 'scopes'],
    [{ scopes: ['orders:'] }, 'scopes'],
    [{ scopes: ['Orders:read'] }, 'scopes'],
    [{ scopes: ['orders:read:all'] }, 'scopes'],
    [{ scopes: ['orders:*'] }, 'scopes'],
    [{ scopes: ['1orders:read'] }, 'scopes'],
    [{ scopes: 'orders:read' }, 'scopes'],
    [{ scopes: ['latchkey:write'] }, 'scopes'],
    [{ scopes: Array.from({ length: 51 }, (_, n) => `orders:read-${n}`) }, 'scopes'],
    [{ allowedNetworks: ['10.0.0.1/8'] }, 'allowedNetworks'],
    [{ allowedNetworks: ['2001:db8::1/32'] }, 'allowedNetworks'],
    [{ allowedNetworks: ['127.1'] }, 'allowedNetworks'],
    [{ allowedNetworks: ['010.0.0.1'] }, 'allowedNetworks'],
    [{ allowedNetworks: ['localhost'] }, 'allowedNetworks'],
    [{ allowedNetworks: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, 'allowedNetworks'],
    [{ rateLimit: { limit: 0, windowSeconds: 60 } }, 'rateLimit'],
    [{ rateLimit: { limit: 100_001, windowSeconds: 60 } }, 'rateLimit'],
    [{ rateLimit: { limit: 1, windowSeconds: 0 } }, 'rateLimit'],
    [{ rateLimit: { limit: 1, windowSeconds: 86_401 } }, 'rateLimit'],
    [{ rateLimit: { limit: 1.5, windowSeconds: 60 } }, 'rateLimit'],
    [{ rateLimit: { limit: 1 } }, 'rateLimit'],
    [{ rateLimit: 10 }, 'rateLimit'],
    [{ externalId: 'x'.repeat(256) }, 'externalId'],
    [{ externalId: 7 }, 'externalId'],
    [{ metadata: tooLong }, 'metadata'],
    [{ metadata: [] }, 'metadata'],
    [{ metadata: null }, 'metadata'],
    [{ metadata: 'x' }, 'metadata'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ prefix: 'acme' }, 'prefix'],
    [{ prefix: 'a_' }, 'prefix'],
    [{ prefix: 'Acme_' }, 'prefix'],
    [{ prefix: '1acme_' }, 'prefix'],
    [{ prefix: 'abcdefghijklm_' }, 'prefix'],
    [{ prefix: 'ac_me_' }, 'prefix'],
    [{ prefix: 'lok_' }, 'prefix'],
    [{ prefix: 'lsk_' }, 'prefix'],
    [{ prefix: 'lsd_' }, 'prefix'],
    [{ prefix: 'lcs_' }, 'prefix'],
    [{ prefix: 'whsec_' }, 'prefix'],
    [{ prefix: 'acme_', scopes: ['latchkey:read'] }, 'scopes'],
    [{ keyHash: 'a'.repeat(64), scopes: ['latchkey:verify'] }, 'scopes'],
    [{ keyHash: 'a'.repeat(63) }, 'keyHash'],
    [{ keyHash: 'g'.repeat(64) }, 'keyHash'],
    [{ keyHash: 'a'.repeat(64), prefix: 'acme_' }, 'prefix'],
  ])('is refused with 400 for %j', async (fault, field) => {
    const { client } = await newAdmin();
    const answer = await client.post(path, { name: 'x', ...fault });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.body.error.details)).toEqual([field]);
    if ('prefix' in fault || 'keyHash' in fault) return;
    const { id } = await makeOrganizationKey(client);
    expect((await client.patch(`${path}/${id}`, fault)).status).toBe(400);
  });

  test('takes everything up to its limits', async () => {
    const { client } = await newAdmin();
    const metadata = { text: 'x'.repeat(8192 - '{"text":""}'.length) };
    const made = await client.post(path, {
      name: 'x'.repeat(100),
      scopes: Array.from({ length: 50 }, (_, n) => `a-b1:read-${n}`),
      allowedNetworks: Array.from({ length: 20 }, (_, n) => `10.0.0.${n}`),
      rateLimit: { limit: 100_000, windowSeconds: 86_400 },
      externalId: 'x'.repeat(255),
      metadata,
      prefix: 'abcdefghijkl_',
    });
    expect(made.status).toBe(201);
    expect(made.body.metadata).toEqual(metadata);
    expect(made.body.key).toMatch(/^abcdefghijkl_[\w-]{43}$/);
    expect(made.body.keyPrefix).toBe(made.body.key.slice(0, 17));
  });

  test('keeps metadata byte for byte, whatever text it holds', async () => {
    const { client } = await newAdmin();
    const metadata = { 'a\0': '\uD800', b: '"\\,()', ключ: ['🔑', '', null], deep: { er: [1.5, true] } };
    const { id, key } = await makeOrganizationKey(client, { metadata });
    expect((await client.get(`${path}/${id}`)).body.metadata).toEqual(metadata);
    const api = await organizationKeyClient(service, client, ['latchkey:verify']);
    expect((await api.post('/api/keys/verify', { key })).body.metadata).toEqual(metadata);
  });

  test('leaves an entry and an event that say who made it, without its secret', async () => {
    const { client, email, id, organizationId } = await newAdmin();
    const { key, ...made } = await makeOrganizationKey(client, { scopes: ['orders:read'] });
    const [entry] = (await service.audit(email)).filter(({ action }) => action === 'ORG_KEY_CREATED');
    expect(entry).toMatchObject({
      userId: id,
      organizationId,
      category: 'admin',
      metadata: { keyId: made.id, keyPrefix: made.keyPrefix, name: 'Orders' },
    });
    const { events } = (await client.get('/api/organizations/current/events')).body;
    expect(events.at(-1)).toMatchObject({
      type: 'organization_key.created',
      data: { actor: { id, email }, organizationKey: made },
    });
    expect(JSON.stringify([entry, events])).not.toContain(key);
    expect(service.logged.join('')).not.toContain(key);
  });
});

describe('the list', () => {
  test('is newest first, in pages, and finds keys by externalId', async () => {
    const { client } = await newAdmin();
    const made: string[] = [];
    for (const externalId of ['a', 'b', 'a']) {
      service.clock.advance({ seconds: 1 });
      made.unshift((await makeOrganizationKey(client, { externalId })).id);
    }
    const idsOf = async (query: string) =>
      (await client.get(`${path}?${query}`)).body.keys.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual(made);
    expect(await idsOf('limit=2&page=2')).toEqual(made.slice(2));
    expect(await idsOf('externalId=a')).toEqual([made[0], made[2]]);
    expect(await idsOf('externalId=A')).toEqual([]);
    const page = await client.get(`${path}?externalId=a&limit=1`);
    expect(page.body.pagination).toMatchObject({ total: 2, totalPages: 2, hasNextPage: true });
    for (const bad of ['page=0', 'limit=-1', 'page=x'])
      expect((await client.get(`${path}?${bad}`)).status).toBe(400);
  });

  test("shows no other organization's keys, and neither does anything else", async () => {
    const mine = await newAdmin();
    const other = await newAdmin();
    const { id } = await makeOrganizationKey(other.client);
    expect((await mine.client.get(path)).body.keys).toEqual([]);
    const answers = [
      await mine.client.get(`${path}/${id}`),
      await mine.client.patch(`${path}/${id}`, { name: 'Mine' }),
      await mine.client.delete(`${path}/${id}`),
      await mine.client.post(`${path}/${id}/rotate`, {}),
    ];
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await other.client.get(`${path}/${id}`)).body).toMatchObject({ name: 'Orders', revokedAt: null });
  });
});

describe('a change', () => {
  test('keeps what is not sent, and replaces lists and metadata as a whole', async () => {
    const { client, email } = await newAdmin();
    const { id, key } = await makeOrganizationKey(client, {
      scopes: ['a:b', 'c:d'],
      metadata: { one: 1, two: 2 },
      externalId: 'x',
      rateLimit: { limit: 1, windowSeconds: 1 },
    });
    const changed = await client.patch(`${path}/${id}`, { scopes: ['e:f'], metadata: { two: 3 } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: 'Orders', externalId: 'x' });
    expect([changed.body.scopes, changed.body.metadata]).toEqual([['e:f'], { two: 3 }]);
    expect(changed.text).not.toContain(key);
    const cleared = await client.patch(`${path}/${id}`, { rateLimit: null, externalId: null });
    expect(cleared.body).toMatchObject({ rateLimit: null, externalId: null, scopes: ['e:f'] });
    expect((await service.audit(email)).at(-2)).toMatchObject({
      action: 'ORG_KEY_UPDATED',
      metadata: {
        keyId: id,
        keyPrefix: key.slice(0, 8),
        name: 'Orders',
        changes: { scopes: { from: ['a:b', 'c:d'], to: ['e:f'] } },
        metadataChanged: true,
      },
    });
  });

  test('to the same values writes nothing', async () => {
    const { client } = await newAdmin();
    const { id } = await makeOrganizationKey(client, { scopes: ['a:b'], metadata: { one: 1 } });
    await client.get(path);
    const change = () =>
      client.patch(`${path}/${id}`, { name: 'Orders', scopes: ['a:b'], metadata: { one: 1 } });
    const changed = await tablesChangedBy(service, change);
    // When the session was last seen is written at any time.
    expect(changed.filter((table) => table !== 'sessions')).toEqual([]);
  });

  test('can set no secret, owner or time', async () => {
    const { client, organizationId } = await newAdmin();
    const { id, createdAt, keyPrefix } = await makeOrganizationKey(client);
    const forged = { organizationId: id, keyPrefix: 'lok_zzzz', createdAt: later(1), verificationOnly: true };
    const { body } = await client.patch(`${path}/${id}`, {
      ...forged,
      keyHash: 'a'.repeat(64),
      revokedAt: later(1),
    });
    expect(body).toMatchObject({ createdAt, keyPrefix, revokedAt: null });
    const [row] =
      await service.sql`SELECT organization_id, verification_only FROM organization_keys WHERE id = ${id}`;
    expect(row).toEqual({ organizationId, verificationOnly: false });
  });

  test('of a key with a prefix or hash of its own gives it no latchkey: scope', async () => {
    const { client } = await newAdmin();
    for (const own of [{ prefix: 'acme_' }, { keyHash: 'c'.repeat(64) }]) {
      const { id } = await makeOrganizationKey(client, own);
      for (let rotated = 0; rotated < 2; rotated++) {
        const answer = await client.patch(`${path}/${id}`, { scopes: ['latchkey:read'] });
        expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, ['scopes']]);
        expect((await client.post(`${path}/${id}/rotate`, {})).status).toBe(rotated ? 409 : 201);
      }
    }
  });
});

describe('revoking', () => {
  test('is for good: a revoked key is shown, but not changed, rotated or revoked again', async () => {
    const { client, email } = await newAdmin();
    const { id, keyPrefix } = await makeOrganizationKey(client);
    const revoked = await client.delete(`${path}/${id}`);
    expect([revoked.status, revoked.body]).toEqual([200, { message: expect.any(String) }]);
    expect((await client.get(`${path}/${id}`)).body.revokedAt).toMatch(/^\d{4}-.*Z$/);
    expect((await client.get(path)).body.keys).toHaveLength(1);
    expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    expect((await client.patch(`${path}/${id}`, { enabled: true })).status).toBe(404);
    expect((await client.post(`${path}/${id}/rotate`, {})).status).toBe(404);
    const entries = (await service.audit(email)).filter(({ action }) => action === 'ORG_KEY_REVOKED');
    expect(entries).toMatchObject([{ metadata: { keyId: id, keyPrefix, name: 'Orders' } }]);
  });

  test('ten at once succeed once', async () => {
    const { client } = await newAdmin();
    const { id } = await makeOrganizationKey(client);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.delete(`${path}/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the limit', () => {
  test('counts keys that are not revoked, and ten creations at one below it give one success', async () => {
    const own = await startService({ database: service.database, env: { ORGANIZATION_KEY_LIMIT: '3' } });
    const { id } = await newOrganization(own);
    const { client } = await newMember(own, id, 'ADMIN');
    const first = await makeOrganizationKey(client);
    await makeOrganizationKey(client, { expiresAt: later(1) });
    const program = await organizationKeyClient(own, client, ['latchkey:keys']);
    const full = await program.post(path, { name: 'x' });
    expect([full.status, full.body.error.code]).toEqual([400, 'KEY_LIMIT_REACHED']);
    expect(full.body.error.details).toEqual({ limit: 3 });
    await client.delete(`${path}/${first.id}`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? client : program).post(path, { name: `${n}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });
});
