import { emptyTrail, enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';
import { sealKeysOf } from './chain.ts';
import { signExcuse } from './excuse.ts';
import { makePartitions } from './partition-store.ts';
import { dropExpired, eraseAuditPerson } from './retention.ts';
import { sealTrail, thinSeals } from './seal-trail.ts';
import { verifyTrail } from './verify-trail.ts';

const service = started(() => startService({ env: { AUDIT_RETENTION_DAYS: '90' } }));
beforeEach(async () => {
  await emptyTrail(service);
  await service.sql`TRUNCATE audit_seals, audit_sealed, audit_unsealed`;
});

const seal = () => sealTrail(service.deps);
const faults = async () =>
  (await verifyTrail(service.deps, {})).faults.map(({ what, id }) => [what, id] as const);

/** Acts as an owner of the tables, with all triggers off. */
function pastTheTriggers(work: (tx: Db) => Promise<unknown>) {
  return service.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await work(tx);
  });
}

const monthOf = (time: Date, months = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1));

const unlike = 'excuses other entries, but the service did not write it like this';

/** Three sealed entries in a month that the service then drops. */
async function dropOldMonth() {
  const { sql, clock } = service;
  const createdAt = monthOf(clock.now(), -12);
  await sql.begin((tx) => makePartitions(tx, createdAt, createdAt));
  for (let nth = 0; nth < 3; nth++) await enter(service, { createdAt });
  await seal();
  await dropExpired(service.deps);
  await seal();
  const [record] = await sql<{ id: string; metadata: Record<string, unknown> }[]>`
    SELECT id, metadata FROM audit_logs WHERE action = 'ADMIN_AUDIT_DROPPED'`;
  if (!record) throw new Error('no drop was recorded');
  return { record, createdAt };
}

describe('verification does not believe', () => {
  test('a forged ADMIN_AUDIT_DROPPED, written by SQL to excuse deleted entries', async () => {
    const [kept, gone] = [await enter(service), await enter(service)];
    await seal();
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${gone}`);
    const now = service.clock.now();
    const forged = await enter(service, {
      action: 'ADMIN_AUDIT_DROPPED',
      metadata: { partition: 'x', entries: 1, from: null, to: monthOf(now, 1).toISOString() },
    });
    await seal();
    expect(kept).not.toBe(gone);
    expect(await faults()).toEqual([
      ['excuses other entries, but the service did not write it', forged],
      ['removed', gone],
    ]);
  });

  test('a forged ADMIN_AUDIT_ERASED, written by SQL to excuse wiped addresses', async () => {
    const id = await enter(service, { userEmail: 'wiped@example.com' });
    await seal();
    await pastTheTriggers(async (tx) => {
      await tx`
        UPDATE audit_sealed s SET salt = NULL,
               hashes = sha256(s.salt || 'userEmail' || '\\x01'::bytea || convert_to(a.user_email, 'UTF8'))
                     || sha256(s.salt || 'ipAddress' || '\\x01'::bytea || convert_to(a.ip_address, 'UTF8'))
                     || sha256(s.salt || 'userAgent' || '\\x01'::bytea || convert_to(a.user_agent, 'UTF8'))
          FROM audit_logs a WHERE a.id = ${id} AND s.entry_id = a.id`;
      await tx`UPDATE audit_logs SET user_email = NULL, ip_address = NULL, user_agent = NULL WHERE id = ${id}`;
    });
    const forged = await enter(service, { action: 'ADMIN_AUDIT_ERASED', metadata: { entries: 1 } });
    await seal();
    expect(await faults()).toEqual([
      ['excuses other entries, but the service did not write it', forged],
      ['1 entries were erased, and no entry says so', undefined],
    ]);
  });

  test('the MAC of one record copied to another range, another count or another id', async () => {
    const { sql } = service;
    const { record } = await dropOldMonth();
    const gone = await enter(service);
    await seal();
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${gone}`);
    const to = monthOf(service.clock.now(), 1).toISOString();
    for (const change of [{ to }, { entries: 2 }, { retentionDays: 1 }, { from: null }, {}]) {
      const forged = await enter(service, {
        action: 'ADMIN_AUDIT_DROPPED',
        metadata: { ...record.metadata, ...change },
      });
      expect(await faults()).toContainEqual([unlike, forged]);
      expect(await faults()).toContainEqual(['removed', gone]);
      await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${forged}`);
      await sql`DELETE FROM audit_unsealed WHERE entry_id = ${forged}`;
    }
    await pastTheTriggers(
      (tx) => tx`UPDATE audit_logs SET metadata = metadata || ${tx.json({ to })} WHERE id = ${record.id}`,
    );
    expect(await faults()).toContainEqual([unlike, record.id]);
  });

  test.each([
    [
      'a month that is not past the retention time',
      0,
      1,
      'excuses months that were not past the retention time',
    ],
    ['months that begin in the middle', -14.5, -12, 'excuses something else than whole months'],
  ])('a drop of %s, even with a MAC', async (_, low, high, doubt) => {
    const gone = await enter(service);
    await seal();
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${gone}`);
    const now = service.clock.now();
    const halfway = Number.isInteger(low) ? 0 : 14 * 86_400_000;
    const metadata = {
      entries: 1,
      from: new Date(monthOf(now, Math.floor(low)).getTime() + halfway).toISOString(),
      to: monthOf(now, high).toISOString(),
      retentionDays: 90,
    };
    const row = { id: uuidv7(), action: 'ADMIN_AUDIT_DROPPED', createdAt: now, metadata } as const;
    await enter(service, signExcuse(sealKeysOf(service.config)[0], row));
    await seal();
    expect(await faults()).toEqual([
      [doubt, row.id],
      ['removed', gone],
    ]);
  });

  test('a drop whose month has lost more entries than were sealed in it', async () => {
    const { createdAt } = await dropOldMonth();
    expect(await faults()).toEqual([]);
    const later = await enter(service, { createdAt });
    await seal();
    expect(await faults()).toEqual([]);
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${later}`);
    expect(await faults()).toEqual([
      [
        expect.stringMatching(/^4 entries are gone from the months before .*, but 3 were dropped$/),
        undefined,
      ],
    ]);
  });

  test('an erasure record for one more entry than it was written for', async () => {
    const [, other] = [await enter(service, { userEmail: 'one@example.com' }), await enter(service)];
    await seal();
    expect(await eraseAuditPerson(service.deps, 'one@example.com', service.clock.now())).toBe(1);
    await seal();
    expect(await faults()).toEqual([]);
    const [record] = await service.sql`SELECT id FROM audit_logs WHERE action = 'ADMIN_AUDIT_ERASED'`;
    await pastTheTriggers(async (tx) => {
      await tx`
        UPDATE audit_sealed s SET salt = NULL, erased_by = ${record?.id},
               hashes = sha256(s.salt || 'userEmail' || '\\x00'::bytea)
                     || sha256(s.salt || 'ipAddress' || '\\x01'::bytea || convert_to(a.ip_address, 'UTF8'))
                     || sha256(s.salt || 'userAgent' || '\\x01'::bytea || convert_to(a.user_agent, 'UTF8'))
          FROM audit_logs a WHERE a.id = ${other} AND s.entry_id = a.id`;
      await tx`UPDATE audit_logs SET ip_address = NULL, user_agent = NULL WHERE id = ${other}`;
    });
    expect(await faults()).toEqual([['excuses other entries than those that were erased', record?.id]]);
  });
});

describe('the service', () => {
  test('discards no seal details for a forged drop', async () => {
    await enter(service);
    await seal();
    const to = monthOf(service.clock.now(), 1).toISOString();
    await enter(service, { action: 'ADMIN_AUDIT_DROPPED', metadata: { entries: 1, from: null, to } });
    await seal();
    await thinSeals(service.deps);
    expect(await service.sql`SELECT 1 FROM audit_sealed`).toHaveLength(2);
    expect(await service.sql`SELECT 1 FROM audit_seals WHERE ids IS NULL`).toHaveLength(0);
  });

  test('signs what it drops, and says it again before the record itself is dropped', async () => {
    const { record } = await dropOldMonth();
    expect(record.metadata).toMatchObject({ entries: 3, retentionDays: 90, mac: expect.any(String) });
    await thinSeals(service.deps);
    service.clock.advance({ days: 200 });
    await service.sql.begin((tx) => makePartitions(tx, service.clock.now()));
    expect(await dropExpired(service.deps)).not.toEqual([]);
    await seal();
    expect(await service.sql`SELECT 1 FROM audit_logs WHERE id = ${record.id}`).toHaveLength(0);
    expect(await faults()).toEqual([]);
  });
});
