import { createHash } from 'node:crypto';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  insertOrganizationKey,
  makeOrganizationKey,
  organizationKeyClient,
  organizationKeysPath as path,
} from '@latchkey/server/testing/organization-keys';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nothing = {
  valid: false,
  code: 'NOT_FOUND',
  keyId: null,
  name: null,
  externalId: null,
  metadata: null,
  scopes: null,
  expiresAt: null,
  rateLimit: null,
};

/** The OWNER of a new organization, and its API that verifies keys. */
async function newTeam() {
  const { id, owner } = await newOrganization(service);
  const api = await organizationKeyClient(service, owner.client, ['latchkey:verify']);
  const verify = (key: unknown, more: object = {}) => api.post('/api/keys/verify', { key, ...more });
  const codeOf = async (key: unknown, more?: object) => (await verify(key, more)).body.code;
  return { id, owner, admin: owner.client, api, verify, codeOf };
}

const lastUseOf = async (admin: Client, id: string) => (await admin.get(`${path}/${id}`)).body.lastUsedAt;

describe('a valid key', () => {
  test('is described by what the team stored with it', async () => {
    const { admin, verify } = await newTeam();
    const expiresAt = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    const { id, key } = await makeOrganizationKey(admin, {
      name: 'Acme',
      scopes: ['orders:read', 'orders:write'],
      externalId: 'customer-7',
      metadata: { plan: 'pro' },
      expiresAt,
    });
    const answer = await verify(key, { scopes: ['orders:write', 'orders:read'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      valid: true,
      code: 'VALID',
      keyId: id,
      name: 'Acme',
      externalId: 'customer-7',
      metadata: { plan: 'pro' },
      scopes: ['orders:read', 'orders:write'],
      expiresAt,
      rateLimit: null,
    });
    expect(await lastUseOf(admin, id)).toMatch(/Z$/);
  });

  test('may be one that also works here', async () => {
    const { api, codeOf } = await newTeam();
    expect(await codeOf(api.bearer)).toBe('VALID');
  });

  test('nothing is written for it but when it was last used', async () => {
    const { admin, verify } = await newTeam();
    const { key } = await makeOrganizationKey(admin, { rateLimit: { limit: 5, windowSeconds: 60 } });
    const work = async () => {
      await verify(key);
      await verify('nonsense');
      await service.deps.lastUse.organizationKeys.flush();
    };
    expect(await tablesChangedBy(service, work)).toEqual(['organization_key_uses']);
  });
});

describe('a key that is not found', () => {
  test("is the same for another organization's, a person's and nonsense", async () => {
    const { verify, owner } = await newTeam();
    const other = await newTeam();
    const foreign = await makeOrganizationKey(other.admin);
    const revoked = await makeOrganizationKey(other.admin);
    await other.admin.delete(`${path}/${revoked.id}`);
    const personal = await newKey(owner.client);
    for (const key of [
      foreign.key,
      revoked.key,
      personal.key,
      other.api.bearer,
      `lok_${'x'.repeat(43)}`,
      '',
      '\0',
      '\uD800',
      'ключ',
      "' OR 1=1 --",
      '🔑'.repeat(512),
    ]) {
      const { status, body } = await verify(key);
      expect([status, body]).toEqual([200, nothing]);
    }
  });
});

describe('the first reason counts', () => {
  test('in the agreed order', async () => {
    const { admin, codeOf } = await newTeam();
    const { id, key } = await makeOrganizationKey(admin, {
      allowedNetworks: ['192.0.2.0/24'],
      rateLimit: { limit: 1, windowSeconds: 60 },
      expiresAt: new Date(service.clock.now().getTime() + 60_000).toISOString(),
    });
    const bad = { scopes: ['orders:read'], ipAddress: '198.51.100.1' };
    expect(await codeOf(key, { ipAddress: '192.0.2.1' })).toBe('VALID');
    expect(await codeOf(key, { ipAddress: '192.0.2.1' })).toBe('RATE_LIMITED');
    expect(await codeOf(key, { ...bad, ipAddress: '192.0.2.1' })).toBe('INSUFFICIENT_SCOPES');
    expect(await codeOf(key, bad)).toBe('FORBIDDEN_NETWORK');
    expect(await codeOf(key, { scopes: [] })).toBe('FORBIDDEN_NETWORK');
    service.clock.advance({ minutes: 1 });
    expect(await codeOf(key, bad)).toBe('EXPIRED');
    await admin.patch(`${path}/${id}`, { enabled: false });
    expect(await codeOf(key, bad)).toBe('DISABLED');
    await admin.delete(`${path}/${id}`);
    const { body } = await (await newVerifierFor(admin)).post('/api/keys/verify', { key, ...bad });
    expect(body).toMatchObject({ valid: false, code: 'REVOKED', keyId: id, name: 'Orders', scopes: [] });
  });

  const newVerifierFor = (admin: Client) => organizationKeyClient(service, admin, ['latchkey:verify']);

  test('all scopes are needed, and none is a pattern', async () => {
    const { admin, codeOf } = await newTeam();
    const { key } = await makeOrganizationKey(admin, { scopes: ['orders:read', 'orders:write'] });
    expect(await codeOf(key, { scopes: ['orders:read'] })).toBe('VALID');
    expect(await codeOf(key, { scopes: ['orders:read', 'bills:read'] })).toBe('INSUFFICIENT_SCOPES');
    for (const scope of ['*', 'orders:*', 'orders', '', 'ORDERS:READ', 'orders:read\0', 'x'.repeat(999)])
      expect(await codeOf(key, { scopes: [scope] })).toBe('INSUFFICIENT_SCOPES');
  });

  test("networks are judged by the address that is sent, never by the caller's own", async () => {
    const { admin, api, codeOf } = await newTeam();
    const { key } = await makeOrganizationKey(admin, { allowedNetworks: [api.ipAddress, '2001:db8::/32'] });
    expect(await codeOf(key)).toBe('FORBIDDEN_NETWORK');
    const headers = { 'x-forwarded-for': api.ipAddress, 'x-real-ip': api.ipAddress };
    expect((await api.post('/api/keys/verify', { key }, { headers })).body.code).toBe('FORBIDDEN_NETWORK');
    expect(await codeOf(key, { ipAddress: '2001:db8::1' })).toBe('VALID');
    expect(await codeOf(key, { ipAddress: api.ipAddress })).toBe('VALID');
  });
});

describe('a malformed question', () => {
  test.each([
    [{}, 'key'],
    [{ key: 7 }, 'key'],
    [{ key: null }, 'key'],
    [{ key: 'x'.repeat(513) }, 'key'],
    [{ key: 'x', scopes: 'orders:read' }, 'scopes'],
    [{ key: 'x', scopes: [7] }, 'scopes'],
    [{ key: 'x', ipAddress: '' }, 'ipAddress'],
    [{ key: 'x', ipAddress: '127.1' }, 'ipAddress'],
    [{ key: 'x', ipAddress: '192.0.2.0/24' }, 'ipAddress'],
    [{ key: 'x', ipAddress: 'localhost' }, 'ipAddress'],
    [{ key: 'x', ipAddress: null }, 'ipAddress'],
  ])('%j is 400', async (body, field) => {
    const { api } = await newTeam();
    const answer = await api.post('/api/keys/verify', body);
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]]);
  });
});

describe("keys with the team's own prefix, and those taken over", () => {
  test('are verified, and 401 here', async () => {
    const { admin, codeOf } = await newTeam();
    const branded = await makeOrganizationKey(admin, { prefix: 'acme_', scopes: ['orders:read'] });
    expect(branded.key).toMatch(/^acme_[\w-]{43}$/);
    expect(await codeOf(branded.key, { scopes: ['orders:read'] })).toBe('VALID');
    // One that customers have may look like ours.
    const secret = `lok_${'y'.repeat(43)}`;
    const taken = await admin.post(path, { name: 'Old', keyHash: sha256(secret).toUpperCase() });
    expect(taken.status).toBe(201);
    expect(taken.body).toMatchObject({ name: 'Old', keyPrefix: null });
    expect(taken.body).not.toHaveProperty('key');
    expect(await codeOf(secret)).toBe('VALID');
    const rotated = await admin.post(`${path}/${taken.body.id}/rotate`, {});
    expect(rotated.body).toMatchObject({
      key: expect.stringMatching(/^lok_/),
      keyPrefix: expect.any(String),
    });
    expect(await codeOf(rotated.body.key)).toBe('VALID');
    for (const key of [branded.key, secret, rotated.body.key])
      for (const at of ['/api/organizations/current', '/api/auth/me'])
        expect((await keyClient(service, key).get(at)).status).toBe(401);
  });

  test('are taken if any key has or had that secret', async () => {
    const mine = await newTeam();
    const other = await newTeam();
    const personal = await newKey(other.owner.client);
    const revoked = await makeOrganizationKey(mine.admin);
    await mine.admin.delete(`${path}/${revoked.id}`);
    const earlier = await makeOrganizationKey(mine.admin);
    const { key: now } = (await mine.admin.post(`${path}/${earlier.id}/rotate`, { overlapHours: 0 })).body;
    const imported = 'legacy-secret-1';
    await makeOrganizationKey(mine.admin, { keyHash: sha256(imported) });
    for (const secret of [personal.key, revoked.key, earlier.key, now, imported, mine.api.bearer ?? ''])
      for (const { admin } of [mine, other]) {
        const answer = await admin.post(path, { name: 'x', keyHash: sha256(secret) });
        expect([answer.status, answer.body.error.code]).toEqual([409, 'KEY_TAKEN']);
      }
  });

  test('of two organizations that take over one key at once, one gets it', async () => {
    const teams = await Promise.all([newTeam(), newTeam(), newTeam(), newTeam()]);
    const keyHash = sha256('legacy-secret-2');
    const answers = await Promise.all(teams.map(({ admin }) => admin.post(path, { name: 'x', keyHash })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const left = await service.sql`
      SELECT 1 FROM organization_keys k
       WHERE NOT EXISTS (SELECT 1 FROM organization_key_secrets s WHERE s.key_id = k.id)`;
    expect(left).toHaveLength(0);
  });
});

describe('a limit', () => {
  test('counts only VALID, in a window that begins with the first use after the last one ended', async () => {
    const { admin, verify } = await newTeam();
    const { id, key } = await makeOrganizationKey(admin, { rateLimit: { limit: 2, windowSeconds: 60 } });
    const started = service.clock.now().getTime();
    const refused = await verify(key, { scopes: ['x:y'] });
    expect(refused.body.rateLimit).toMatchObject({ limit: 2, remaining: 2 });
    expect(await lastUseOf(admin, id)).toBeNull();
    service.clock.advance({ seconds: 30 });
    const first = (await verify(key)).body;
    expect(first).toMatchObject({ code: 'VALID', rateLimit: { limit: 2, remaining: 1 } });
    const left = Date.parse(first.rateLimit.resetAt) - service.clock.now().getTime();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(Date.parse(first.rateLimit.resetAt)).toBeGreaterThanOrEqual(started + 90_000);
    expect((await verify(key, { scopes: ['x:y'] })).body).toMatchObject({
      code: 'INSUFFICIENT_SCOPES',
      rateLimit: { remaining: 1 },
    });
    expect((await verify(key)).body.rateLimit.remaining).toBe(0);
    const used = await lastUseOf(admin, id);
    service.clock.advance({ seconds: 1 });
    for (let n = 0; n < 3; n++)
      expect((await verify(key)).body).toMatchObject({
        valid: false,
        code: 'RATE_LIMITED',
        rateLimit: { remaining: 0, resetAt: first.rateLimit.resetAt },
      });
    expect(await lastUseOf(admin, id)).toBe(used);
    // None of those three counted.
    await admin.patch(`${path}/${id}`, { rateLimit: { limit: 3, windowSeconds: 60 } });
    expect((await verify(key)).body).toMatchObject({ code: 'VALID', rateLimit: { limit: 3, remaining: 0 } });
    service.clock.advance({ seconds: 60 });
    expect((await verify(key)).body).toMatchObject({ code: 'VALID', rateLimit: { remaining: 2 } });
  });

  test('is shared by use here and verification, and one request counts once', async () => {
    const { admin, codeOf } = await newTeam();
    const scopes = ['latchkey:read', 'latchkey:verify'];
    const { key } = await makeOrganizationKey(admin, { scopes, rateLimit: { limit: 4, windowSeconds: 60 } });
    const client = keyClient(service, key);
    const used = await client.get('/api/organizations/current');
    expect(used.headers.get('x-ratelimit-remaining')).toBe('3');
    expect(await codeOf(key)).toBe('VALID');
    // It verifies itself.
    expect((await client.post('/api/keys/verify', { key })).body).toMatchObject({
      code: 'VALID',
      rateLimit: { limit: 4, remaining: 1 },
    });
    expect((await client.get('/api/auth/me')).status).toBe(403);
    expect((await client.get('/api/organizations/current')).status).toBe(200);
    const over = await client.get('/api/organizations/current');
    expect([over.status, over.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(over.body.error.details.retryAfterSeconds).toBeGreaterThan(0);
    expect(over.headers.get('retry-after')).toBe(`${over.body.error.details.retryAfterSeconds}`);
    expect((await client.get('/api/auth/me')).body.error.code).toBe('API_KEY_SCOPE_MISSING');
    expect(await codeOf(key)).toBe('RATE_LIMITED');
    service.clock.advance({ seconds: 60 });
    expect((await client.get('/api/organizations/current')).status).toBe(200);
  });

  test('lets through exactly as many of twenty at once', async () => {
    const { admin, codeOf } = await newTeam();
    const { key } = await makeOrganizationKey(admin, { rateLimit: { limit: 7, windowSeconds: 60 } });
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(key)));
    expect(codes.filter((code) => code === 'VALID')).toHaveLength(7);
  });
});

test('a change or the end of a key counts on the next verification, on every node', async () => {
  const { id, admin, codeOf } = await newTeam();
  const other = await startService({ database: service.database, clock: service.clock });
  const api = keyClient(other, (await insertOrganizationKey(other, id, { scopes: ['latchkey:verify'] })).key);
  const onOther = async (key: string, more = {}) =>
    (await api.post('/api/keys/verify', { key, ...more })).body.code;
  const made = await makeOrganizationKey(admin, { scopes: ['orders:read'] });
  const wants = { scopes: ['orders:read'] };
  expect(await onOther(made.key, wants)).toBe('VALID');
  await admin.patch(`${path}/${made.id}`, { scopes: [] });
  expect([await onOther(made.key, wants), await codeOf(made.key, wants)]).toEqual(
    Array(2).fill('INSUFFICIENT_SCOPES'),
  );
  await admin.patch(`${path}/${made.id}`, { enabled: false });
  expect([await onOther(made.key), await codeOf(made.key)]).toEqual(['DISABLED', 'DISABLED']);
  await admin.patch(`${path}/${made.id}`, { enabled: true });
  expect([await onOther(made.key), await codeOf(made.key)]).toEqual(['VALID', 'VALID']);
  await admin.delete(`${path}/${made.id}`);
  expect([await onOther(made.key), await codeOf(made.key)]).toEqual(['REVOKED', 'REVOKED']);
});
