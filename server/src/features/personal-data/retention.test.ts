import { linkToDirectory } from '@latchkey/server/testing/directories';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newLoner, newMember, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { endSessions } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { sweep } from '../../runtime/upkeep.ts';
import { retireInactive, trimMailLog } from './retention.ts';

const service = started(() =>
  startService({ env: { INACTIVE_ACCOUNT_DAYS: '90', EMAIL_LOG_RETENTION_DAYS: '30' } }),
);
const isActive = async (id: string) =>
  (await service.sql<{ isActive: boolean }[]>`SELECT is_active FROM users WHERE id = ${id}`)[0]?.isActive;
const warnings = async (email: string) =>
  (await service.mails(email)).filter(({ subject }) => subject.includes('about to be deactivated')).length;
/** As the service does every hour, with the mail sent. */
const hourly = async () => {
  await retireInactive(service.deps);
  await service.mails('');
};

describe('an account that is not used', () => {
  test('is warned once, and deactivated fourteen days after the warning was sent', async () => {
    const person = await newLoner(service);
    service.clock.advance({ days: 89 });
    await hourly();
    expect(await warnings(person.email)).toBe(0);
    service.clock.advance({ days: 2 });
    await hourly();
    await hourly();
    expect(await warnings(person.email)).toBe(1);
    service.clock.advance({ days: 13 });
    await hourly();
    expect(await isActive(person.id)).toBe(true);
    service.clock.advance({ days: 2 });
    await hourly();
    expect(await isActive(person.id)).toBe(false);
    const entry = (await service.audit()).find(
      ({ action, metadata }) => action === 'ADMIN_USER_DEACTIVATED' && metadata.targetUserId === person.id,
    );
    expect(entry).toMatchObject({ userId: null, metadata: { reason: 'inactive' } });
  });

  test('leaves credentials behind, which the OWNERs are told to replace', async () => {
    const { owner, id } = await newOrganization(service);
    const maker = await newMember(service, id, 'ADMIN');
    await makeOrganizationKey(maker.client, { name: 'Orders' });
    service.clock.advance({ days: 91 });
    await hourly();
    service.clock.advance({ days: 15 });
    await hourly();
    expect(await isActive(maker.id)).toBe(false);
    const told = (await service.mails(owner.email)).filter(({ text }) => text.includes('Orders'));
    expect(told.map(({ subject }) => subject)).toEqual(['Replace credentials of your organization']);
  });

  test('stays active if it is used after the warning: by a session, a key, or one that has ended since', async () => {
    const people = [await newLoner(service), await newLoner(service), await newLoner(service)];
    const [browser, script, gone] = people;
    const { key } = await newKey(script?.client as never);
    service.clock.advance({ days: 91 });
    await hourly();
    for (const { email } of people) expect(await warnings(email)).toBe(1);
    await (await clientFor(service, browser?.id ?? '')).get('/api/auth/me');
    const program = service.client();
    program.bearer = key;
    expect((await program.get('/api/auth/me')).status).toBe(200);
    const short = await clientFor(service, gone?.id ?? '');
    await short.get('/api/auth/me');
    await service.deps.lastUse.sessions.flush();
    await endSessions(service, gone?.id ?? '');
    service.clock.advance({ days: 20 });
    await hourly();
    for (const { id } of people) expect(await isActive(id)).toBe(true);
  });

  test('stays active if its owner is an ADMIN or the only active OWNER of an organization', async () => {
    const admin = await newStaff(service, 'ADMIN');
    // Otherwise, they would stay active as the OWNER of their own.
    await settleIn(service, admin.id, null);
    const { owner, id } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    service.clock.advance({ days: 91 });
    await hourly();
    service.clock.advance({ days: 15 });
    await hourly();
    expect([await isActive(admin.id), await isActive(owner.id), await isActive(member.id)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('stays active while a directory manages it', async () => {
    const { id } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    await linkToDirectory(service, id, member);
    service.clock.advance({ days: 91 });
    await hourly();
    service.clock.advance({ days: 15 });
    await hourly();
    expect([await isActive(member.id), await warnings(member.email)]).toEqual([true, 0]);
  });

  test('is left alone unless the operator asks for it', async () => {
    const off = await startService({ database: service.database, clock: service.clock });
    const person = await newLoner(off);
    service.clock.advance({ days: 400 });
    await retireInactive(off.deps);
    expect(await off.sql`SELECT 1 FROM inactivity_warnings WHERE user_id = ${person.id}`).toHaveLength(0);
  });
});

test('the mail log loses sent and failed mail past its time, and nothing that waits', async () => {
  const logged = async (status: string, days: number) => {
    const id = uuidv7();
    await service.sql`
      INSERT INTO emails (id, to_address, from_address, subject, type, status, next_attempt_at, created_at)
      VALUES (${id}, 'log@example.com', 'a@b.c', 'Hello', 'verification', ${status}, 'infinity',
              ${service.clock.now()}::timestamptz - ${days} * interval '1 day')`;
    return id;
  };
  const [sent, failed, pending, fresh] = [
    await logged('SENT', 31),
    await logged('FAILED', 31),
    await logged('PENDING', 31),
    await logged('SENT', 29),
  ];
  const off = await startService({ database: service.database, clock: service.clock });
  await trimMailLog(off.deps);
  const left = async () =>
    (await service.sql<{ id: string }[]>`SELECT id FROM emails WHERE to_address = 'log@example.com'`)
      .map(({ id }) => id)
      .sort();
  expect(await left()).toEqual([sent, failed, pending, fresh].sort());
  await trimMailLog(service.deps);
  expect(await left()).toEqual([pending, fresh].sort());
});

test('faults in these settings are named together', () => {
  const env = {
    ACCOUNT_DELETION_GRACE_DAYS: '91',
    EMAIL_LOG_RETENTION_DAYS: '0',
    INACTIVE_ACCOUNT_DAYS: '29',
    RATE_LIMIT_EXPORT: 'often',
  };
  const read = () => readConfig(env, () => ({}) as never);
  for (const name of Object.keys(env)) expect(read).toThrow(name);
});

test('what is left of erased mail is forgotten after a day', async () => {
  await service.sql`
    INSERT INTO erased_mail (address_hash, cause, type, created_at, erased_at)
    VALUES ('', 'others', 'invite', ${service.clock.now()}, ${service.clock.now()})`;
  await sweep(service.sql, service.clock.now());
  expect(await service.sql`SELECT 1 FROM erased_mail`).toHaveLength(1);
  service.clock.advance({ hours: 25 });
  await sweep(service.sql, service.clock.now());
  expect(await service.sql`SELECT 1 FROM erased_mail`).toHaveLength(0);
});
