import { createHash } from 'node:crypto';
import type { AuditProof } from '@latchkey/contract';
import { enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { eraseAuditPerson } from '../../records/audit/retention.ts';
import { sealTrail } from '../../records/audit/seal-trail.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const proofOf = (id: string, client = admin.client) => client.get(`/api/admin/audit-logs/${id}/proof`);
const seal = () => sealTrail(service.deps);

/** Follows docs/audit-trail.md, with nothing but the answer. */
function rootFrom({ entry, createdAt, salt, hashes, path, seal: batch }: AuditProof): string {
  const sha256 = (...parts: (string | Buffer)[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
    );
  };
  const personal = { ...hashes };
  if (salt !== null)
    for (const name of ['userEmail', 'ipAddress', 'userAgent'] as const) {
      const value = entry[name];
      const mark = value === null ? '\0' : `\x01${value}`;
      personal[name] = sha256(bytes(salt), name, mark).toString('hex');
    }
  let node = sha256(Buffer.from([0]), JSON.stringify(sorted({ ...entry, createdAt, ...personal })));
  for (const { side, hash } of path)
    node =
      side === 'left'
        ? sha256(Buffer.from([1]), bytes(hash), node)
        : sha256(Buffer.from([1]), node, bytes(hash));
  const times = [batch.oldest, batch.newest, batch.sealedAt].map(Date.parse);
  const numbers = [batch.sequence, batch.entries, ...times].map((number) => {
    const eight = Buffer.alloc(8);
    eight.writeBigInt64BE(BigInt(number));
    return eight;
  });
  return sha256(Buffer.from([2]), bytes(batch.previousRoot), ...numbers, node).toString('hex');
}

describe('the proof of an entry', () => {
  test.each([1, 2, 3, 7, 8, 9])('leads to the root of its seal from any position among %i', async (count) => {
    await seal();
    const ids: string[] = [];
    for (let nth = 0; nth < count; nth++)
      ids.push(
        await enter(service, {
          metadata: { z: nth, a: { ü: [null, 'x"y'] } },
          userEmail: nth % 2 ? 'a@b.c' : null,
        }),
      );
    await seal();
    const { root, sequence } = (await admin.client.get('/api/admin/audit-logs/head')).body;
    for (const id of ids) {
      const { status, body } = await proofOf(id);
      expect([status, body.seal.sequence, body.seal.root, rootFrom(body)]).toEqual([
        200,
        sequence,
        root,
        root,
      ]);
      expect(rootFrom({ ...body, entry: { ...body.entry, action: 'AUTH_REGISTER' } })).not.toBe(root);
      expect(rootFrom({ ...body, entry: { ...body.entry, ipAddress: '192.0.2.8' } })).not.toBe(root);
    }
  });

  test('still leads there after its personal fields are erased, and reveals none of them', async () => {
    const id = await enter(service, { userEmail: 'gone@example.com' });
    await seal();
    const before = (await proofOf(id)).body;
    await eraseAuditPerson(service.deps, 'gone@example.com', service.clock.now());
    const { body } = await proofOf(id);
    expect(body).toMatchObject({ salt: null, entry: { userEmail: null, ipAddress: null, userAgent: null } });
    expect(rootFrom(body)).toBe(before.seal.root);
  });

  test('is 409 until the entry is sealed, which the list shows, and 404 for an unknown entry', async () => {
    const id = await enter(service, { organizationId: admin.organizationId });
    const listed = async () => {
      const { logs } = (await admin.client.get('/api/admin/audit-logs')).body;
      return logs.find((entry: { id: string }) => entry.id === id).sealed;
    };
    const waiting = await proofOf(id);
    expect([waiting.status, waiting.body.error.code]).toEqual([409, 'AUDIT_ENTRY_NOT_SEALED']);
    expect(await listed()).toBe(false);
    await seal();
    expect((await proofOf(id)).status).toBe(200);
    expect(await listed()).toBe(true);
    expect((await proofOf(crypto.randomUUID())).status).toBe(404);
  });

  test("is available to an organization's ADMIN for its own entries; any other is 404, sealed or not", async () => {
    const [own, other] = [await newOrganization(service), await newOrganization(service)];
    const { client } = await newMember(service, own.id, 'ADMIN');
    const ids = [
      await enter(service, { organizationId: own.id }),
      await enter(service, { organizationId: other.id }),
      await enter(service, { organizationId: null }),
    ];
    const statuses = () => Promise.all(ids.map(async (id) => (await proofOf(id, client)).status));
    expect(await statuses()).toEqual([409, 404, 404]);
    await seal();
    expect(await statuses()).toEqual([200, 404, 404]);
  });
});

test('the head is the newest seal', async () => {
  const fresh = await startService();
  const { client } = await newUser(fresh);
  const head = async () => (await client.get('/api/admin/audit-logs/head')).body;
  expect(await head()).toEqual({ sequence: 0, root: null, sealedAt: null });
  await sealTrail(fresh.deps);
  const first = await head();
  expect(first).toEqual({
    sequence: 1,
    root: expect.stringMatching(/^[\da-f]{64}$/),
    sealedAt: expect.any(String),
  });
  await enter(fresh);
  await sealTrail(fresh.deps);
  const second = await head();
  expect(second.sequence).toBe(2);
  expect(second.root).not.toBe(first.root);
});
