import { createHash } from 'node:crypto';
import { enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { moveTo, newStaff, newUser, newVerified, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import { eraseTrail } from './erase-trail.ts';
import { queueErasure } from './erasure-store.ts';
import { sealTrail } from './seal-trail.ts';
import { verifyTrail } from './verify-trail.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const faults = async () =>
  (await verifyTrail(service.deps, {})).faults.map(({ what, id }) => [what, id] as const);

/** As a database administrator could, who turns the triggers off. The change is taken back afterward. */
async function tampered(
  change: (tx: Db) => Promise<unknown>,
): Promise<(readonly [string, string | undefined])[]> {
  let found: (readonly [string, string | undefined])[] = [];
  await service.sql
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await change(tx);
      const verdict = await verifyTrail(
        {
          sql: { begin: (_: string, work: (on: Db) => unknown) => work(tx) } as never,
          config: service.deps.config,
        },
        {},
      );
      found = verdict.faults.map(({ what, id }) => [what, id] as const);
      throw new Error('taken back');
    })
    .catch(() => undefined);
  return found;
}

/** An entry that an ADMIN left about a person, sealed. */
async function sealedAct(target = { id: uuidv7(), email: `${uuidv7()}@target.example` }) {
  const metadata = {
    targetUserId: target.id,
    targetEmail: target.email,
    changes: { lastName: { from: 'Before', to: 'After' }, role: { from: 'USER', to: 'MODERATOR' } },
  };
  const id = await enter(service, {
    action: 'ADMIN_USER_UPDATED',
    userId: admin.id,
    userEmail: admin.email,
    metadata,
  });
  await sealTrail(service.deps);
  return { id, target };
}

async function erase(personId: string, emails: string[] = []): Promise<void> {
  await queueErasure(service.sql, { personId, emails, now: service.clock.now() });
  await eraseTrail(service.deps);
  await sealTrail(service.deps);
}

const read = async (id: string) =>
  (
    await service.sql`SELECT user_email, ip_address, user_agent, metadata FROM audit_logs WHERE id = ${id}`
  )[0];

describe('personal metadata of an entry', () => {
  test('is erased with its person, and what is the ADMIN’s stays', async () => {
    const { id, target } = await sealedAct();
    await erase(target.id);
    expect(await read(id)).toMatchObject({
      userEmail: admin.email,
      ipAddress: '192.0.2.7',
      metadata: {
        targetUserId: target.id,
        targetEmail: null,
        changes: { lastName: { from: null, to: null }, role: { from: 'USER', to: 'MODERATOR' } },
      },
    });
    expect(await faults()).toEqual([]);
  });

  test('cannot be changed, refilled or erased by hand unnoticed', async () => {
    const { id, target } = await sealedAct();
    const set = (value: string) => (tx: Db) =>
      tx`UPDATE audit_logs SET metadata = jsonb_set(metadata, '{targetEmail}', ${JSON.stringify(value)}::text::jsonb) WHERE id = ${id}`;
    expect(await tampered(set('other@example.com'))).toEqual([['changed', id]]);
    const byHand = (tx: Db) => tx`SELECT erase_audit_fields(ARRAY[${id}]::uuid[], '{f}', '{f}', '{t}')`;
    expect(await tampered(byHand)).toEqual([['1 entries were erased, and no entry says so', undefined]]);
    await erase(target.id);
    expect(await tampered(set(target.email))).toEqual([['changed', id]]);
    expect(await faults()).toEqual([]);
  });

  test('is proven by its hash, before and after it is erased', async () => {
    const { id, target } = await sealedAct();
    const prove = async () => (await admin.client.get(`/api/admin/audit-logs/${id}/proof`)).body;
    const before = await prove();
    expect(before.hashed).toContain('metadata.targetEmail');
    expect(before.hashed).not.toContain('metadata.changes.role.from');
    const salt = Buffer.from(before.metadataSalt, 'hex');
    const hash = createHash('sha256').update(salt).update('targetEmail').update(`\u0001${target.email}`);
    expect(before.metadataHashes.targetEmail).toBe(hash.digest('hex'));
    await erase(target.id);
    const after = await prove();
    expect(after).toMatchObject({ metadataSalt: null, metadataHashes: before.metadataHashes });
    expect(after.leaf).toBe(before.leaf);
    expect(after.salt).toBe(before.salt);
  });
});

test('IP address and browser of an impersonation are the ADMIN’s, and go with the ADMIN only', async () => {
  const [mask, actor] = [uuidv7(), uuidv7()];
  const id = await enter(service, {
    userId: mask,
    userEmail: 'mask@example.com',
    metadata: { impersonatedBy: actor },
  });
  await sealTrail(service.deps);
  await erase(mask);
  expect(await read(id)).toMatchObject({ userEmail: null, ipAddress: '192.0.2.7', userAgent: 'curl/8' });
  expect(await faults()).toEqual([]);
  await erase(actor);
  expect(await read(id)).toMatchObject({ userEmail: null, ipAddress: null, userAgent: null });
  expect(await faults()).toEqual([]);
});

test('entries that are not sealed yet are erased once they are', async () => {
  const person = uuidv7();
  const first = await enter(service, { userId: person, userEmail: 'late@example.com' });
  // Another node is sealing right now.
  await service.sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${locks.auditSeals})`;
    await queueErasure(service.sql, {
      personId: person,
      emails: ['late@example.com'],
      now: service.clock.now(),
    });
    await eraseTrail(service.deps);
    expect(await read(first)).toMatchObject({ userEmail: 'late@example.com' });
  });
  await eraseTrail(service.deps);
  expect(await read(first)).toMatchObject({ userEmail: null, ipAddress: null });
});

test('an address that another account has had is erased only where the id says so', async () => {
  const first = await newVerified(service);
  await moveTo(service, first.client, `next-${first.email}`);
  service.clock.advance({ days: 4 });
  const second = await newUser(service, { email: first.email });
  const unknown = await enter(service, { action: 'AUTH_LOGIN_FAILURE', metadata: { email: first.email } });
  await sealTrail(service.deps);
  const boss = await newStaff(service, 'ADMIN');
  expect((await boss.client.delete(`/api/users/${first.id}?erase=true`)).status).toBe(200);
  await eraseTrail(service.deps);
  const left = await service.sql`SELECT DISTINCT user_id FROM audit_logs WHERE user_email = ${first.email}`;
  expect(left.map(({ userId }) => userId)).toEqual([second.id]);
  expect((await read(unknown))?.metadata).toEqual({ email: first.email });
  expect(await faults()).toEqual([]);
});
