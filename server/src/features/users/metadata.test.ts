import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { sequenceEvents } from '../webhooks/sequence-events.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
let user: Awaited<ReturnType<typeof newUser>>;
let path: string;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
  user = await newUser(service);
  path = `/api/users/${user.id}/metadata`;
});

const patch = (body: unknown) => admin.client.patch(path, body);
const kept = async () => (await admin.client.get(path)).body;
const clear = () => service.sql`UPDATE users SET public_metadata = NULL, private_metadata = NULL`;

describe('metadata', () => {
  test('starts empty, and the user sees the public part', async () => {
    expect(await kept()).toEqual({ publicMetadata: {}, privateMetadata: {} });
    expect((await user.client.get('/api/auth/me')).body.publicMetadata).toEqual({});
    const answer = await patch({ publicMetadata: { plan: 'pro' }, privateMetadata: { customer: 'c-1' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ publicMetadata: { plan: 'pro' }, privateMetadata: { customer: 'c-1' } });
    expect(await kept()).toEqual(answer.body);
    expect((await user.client.get('/api/auth/me')).body.publicMetadata).toEqual({ plan: 'pro' });
  });

  test('merges at the top level, where null removes a key; further down, null is a value', async () => {
    await clear();
    await patch({ publicMetadata: { a: 1, b: { c: 1, d: 2 }, e: [1] }, privateMetadata: { f: 1 } });
    await patch({ publicMetadata: { a: null, b: { c: null }, unknown: null } });
    expect(await kept()).toEqual({ publicMetadata: { b: { c: null }, e: [1] }, privateMetadata: { f: 1 } });
    await patch({ privateMetadata: { f: null } });
    expect((await kept()).privateMetadata).toEqual({});
  });

  test('loses no change when many requests change it at once', async () => {
    await clear();
    const keys = Array.from({ length: 12 }, (_, nth) => `k${nth}`);
    await Promise.all(keys.map((key) => patch({ publicMetadata: { [key]: key } })));
    expect(Object.keys((await kept()).publicMetadata).sort()).toEqual(keys.sort());
  });

  test('allows exactly 8192 bytes of JSON in each part, and no more', async () => {
    await clear();
    const filled = (bytes: number) => ({ text: `${'é'.repeat((bytes - '{"text":""}'.length - 1) / 2)}x` });
    expect(Buffer.byteLength(JSON.stringify(filled(8192)))).toBe(8192);
    expect((await patch({ publicMetadata: filled(8192), privateMetadata: filled(8192) })).status).toBe(200);
    const before = await kept();
    for (const [field, value] of [
      ['publicMetadata', { more: 1 }],
      ['privateMetadata', { text: `${filled(8192).text}x` }],
    ] as const) {
      const answer = await patch({ [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { [field]: ['At most 8192 bytes as JSON.'] },
      });
    }
    expect(await kept()).toEqual(before);
    expect((await patch({ publicMetadata: { text: null, more: 1 } })).status).toBe(200);
  });

  test('cannot grow past the limit through concurrent changes', async () => {
    await clear();
    const large = 'x'.repeat(3000);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => patch({ privateMetadata: { [key]: large } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  });

  test.each([
    ['a list', []],
    ['text', 'plan'],
    ['a number', 1],
    ['null', null],
  ])('must be an object, not %s', async (_, value) => {
    const answer = await patch({ publicMetadata: value });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toHaveProperty('publicMetadata');
  });

  test('returns NULs, lone surrogates, deep nesting and huge numbers unchanged, and refuses __proto__', async () => {
    await clear();
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    // With the body and publicMetadata, 32 levels.
    const deep = nested(30);
    const odd = { nul: 'a\0b', 'k\0': 1, lone: '\ud800', number: 1e308, constructor: 1, deep };
    expect((await patch({ publicMetadata: odd })).status).toBe(200);
    const { publicMetadata } = await kept();
    expect(JSON.stringify(publicMetadata)).toBe(JSON.stringify(odd));
    expect((await user.client.get('/api/auth/me')).body.publicMetadata.number).toBe(1e308);
    expect((await patch({ publicMetadata: { deep: nested(31) } })).status).toBe(400);
    const poisoned = await admin.client.patch(path, undefined, {
      raw: Buffer.from('{"publicMetadata":{"__proto__":{"admin":true}}}'),
      headers: { 'content-type': 'application/json' },
    });
    expect(poisoned.status).toBe(400);
  });
});

describe('access to metadata', () => {
  test('requires users:write, even for the user themselves', async () => {
    for (const client of [user.client, (await newStaff(service, 'MODERATOR')).client]) {
      expect((await client.get(path)).status).toBe(403);
      expect((await client.patch(path, { publicMetadata: { plan: 'mine' } })).status).toBe(403);
    }
  });

  test("with users:write covers the holder's organization, except for an ADMIN; users elsewhere are 404", async () => {
    const outsider = await newHolder(service, ['users:write'], { organizationId: admin.organizationId });
    expect((await outsider.client.get(path)).status).toBe(404);
    expect((await outsider.client.patch(path, { publicMetadata: { a: 1 } })).status).toBe(404);
    const { organizationId } = user;
    const colleague = await newHolder(service, ['users:write'], { organizationId, rank: 'OWNER' });
    expect((await colleague.client.patch(path, { publicMetadata: { seat: 1 } })).status).toBe(200);
    const above = `/api/users/${admin.id}/metadata`;
    const answer = await outsider.client.patch(above, { publicMetadata: { seat: 1 } });
    expect(answer.body.error.code).toBe('PERMISSION_DENIED');
  });

  test('with a read-only key allows reading but not changing', async () => {
    const reader = service.client();
    reader.bearer = (await newKey(admin.client, { permission: 'READ_ONLY' })).key;
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.patch(path, { publicMetadata: {} })).body.error.code).toBe('API_KEY_READ_ONLY');
  });
});

test('the audit trail and the event stream show that metadata changed, but not what it contains', async () => {
  await clear();
  const before = (await service.audit()).length;
  await patch({ publicMetadata: { planName: 'secret-plan' }, privateMetadata: { customerId: 'secret-id' } });
  await patch({ publicMetadata: { planName: 'secret-plan' } });
  const entries = (await service.audit()).slice(before);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: 'ADMIN_USER_UPDATED',
    userId: admin.id,
    organizationId: user.organizationId,
    metadata: { targetUserId: user.id, changed: ['publicMetadata', 'privateMetadata'] },
  });
  await sequenceEvents(service.deps);
  const texts = await Promise.all(
    ['/api/admin/events?limit=100', `/api/users/${user.id}`, '/api/users'].map(
      async (place) => (await admin.client.get(place)).text,
    ),
  );
  const own = (await user.client.get('/api/auth/me')).text;
  for (const text of [...texts, JSON.stringify(entries)])
    expect(text).not.toMatch(/secret-|planName|customerId/);
  expect(texts[0]).toContain('user.updated');
  expect(own).not.toMatch(/customerId|secret-id|privateMetadata/);
});
