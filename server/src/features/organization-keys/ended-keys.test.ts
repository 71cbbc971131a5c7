import type { Client } from '@latchkey/server/testing/client';
import { keyClient } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  insertOrganizationKey,
  makeOrganizationKey,
  organizationKeyClient,
  organizationKeysPath as path,
} from '@latchkey/server/testing/organization-keys';
import { newMember, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import {
  clientFor,
  moveTo,
  newStaff,
  newUser,
  newVerified,
  startService,
} from '@latchkey/server/testing/service';
import { tablesHolding } from '@latchkey/server/testing/tables';
import { describe, expect, test } from 'vitest';
import { sweep } from '../../runtime/upkeep.ts';

const service = started(startService);

const current = '/api/organizations/current';
const works = async (key: string) => (await keyClient(service, key).get(current)).status;
const readKey = (admin: Client, more: object = {}) =>
  makeOrganizationKey(admin, { scopes: ['latchkey:read'], ...more });

describe('a key outlives its maker', () => {
  test('who leaves, is deactivated and is deleted', async () => {
    const { id, owner } = await newOrganization(service);
    const maker = await newMember(service, id, 'ADMIN');
    const made = await readKey(maker.client);
    const root = await newStaff(service, 'ADMIN');
    const makerShown = async () => (await owner.client.get(`${path}/${made.id}`)).body.createdBy;
    await root.client.post(`/api/users/${maker.id}/deactivate`);
    expect(await works(made.key)).toBe(200);
    await owner.client.delete(`${current}/members/${maker.id}`);
    expect(await works(made.key)).toBe(200);
    expect(await makerShown()).toEqual({ id: maker.id, email: maker.email });
    expect((await root.client.delete(`/api/users/${maker.id}`)).status).toBe(200);
    expect(await works(made.key)).toBe(200);
    expect(await makerShown()).toBeNull();
  });
});

describe('a key ends', () => {
  test('with its organization', async () => {
    const { owner } = await newOrganization(service);
    const { key } = await readKey(owner.client);
    const api = await organizationKeyClient(service, owner.client, ['latchkey:verify']);
    expect((await owner.client.delete(current)).status).toBe(200);
    expect(await works(key)).toBe(401);
    expect((await api.post('/api/keys/verify', { key })).status).toBe(401);
  });

  test('with the account that was alone in its organization', async () => {
    const alone = await newUser(service);
    const { key } = await readKey(alone.client);
    const root = await newStaff(service, 'ADMIN');
    expect((await root.client.delete(`/api/users/${alone.id}`)).status).toBe(200);
    expect(await works(key)).toBe(401);
  });

  test('while it is turned off, once it expires, and when it is revoked', async () => {
    const { owner } = await newOrganization(service);
    const soon = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const [one, two] = [await readKey(owner.client, { expiresAt: soon }), await readKey(owner.client)];
    const turn = (enabled: boolean) => owner.client.patch(`${path}/${one.id}`, { enabled });
    await turn(false);
    expect(await works(one.key)).toBe(401);
    await turn(true);
    expect(await works(one.key)).toBe(200);
    await owner.client.delete(`${path}/${two.id}`);
    expect(await works(two.key)).toBe(401);
    service.clock.advance({ minutes: 1 });
    expect(await works(one.key)).toBe(401);
  });
});

describe('when an account is reclaimed', () => {
  const reset = async (email: string) => {
    await service.client().post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    return service.client().post('/api/auth/reset-password', { token, password: 'Brand-New-1' });
  };

  test('an organization of its own keeps no key, whoever made it, and the trail says why', async () => {
    const squatter = await newUser(service);
    const { id, key } = await readKey(squatter.client);
    const other = await insertOrganizationKey(service, squatter.organizationId, {
      scopes: ['latchkey:read'],
    });
    expect((await reset(squatter.email)).status).toBe(200);
    expect([await works(key), await works(other.key)]).toEqual([401, 401]);
    const entries = (await service.audit(squatter.email)).filter(
      ({ action }) => action === 'ORG_KEY_REVOKED',
    );
    expect(entries.map(({ metadata }) => metadata.keyId).sort()).toEqual([id, other.id].sort());
    expect(entries[0]).toMatchObject({
      organizationId: squatter.organizationId,
      metadata: { reason: 'account_reclaimed' },
    });
  });

  test('an organization with others keeps its keys, and so does one whose owner is known', async () => {
    const { id, owner } = await newOrganization(service);
    const founder = await newUser(service);
    await settleIn(service, founder.id, id, 'ADMIN');
    const { key } = await readKey(founder.client);
    expect((await reset(founder.email)).status).toBe(200);
    expect(await works(key)).toBe(200);
    expect((await owner.client.get(path)).body.keys).toHaveLength(1);
    const known = await newVerified(service);
    const own = await readKey(known.client);
    expect((await reset(known.email)).status).toBe(200);
    expect(await works(own.key)).toBe(200);
  });
});

describe('when a change of address is undone', () => {
  test('keys that the thief made end, and so do secrets they got by rotating others', async () => {
    const owner = await newVerified(service);
    const colleague = await newMember(service, owner.organizationId, 'ADMIN');
    const kept = await readKey(owner.client);
    const rotated = await readKey(owner.client);
    service.clock.advance({ minutes: 1 });
    expect((await moveTo(service, owner.client, `taken-${owner.email}`)).status).toBe(200);
    const undo = await service.mailedToken(owner.email);
    const stolen = await readKey(owner.client);
    const { key: taken } = (await owner.client.post(`${path}/${rotated.id}/rotate`, {})).body;
    const fromColleague = await readKey(colleague.client);
    expect([await works(stolen.key), await works(taken)]).toEqual([200, 200]);
    const undone = await service.client().post('/api/auth/undo-email-change', { token: undo });
    expect(undone.status).toBe(200);
    expect([await works(stolen.key), await works(taken)]).toEqual([401, 401]);
    expect([await works(kept.key), await works(rotated.key), await works(fromColleague.key)]).toEqual([
      200, 200, 200,
    ]);
    const entries = (await service.audit(owner.email)).filter(({ action }) => action === 'ORG_KEY_REVOKED');
    expect(entries).toMatchObject([{ metadata: { keyId: stolen.id, reason: 'email_change_undone' } }]);
    // The key without a secret of its own can be rotated.
    const renewed = await colleague.client.post(`${path}/${rotated.id}/rotate`, { overlapHours: 0 });
    expect(await works(renewed.body.key)).toBe(200);
    expect(await works(rotated.key)).toBe(401);
  });
});

describe('a secret', () => {
  test('is kept as a hash only, the earlier one too', async () => {
    const { owner } = await newOrganization(service);
    const made = await readKey(owner.client);
    const { body } = await owner.client.post(`${path}/${made.id}/rotate`, {});
    await works(made.key);
    for (const secret of [made.key, body.key]) expect(await tablesHolding(service.sql, secret)).toEqual([]);
    expect(service.logged.join('')).not.toContain(made.key.slice(8));
  });

  test('and its key are forgotten 90 days after they end', async () => {
    const { id, owner } = await newOrganization(service);
    const api = keyClient(
      service,
      (await insertOrganizationKey(service, id, { scopes: ['latchkey:verify'] })).key,
    );
    const codeOf = async (key: string) => (await api.post('/api/keys/verify', { key })).body.code;
    const [revoked, rotated] = [await readKey(owner.client), await readKey(owner.client)];
    await owner.client.delete(`${path}/${revoked.id}`);
    const { key } = (await owner.client.post(`${path}/${rotated.id}/rotate`, { overlapHours: 0 })).body;
    service.clock.advance({ days: 89 });
    await sweep(service.sql, service.clock.now());
    expect([await codeOf(revoked.key), await codeOf(rotated.key)]).toEqual(['REVOKED', 'EXPIRED']);
    service.clock.advance({ days: 2 });
    await sweep(service.sql, service.clock.now());
    expect([await codeOf(revoked.key), await codeOf(rotated.key)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(key)).toBe('VALID');
    const client = await clientFor(service, owner.id);
    expect((await client.get(path)).body.pagination.total).toBe(2);
  });
});
