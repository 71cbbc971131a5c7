import { emptyTrail, enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';
import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import { logHead } from '../../runtime/upkeep.ts';
import { sealKeysOf } from './chain.ts';
import { makePartitions } from './partition-store.ts';
import { dropExpired, eraseAuditPerson } from './retention.ts';
import { findHead } from './seal-store.ts';
import { sealTrail, thinSeals } from './seal-trail.ts';
import { verifyTrail } from './verify-trail.ts';

const service = started(startService);
beforeEach(async () => {
  await emptyTrail(service);
  await service.sql`TRUNCATE audit_seals, audit_sealed, audit_unsealed`;
});

const dayMs = 86_400_000;
/** As if the service had been told to keep entries for that many days. */
const dropOlderThan = (auditRetentionDays: number) =>
  dropExpired({ ...service.deps, config: { ...service.config, auditRetentionDays } });
const seal = () => sealTrail(service.deps);
const verify = async (scope: Parameters<typeof verifyTrail>[1] = {}) => verifyTrail(service.deps, scope);
const faults = async (scope?: Parameters<typeof verifyTrail>[1]) =>
  (await verify(scope)).faults.map(({ what, id }) => [what, id]);
const head = async () => {
  const found = await findHead(service.sql);
  if (!found) throw new Error('there is no seal');
  return found;
};

/** Acts as an owner of the tables, with all triggers off. */
function pastTheTriggers(work: (tx: Db) => Promise<unknown>) {
  return service.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await work(tx);
  });
}

/** Three seals of three entries each. */
async function sealNine(): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < 9; nth++) {
    ids.push(
      await enter(service, { userEmail: `person${nth}@example.com`, metadata: { n: nth, deep: { a: [1] } } }),
    );
    if (nth % 3 === 2) await seal();
  }
  return ids;
}

/** The same, after an entry of a month that has been dropped since. */
async function sealNineAndDropOlder() {
  const { sql, clock } = service;
  const createdAt = new Date(clock.now().getTime() - 400 * dayMs);
  await sql.begin((tx) => makePartitions(tx, createdAt, createdAt));
  await enter(service, { createdAt });
  const ids = await sealNine();
  await dropOlderThan(300);
  return { ids, createdAt };
}

describe('sealing', () => {
  test('covers everything the service records, and the trail verifies', async () => {
    await newUser(service);
    await seal();
    const { faults: found, entries, seals, waiting } = await verify();
    expect([found, seals, waiting]).toEqual([[], 1, 0]);
    expect(entries).toBe((await service.audit()).length);
    await seal();
    expect((await head()).sequence).toBe(1);
  });

  test('chains the seals: each root includes the one before it', async () => {
    await sealNine();
    // Recomputed here, as an operator who keeps a root elsewhere can do.
    const seals = await service.sql`
      SELECT sequence, entries, root, sha256(
               '\\x02'::bytea || lag(root, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY sequence) || int8send(sequence)
               || int8send(entries) || int8send((extract(epoch FROM oldest) * 1000)::bigint)
               || int8send((extract(epoch FROM newest) * 1000)::bigint)
               || int8send((extract(epoch FROM sealed_at) * 1000)::bigint) || entries_root) AS made
        FROM audit_seals ORDER BY sequence`;
    expect(seals.map(({ sequence, entries }) => [Number(sequence), entries])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(seals.map(({ root }) => root)).toEqual(seals.map(({ made }) => made));
    expect(await faults()).toEqual([]);
  });

  test('leaves an entry that commits late for a later seal, without waiting for it', async () => {
    const { sql, clock } = service;
    let late = '';
    let early = '';
    await sql.begin(async (slow) => {
      const [row] = await slow<{ id: string }[]>`
        INSERT INTO audit_logs (id, action, category, created_at)
        VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${clock.now()}) RETURNING id`;
      late = row?.id ?? '';
      early = await enter(service);
      await seal();
      expect((await verify()).entries).toBe(1);
    });
    await seal();
    const order = await sql`SELECT entry_id FROM audit_sealed ORDER BY seal, place`;
    expect(order.map(({ entryId }) => entryId)).toEqual([early, late]);
    expect(await faults()).toEqual([]);
  });

  test('on several nodes at once makes a single chain, while others write', async () => {
    const nodes = [service.sql, service.database.connect(), service.database.connect()];
    const writing = Array.from({ length: 60 }, () => enter(service));
    const sealing = nodes.flatMap((sql) => [1, 2, 3, 4].map(() => sealTrail({ ...service.deps, sql })));
    await Promise.all([...writing, ...sealing]);
    await seal();
    expect(await verify()).toMatchObject({ faults: [], entries: 60, waiting: 0 });
  });

  test('handles several batches in one run', async () => {
    await service.sql`
      INSERT INTO audit_logs (id, action, category, created_at)
      SELECT gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${service.clock.now()} FROM generate_series(1, 1100)`;
    await seal();
    expect(await verify()).toMatchObject({ faults: [], entries: 1100, seals: 3 });
  });

  test('does not make writers wait for the sealer or for the entries it seals', async () => {
    await enter(service);
    await service.sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${locks.auditSeals})`;
      await tx`SELECT * FROM audit_unsealed FOR UPDATE`;
      await enter(service);
    });
    await seal();
    expect(await verify()).toMatchObject({ faults: [], entries: 2 });
  });

  test('the newest seal is logged', async () => {
    await sealNine();
    await logHead(service.deps);
    const { sequence, root, sealedAt } = await head();
    expect(JSON.parse(service.logged.at(-1) ?? '')).toMatchObject({
      sequence,
      root: root.toString('hex'),
      sealedAt: sealedAt.toISOString(),
    });
  });
});

describe('verification finds and names', () => {
  test.each([
    ['action', "action = 'AUTH_REGISTER'"],
    ['category', "category = 'admin'"],
    ['user', 'user_id = gen_random_uuid()'],
    ['organization', 'organization_id = gen_random_uuid()'],
    ['nested metadata', `metadata = jsonb_set(metadata, '{deep,a,0}', '2')`],
    ['email', "user_email = 'somebody@else.example'"],
    ['IP address', "ip_address = '198.51.100.66'"],
    ['browser (cleared)', 'user_agent = NULL'],
  ])('an entry whose %s was changed', async (_, change) => {
    const ids = await sealNine();
    await pastTheTriggers((tx) => tx.unsafe(`UPDATE audit_logs SET ${change} WHERE id = '${ids[4]}'`));
    expect(await faults()).toEqual([['changed', ids[4]]]);
  });

  test('an entry whose time was changed by a microsecond', async () => {
    const ids = await sealNine();
    await pastTheTriggers(
      (tx) =>
        tx`UPDATE audit_logs SET created_at = created_at + interval '1 microsecond' WHERE id = ${ids[4] ?? ''}`,
    );
    expect(await faults()).toEqual([
      ['removed', ids[4]],
      ['inserted', ids[4]],
    ]);
  });

  test('an entry that was removed', async () => {
    const ids = await sealNine();
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${ids[8] ?? ''}`);
    expect(await faults()).toEqual([['removed', ids[8]]]);
  });

  test('an entry that was removed along with its record in the seal', async () => {
    const ids = await sealNine();
    await pastTheTriggers(async (tx) => {
      await tx`DELETE FROM audit_logs WHERE id = ${ids[4] ?? ''}`;
      await tx`DELETE FROM audit_sealed WHERE entry_id = ${ids[4] ?? ''}`;
    });
    expect(await faults()).toEqual([['removed, together with its seal', ids[4]]]);
  });

  test('an entry that was removed before it was sealed, both before and after the next seal', async () => {
    const id = await enter(service);
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${id}`);
    expect(await faults()).toEqual([['removed before it was sealed', id]]);
    await seal();
    expect(await faults()).toEqual([['removed', id]]);
  });

  test('an entry that was inserted by bypassing the triggers', async () => {
    await sealNine();
    const id = crypto.randomUUID();
    await pastTheTriggers(
      (tx) => tx`INSERT INTO audit_logs (id, action, category, created_at)
        VALUES (${id}, 'AUTH_LOGOUT', 'authentication', ${service.clock.now()})`,
    );
    expect(await faults()).toEqual([['inserted', id]]);
  });

  test('an entry that was inserted into a seal', async () => {
    await sealNine();
    const id = crypto.randomUUID();
    await pastTheTriggers(async (tx) => {
      await tx`INSERT INTO audit_logs (id, action, category, created_at)
        VALUES (${id}, 'AUTH_LOGOUT', 'authentication', ${service.clock.now()})`;
      await tx`INSERT INTO audit_sealed (seal, place, entry_id, created_at, salt, leaf, mac)
        SELECT 2, 3, ${id}, created_at, ''::bytea, ''::bytea, ''::bytea FROM audit_logs WHERE id = ${id}`;
    });
    expect(await faults()).toEqual([['inserted', id]]);
  });

  test('entries that swapped places', async () => {
    const ids = await sealNine();
    await pastTheTriggers(async (tx) => {
      await tx`UPDATE audit_sealed SET place = 7 WHERE seal = 2 AND place = 0`;
      await tx`UPDATE audit_sealed SET place = 0 WHERE seal = 2 AND place = 1`;
      await tx`UPDATE audit_sealed SET place = 1 WHERE seal = 2 AND place = 7`;
    });
    expect(await faults()).toEqual([
      ['changed or moved, together with its seal', ids[4]],
      ['changed or moved, together with its seal', ids[3]],
    ]);
  });

  test('an entry that was changed along with its leaf, by someone without the key', async () => {
    const ids = await sealNine();
    await pastTheTriggers(async (tx) => {
      await tx`UPDATE audit_logs SET action = 'AUTH_REGISTER' WHERE id = ${ids[4] ?? ''}`;
      await tx`UPDATE audit_sealed SET leaf = sha256(leaf) WHERE entry_id = ${ids[4] ?? ''}`;
    });
    expect(await faults()).toEqual([['changed or moved, together with its seal', ids[4]]]);
  });

  test('an entry that was removed and backdated to a dropped month', async () => {
    const { ids, createdAt } = await sealNineAndDropOlder();
    expect(await faults()).toEqual([]);
    await pastTheTriggers(async (tx) => {
      await tx`DELETE FROM audit_logs WHERE id = ${ids[4] ?? ''}`;
      await tx`UPDATE audit_sealed SET created_at = ${createdAt} WHERE entry_id = ${ids[4] ?? ''}`;
    });
    expect(await faults()).toEqual([['changed or moved, together with its seal', ids[4]]]);
  });

  test('an entry that was removed from a kept month after another month was dropped', async () => {
    const { ids } = await sealNineAndDropOlder();
    await pastTheTriggers((tx) => tx`DELETE FROM audit_logs WHERE id = ${ids[4] ?? ''}`);
    expect(await faults()).toEqual([['removed', ids[4]]]);
  });

  test('a seal that was removed from the middle, along with its entries', async () => {
    const ids = await sealNine();
    await pastTheTriggers(async (tx) => {
      await tx`DELETE FROM audit_logs WHERE id = ANY (${ids.slice(3, 6)}::uuid[])`;
      await tx`DELETE FROM audit_sealed WHERE seal = 2`;
      await tx`DELETE FROM audit_seals WHERE sequence = 2`;
    });
    expect(await faults()).toEqual([['seals 2 to 2 are missing', undefined]]);
  });

  test('a chain that was rebuilt by someone without the key', async () => {
    await sealNine();
    const forger = { ...service.deps, config: { ...service.config, auditSecrets: ['guessed'] as const } };
    await service.sql`TRUNCATE audit_seals, audit_sealed`;
    await service.sql`INSERT INTO audit_unsealed (entry_id, created_at) SELECT id, created_at FROM audit_logs ORDER BY id`;
    await sealTrail(forger);
    expect(await faults()).toEqual([['made under a key that is not configured', undefined]]);
    await pastTheTriggers((tx) => tx`UPDATE audit_sealed SET leaf = sha256(leaf) WHERE place = 4`);
    expect((await faults())[1]?.[0]).toBe('changed');
    const [{ name }] = sealKeysOf(service.config);
    await service.sql`UPDATE audit_seals SET key_name = ${name}`;
    const found = await faults();
    expect(found[0]).toEqual(['the seal was changed', undefined]);
    expect(found).toHaveLength(10);
  });

  test('the newest entries cut off along with their seal, but only when given a saved root', async () => {
    const ids = await sealNine();
    const kept = (await head()).root;
    await pastTheTriggers(async (tx) => {
      await tx`DELETE FROM audit_logs WHERE id = ANY (${ids.slice(6)}::uuid[])`;
      await tx`DELETE FROM audit_sealed WHERE seal = 3`;
      await tx`DELETE FROM audit_seals WHERE sequence = 3`;
    });
    expect(await faults()).toEqual([]);
    expect(await faults({ head: kept })).toEqual([[expect.stringContaining('were cut off'), undefined]]);
    expect(await faults({ head: (await head()).root })).toEqual([]);
  });

  test('only what was sealed after --since, without reading anything older', async () => {
    const ids = await sealNine();
    service.clock.advance({ minutes: 10 });
    const since = service.clock.now();
    service.clock.advance({ minutes: 1 });
    const newer = await enter(service);
    await seal();
    await pastTheTriggers(
      (tx) =>
        tx`UPDATE audit_logs SET action = 'AUTH_REGISTER' WHERE id = ANY (${[ids[4] ?? '', newer]}::uuid[])`,
    );
    expect(await verify({ since })).toMatchObject({ seals: 1, faults: [{ what: 'changed', id: newer }] });
    expect(await faults()).toHaveLength(2);
  });
});

describe('the chain', () => {
  test('stays valid when an expired month is dropped, and later when its seal details are swept', async () => {
    const { sql, clock } = service;
    const createdAt = new Date(clock.now().getTime() - 400 * dayMs);
    await sql.begin((tx) => makePartitions(tx, createdAt, createdAt));
    const old = await enter(service, { createdAt });
    await enter(service, { createdAt });
    await seal();
    await enter(service, { createdAt });
    await sealNine();
    await dropOlderThan(300);
    await seal();
    expect(await verify()).toMatchObject({ faults: [], dropped: [{ to: expect.any(Date) }] });
    await thinSeals(service.deps);
    const left = await sql`SELECT 1 FROM audit_sealed WHERE entry_id = ${old}`;
    expect(left).toHaveLength(0);
    const [thinned] = await sql`SELECT ids FROM audit_seals WHERE sequence = 1`;
    expect(thinned?.ids).toBeNull();
    expect(await faults()).toEqual([]);
  });

  test('stays valid when personal fields are erased by the function, and an entry says how many', async () => {
    const { sql, clock } = service;
    const ids = await sealNine();
    expect(await eraseAuditPerson(service.deps, 'person4@example.com', clock.now())).toBe(1);
    const [entry] = await sql`SELECT * FROM audit_logs WHERE id = ${ids[4] ?? ''}`;
    expect(entry).toMatchObject({ userEmail: null, ipAddress: null, userAgent: null, metadata: { n: 4 } });
    const [said] = await sql`SELECT salt, hashes FROM audit_sealed WHERE entry_id = ${ids[4] ?? ''}`;
    expect([said?.salt, said?.hashes.length]).toEqual([null, 96]);
    await seal();
    expect(await verify()).toMatchObject({ faults: [], erased: 1 });
    const [record] = await sql`SELECT metadata FROM audit_logs WHERE action = 'ADMIN_AUDIT_ERASED'`;
    expect(record?.metadata).toMatchObject({ entries: 1, retentionDays: null, mac: expect.any(String) });
    expect(await sql`SELECT 1 FROM audit_emails WHERE email = 'person4@example.com'`).toHaveLength(0);
    await pastTheTriggers(
      (tx) => tx`UPDATE audit_logs SET user_email = 'forged@example.com' WHERE id = ${ids[4] ?? ''}`,
    );
    expect(await faults()).toEqual([['changed', ids[4]]]);
  });

  test('reports personal fields that were erased by calling the function in SQL', async () => {
    const ids = await sealNine();
    await pastTheTriggers(async (tx) => {
      await tx`SELECT erase_audit_person('person4@example.com')`;
    });
    expect(ids).toHaveLength(9);
    expect(await faults()).toEqual([['1 entries were erased, and no entry says so', undefined]]);
  });

  test('does not allow personal fields to be erased before they are sealed', async () => {
    await enter(service, { userEmail: 'fresh@example.com' });
    await expect(eraseAuditPerson(service.deps, 'fresh@example.com', service.clock.now())).rejects.toThrow(
      'not sealed yet',
    );
  });

  test('stays valid when the secret changes: earlier seals still verify, and new ones continue it', async () => {
    await sealNine();
    const next = { AUDIT_SECRET: 'audit-secret-for-tests-audit-secret-xyz' };
    const node = await startService({ database: service.database, env: next });
    await enter(node);
    await sealTrail(node.deps);
    expect(await verifyTrail(node.deps, {})).toMatchObject({ faults: [], seals: 4 });
    expect(await faults()).toEqual([['made under a key that is not configured', undefined]]);
    await node.close();
    const later = {
      AUDIT_SECRET: 'another-secret-for-tests-another-secret',
      AUDIT_SECRET_PREVIOUS: next.AUDIT_SECRET,
    };
    const third = await startService({ database: service.database, env: later });
    expect(await verifyTrail(third.deps, {})).toMatchObject({ faults: [], seals: 4 });
    await third.close();
    const rotated = {
      SESSION_SECRET: 'a-later-session-secret-a-later-session-s',
      SESSION_SECRET_PREVIOUS: service.config.secrets.session,
      AUDIT_SECRET_PREVIOUS: next.AUDIT_SECRET,
    };
    const fourth = await startService({ database: service.database, env: rotated });
    expect(await verifyTrail(fourth.deps, {})).toMatchObject({ faults: [], seals: 4 });
  });
});
