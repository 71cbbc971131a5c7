import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLatchkey, type Latchkey, LatchkeyError } from './index.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newUser>>['client'];
let latchkey: Latchkey;
let own: string;
const told: LatchkeyError[] = [];
const onUnavailable = (error: LatchkeyError) => void told.push(error);

beforeAll(async () => {
  admin = (await newUser(service)).client;
  own = (await makeOrganizationKey(admin, { name: 'API', scopes: ['latchkey:verify'] })).key;
  latchkey = createLatchkey({ url: service.url, key: own, onUnavailable });
});

const refusalOf = async (key: unknown, options = {}) => {
  const { refused } = await latchkey.verifyKey(key as string, options);
  return [refused?.status, refused?.code];
};

describe('a good key', () => {
  test('comes back as the team described it', async () => {
    const { id, key } = await makeOrganizationKey(admin, {
      scopes: ['orders:read'],
      externalId: 'customer-7',
      metadata: { plan: 'pro' },
      rateLimit: { limit: 5, windowSeconds: 60 },
      allowedNetworks: ['192.0.2.0/24'],
    });
    const answer = await latchkey.verifyKey(key, { scopes: ['orders:read'], ipAddress: '192.0.2.7' });
    expect(answer).toEqual({
      key: {
        keyId: id,
        name: 'Orders',
        externalId: 'customer-7',
        metadata: { plan: 'pro' },
        scopes: ['orders:read'],
        expiresAt: null,
        rateLimit: { limit: 5, remaining: 4, resetAt: expect.any(String) },
      },
    });
  });
});

describe('a refusal', () => {
  test('is 401 for a key that is unknown or has ended, and for anything that is no string', async () => {
    const soon = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const made = async (more = {}) => makeOrganizationKey(admin, more);
    const [revoked, disabled, expired] = [await made(), await made(), await made({ expiresAt: soon })];
    await admin.delete(`${organizationKeysPath}/${revoked.id}`);
    await admin.patch(`${organizationKeysPath}/${disabled.id}`, { enabled: false });
    service.clock.advance({ minutes: 1 });
    expect(await refusalOf(revoked.key)).toEqual([401, 'REVOKED']);
    expect(await refusalOf(disabled.key)).toEqual([401, 'DISABLED']);
    expect(await refusalOf(expired.key)).toEqual([401, 'EXPIRED']);
    for (const key of ['nonsense', '', undefined, null, 7, {}, ['x'], 'x'.repeat(513), '\uD800\0'])
      expect(await refusalOf(key)).toEqual([401, 'NOT_FOUND']);
    expect(told).toEqual([]);
  });

  test('is 403 for another network or a missing scope, and 429 past the limit', async () => {
    const { key } = await makeOrganizationKey(admin, {
      allowedNetworks: ['192.0.2.0/24'],
      rateLimit: { limit: 1, windowSeconds: 60 },
    });
    expect(await refusalOf(key)).toEqual([403, 'FORBIDDEN_NETWORK']);
    expect(await refusalOf(key, { ipAddress: undefined })).toEqual([403, 'FORBIDDEN_NETWORK']);
    expect(await refusalOf(key, { ipAddress: 'unknown' })).toEqual([403, 'FORBIDDEN_NETWORK']);
    const from = { ipAddress: '192.0.2.7' };
    expect(await refusalOf(key, { ...from, scopes: ['orders:read'] })).toEqual([403, 'INSUFFICIENT_SCOPES']);
    expect((await latchkey.verifyKey(key, from)).key).toBeDefined();
    const { refused } = await latchkey.verifyKey(key, from);
    expect([refused?.status, refused?.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused).toBeInstanceOf(LatchkeyError);
  });
});

describe('503, never a pass', () => {
  test('if our own key is refused', async () => {
    const weak = await makeOrganizationKey(admin, { scopes: ['latchkey:read'] });
    const { key } = await makeOrganizationKey(admin);
    for (const mine of [weak.key, `lok_${'x'.repeat(43)}`, 'nonsense']) {
      const other = createLatchkey({ url: service.url, key: mine, onUnavailable });
      expect((await other.verifyKey(key)).refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    }
    expect(told.splice(0)).toHaveLength(3);
  });

  test.each([
    ['another program', 200, '{"hello":"world"}'],
    ['one that says yes to everything', 200, '{"valid":true}'],
    ['a code that is unknown', 200, '{"valid":false,"code":"MAYBE"}'],
    ['a proxy', 502, '<html>'],
    ['a service that is full', 503, '{"error":{"code":"OVERLOADED"}}'],
  ])('if %s answers', async (_what, status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = createLatchkey({ url, key: own, onUnavailable });
    expect((await other.verifyKey('some-key')).refused).toMatchObject({ status: 503 });
    server.close();
  });

  test('if nothing answers', async () => {
    const other = createLatchkey({ url: 'http://127.0.0.1:1', key: own, onUnavailable });
    expect((await other.verifyKey('some-key')).refused).toMatchObject({ status: 503 });
  });
});

describe('options', () => {
  test.each([{ scope: ['a:b'] }, { scopes: undefined }, { scopes: 'a:b' }, { ipAddress: 7 }, null])(
    '%j make it reject',
    async (options) => {
      await expect(latchkey.verifyKey('some-key', options as object)).rejects.toThrow(TypeError);
    },
  );

  test('without a key of our own, it rejects instead of letting anyone pass', async () => {
    const other = createLatchkey({ url: service.url, key: undefined });
    await expect(other.verifyKey('some-key')).rejects.toThrow('createLatchkey({ url, key })');
    expect(() => createLatchkey({ url: service.url, key: '' })).toThrow(TypeError);
  });
});
