import { enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePartitions } from './partition-store.ts';
import { dropExpired, eraseAuditPerson } from './retention.ts';
import { sealTrail } from './seal-trail.ts';

const service = started(startService);
beforeAll(async () => {
  await newUser(service);
});

const refused = { code: '42501', message: 'audit entries cannot be changed or deleted' };
const partitions = async () =>
  (
    await service.sql<{ name: string }[]>`
      SELECT relid::text AS name FROM pg_partition_tree('audit_logs') WHERE isleaf`
  ).map(({ name }) => name);
const entries = async () =>
  (await service.sql<{ id: string }[]>`SELECT id FROM audit_logs ORDER BY id`).map(({ id }) => id);
const dayMs = 86_400_000;

describe('a written entry', () => {
  const changes = {
    id: 'gen_random_uuid()',
    user_id: 'gen_random_uuid()',
    user_email: "'somebody@else.example'",
    action: "'AUTH_REGISTER'",
    category: "'admin'",
    ip_address: "'203.0.113.66'",
    user_agent: "'forged'",
    organization_id: 'gen_random_uuid()',
    metadata: `'{"forged": true}'`,
    created_at: "created_at + interval '1 second'",
  };
  const erasing = 'user_email = NULL, ip_address = NULL, user_agent = NULL';

  test.each([
    ['new', [erasing], async () => {}],
    ['sealed', [erasing], () => sealTrail(service.deps)],
    [
      'sealed and erased',
      [],
      async (email: string) => {
        await sealTrail(service.deps);
        expect(await eraseAuditPerson(service.deps, email, service.clock.now())).toBe(1);
      },
    ],
  ])(
    'that is %s cannot be changed in any column by UPDATE, through the trail or through its partition',
    async (state, more, settle) => {
      const { sql, clock } = service;
      const columns = await sql<{ name: string }[]>`
        SELECT attname AS name FROM pg_attribute WHERE attrelid = 'audit_logs'::regclass AND attnum > 0`;
      expect(Object.keys(changes).sort()).toEqual(columns.map(({ name }) => name).sort());
      const userEmail = `${state.replaceAll(' ', '-')}@example.com`;
      const id = await enter(service, { userEmail });
      await settle(userEmail);
      const entry = () => sql`SELECT * FROM audit_logs WHERE id = ${id}`;
      const before = await entry();
      const home = `audit_logs_${clock.now().toISOString().slice(0, 7).replace('-', '_')}`;
      const all = Object.entries(changes).map(([column, value]) => `${column} = ${value}`);
      for (const table of ['audit_logs', home])
        for (const change of [...all, ...more, "created_at = created_at + interval '1 month'"])
          await expect(
            sql.unsafe(`UPDATE ${table} SET ${change} WHERE id = '${id}'`),
            change,
          ).rejects.toMatchObject(refused);
      expect(await entry()).toEqual(before);
    },
  );

  test('cannot be removed by DELETE or TRUNCATE, from any current or future partition', async () => {
    const { sql, clock } = service;
    await sql.begin((tx) => makePartitions(tx, new Date(clock.now().getTime() + 200 * dayMs)));
    const before = await entries();
    await expect(sql`DELETE FROM audit_logs`).rejects.toMatchObject(refused);
    for (const name of ['audit_logs', ...(await partitions())])
      await expect(sql`TRUNCATE ${sql(name)}`).rejects.toMatchObject(refused);
    for (const day of [0, 150, 2000]) {
      const createdAt = new Date(clock.now().getTime() + day * dayMs);
      const id = await enter(service, { createdAt });
      before.push(id);
      const [row] = await sql<{ home: string }[]>`
        SELECT tableoid::regclass::text AS home FROM audit_logs WHERE id = ${id}`;
      await expect(sql`DELETE FROM ${sql(row?.home ?? '')} WHERE id = ${id}`).rejects.toMatchObject(refused);
    }
    expect(await entries()).toEqual(before.sort());
  });

  test('moves to its month once that partition is created, and the trigger is on again afterward', async () => {
    const { sql, clock } = service;
    const createdAt = new Date(clock.now().getTime() + 1500 * dayMs);
    const id = await enter(service, { createdAt });
    await sql`SELECT make_audit_partition(${createdAt}::timestamptz::date)`;
    const [row] = await sql`SELECT tableoid::regclass::text AS home FROM audit_logs WHERE id = ${id}`;
    expect(row?.home).toMatch(/^audit_logs_\d{4}_\d\d$/);
    await enter(service, { createdAt: new Date(clock.now().getTime() + 4000 * dayMs) });
    await expect(sql`DELETE FROM audit_logs_default`).rejects.toMatchObject(refused);
  });
});

describe('dropping a month', () => {
  test('leaves an entry and an event that name the month and its number of entries', async () => {
    const { sql, clock } = service;
    const now = clock.now();
    const createdAt = new Date(Date.UTC(now.getUTCFullYear() - 2, 4, 5));
    await sql.begin((tx) => makePartitions(tx, new Date(createdAt.getTime() - 60 * dayMs), createdAt));
    for (let nth = 0; nth < 3; nth++) await enter(service, { createdAt });
    await dropExpired({
      ...service.deps,
      clock: { ...clock, now: () => now },
      config: { ...service.config, auditRetentionDays: 400 },
    });
    const month = createdAt.toISOString().slice(0, 7);
    const metadata = {
      partition: `audit_logs_${month.replace('-', '_')}`,
      entries: 3,
      from: `${month}-01T00:00:00.000Z`,
      to: `${month.replace('-05', '-06')}-01T00:00:00.000Z`,
      retentionDays: 400,
      key: expect.stringMatching(/^[\da-f]{16}$/),
      mac: expect.stringMatching(/^[\da-f]{64}$/),
    };
    const records = await sql`SELECT * FROM audit_logs WHERE action = 'ADMIN_AUDIT_DROPPED'`;
    expect(records).toMatchObject([{ metadata, category: 'admin', userId: null, createdAt: now }]);
    const [event] = await sql<{ body: string }[]>`SELECT body FROM events WHERE id = ${records[0]?.id}`;
    expect(JSON.parse(event?.body ?? '')).toEqual({
      type: 'audit.dropped',
      timestamp: now.toISOString(),
      data: { action: 'ADMIN_AUDIT_DROPPED', actor: null, organizationId: null, metadata },
    });
  });

  test('works only on a month of the trail, not on another table or the default partition', async () => {
    const { sql } = service;
    for (const name of ['users', 'audit_logs', 'audit_logs_default', 'nothing'])
      await expect(sql`SELECT drop_audit_partition(${name})`).rejects.toThrow(
        'is no month of the audit trail',
      );
  });
});
