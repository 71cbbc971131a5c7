import { keyClient } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  makeOrganizationKey,
  organizationKeyClient,
  organizationKeysPath as path,
} from '@latchkey/server/testing/organization-keys';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const hours = (count: number) => service.clock.now().getTime() + count * 3_600_000;

async function newTeam() {
  const { owner } = await newOrganization(service);
  const api = await organizationKeyClient(service, owner.client, ['latchkey:verify']);
  const codeOf = async (key: string) => (await api.post('/api/keys/verify', { key })).body.code;
  return { owner, admin: owner.client, codeOf };
}

describe('a rotation', () => {
  test('keeps everything but the secret, and the earlier one works for 24 hours', async () => {
    const { owner, admin, codeOf } = await newTeam();
    const { key: first, ...before } = await makeOrganizationKey(admin, { scopes: ['latchkey:read', 'a:b'] });
    const rotated = await admin.post(`${path}/${before.id}/rotate`, {});
    expect(rotated.status).toBe(201);
    const { key: second, ...after } = rotated.body;
    expect(second).toMatch(/^lok_[\w-]{43}$/);
    expect(after).toEqual({
      ...before,
      keyPrefix: second.slice(0, 8),
      previousExpiresAt: expect.stringMatching(/Z$/),
    });
    expect(Math.abs(Date.parse(after.previousExpiresAt) - hours(24))).toBeLessThan(30_000);
    const works = async (key: string) =>
      (await keyClient(service, key).get('/api/organizations/current')).status;
    expect([await works(first), await works(second)]).toEqual([200, 200]);
    expect([await codeOf(first), await codeOf(second)]).toEqual(['VALID', 'VALID']);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_KEY_ROTATED',
      metadata: { keyId: before.id, keyPrefix: after.keyPrefix, name: 'Orders', overlapHours: 24 },
    });
    service.clock.advance({ hours: 24 });
    expect([await works(first), await works(second)]).toEqual([401, 200]);
    expect([await codeOf(first), await codeOf(second)]).toEqual(['EXPIRED', 'VALID']);
    const again = await clientFor(service, owner.id);
    expect((await again.get(`${path}/${before.id}`)).body.previousExpiresAt).toBeNull();
    expect((await again.post(`${path}/${before.id}/rotate`, {})).status).toBe(201);
    expect([await codeOf(first), await codeOf(second)]).toEqual(['EXPIRED', 'VALID']);
  });

  test('keeps the prefix of the team', async () => {
    const { admin } = await newTeam();
    const { id } = await makeOrganizationKey(admin, { prefix: 'acme_' });
    const { body } = await admin.post(`${path}/${id}/rotate`, { overlapHours: 1 });
    expect(body.key).toMatch(/^acme_[\w-]{43}$/);
    expect(body.keyPrefix).toBe(body.key.slice(0, 9));
  });

  test('waits until the earlier secret has ended, unless it ends all at once', async () => {
    const { admin, codeOf } = await newTeam();
    const { id, key: first } = await makeOrganizationKey(admin);
    const { key: second } = (await admin.post(`${path}/${id}/rotate`, { overlapHours: 168 })).body;
    const waiting = await admin.post(`${path}/${id}/rotate`, { overlapHours: 1 });
    expect([waiting.status, waiting.body.error.code]).toEqual([409, 'KEY_ROTATING']);
    expect([await codeOf(first), await codeOf(second)]).toEqual(['VALID', 'VALID']);
    const ended = await admin.post(`${path}/${id}/rotate`, { overlapHours: 0 });
    expect(ended.status).toBe(201);
    expect(ended.body.previousExpiresAt).toBeNull();
    expect([await codeOf(first), await codeOf(second), await codeOf(ended.body.key)]).toEqual([
      'EXPIRED',
      'EXPIRED',
      'VALID',
    ]);
  });

  test('never lets the earlier secret outlive the key', async () => {
    const { admin, codeOf } = await newTeam();
    const expiresAt = new Date(hours(2)).toISOString();
    const { id, key } = await makeOrganizationKey(admin, { expiresAt });
    const { body } = await admin.post(`${path}/${id}/rotate`, {});
    expect([body.expiresAt, body.previousExpiresAt]).toEqual([expiresAt, expiresAt]);
    const sooner = new Date(hours(1)).toISOString();
    expect((await admin.patch(`${path}/${id}`, { expiresAt: sooner })).body.previousExpiresAt).toBe(sooner);
    service.clock.advance({ hours: 1 });
    expect([await codeOf(key), await codeOf(body.key)]).toEqual(['EXPIRED', 'EXPIRED']);
  });

  test.each([-1, 169, 1.5, '24', null])('with overlapHours %j is 400', async (overlapHours) => {
    const { admin } = await newTeam();
    const { id } = await makeOrganizationKey(admin);
    expect((await admin.post(`${path}/${id}/rotate`, { overlapHours })).status).toBe(400);
  });

  test('ten at once give one new secret', async () => {
    const { admin, codeOf } = await newTeam();
    const { id, key } = await makeOrganizationKey(admin);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.post(`${path}/${id}/rotate`, {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const [made] = answers.filter(({ status }) => status === 201);
    expect([await codeOf(key), await codeOf(made?.body.key)]).toEqual(['VALID', 'VALID']);
  });

  test('of a key that is turned off or expired brings it back to nothing', async () => {
    const { admin, codeOf } = await newTeam();
    const { id, key } = await makeOrganizationKey(admin);
    await admin.patch(`${path}/${id}`, { enabled: false });
    const { body } = await admin.post(`${path}/${id}/rotate`, {});
    expect([body.enabled, await codeOf(key), await codeOf(body.key)]).toEqual([
      false,
      'DISABLED',
      'DISABLED',
    ]);
  });
});
