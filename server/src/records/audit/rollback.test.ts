import type { Answer } from '@latchkey/server/testing/client';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { totp } from '@latchkey/server/testing/two-factor';
import { beforeAll, describe, expect, test } from 'vitest';

/*
 * A trap that springs when a transaction commits, after everything in it has succeeded: whatever was written outside
 * of it stays, and is found.
 */

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
  await service.sql`CREATE TABLE trap (armed boolean NOT NULL)`;
  await service.sql`INSERT INTO trap VALUES (false)`;
  await service.sql`
    CREATE FUNCTION spring() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT armed FROM trap) THEN RAISE EXCEPTION 'the trap springs'; END IF;
        RETURN NULL;
      END $$`;
  const things = [
    'users',
    'sessions',
    'one_time_tokens',
    'api_keys',
    'organizations',
    'organization_invites',
  ];
  for (const table of [...things, 'roles', 'user_roles', 'backup_codes'])
    await service.sql`
      CREATE CONSTRAINT TRIGGER springs AFTER INSERT OR UPDATE OR DELETE ON ${service.sql(table)}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION spring()`;
});

const arm = (armed: boolean) => service.sql`UPDATE trap SET armed = ${armed}`;
const written = async () => {
  const [row] = await service.sql<{ entries: number; mails: number }[]>`
    SELECT (SELECT count(*)::int FROM audit_logs) AS entries, (SELECT count(*)::int FROM emails) AS mails`;
  if (!row) throw new Error('nothing was counted');
  return row;
};

let people = 0;
type Attempt = () => Promise<Answer>;
const attempts: { does: string; mails: number; recorded?: false; prepare: () => Promise<Attempt> }[] = [
  {
    does: 'registering',
    mails: 1,
    async prepare() {
      const body = { email: `trapped-${people++}@example.com`, password, organizationName: 'Trap' };
      return () => service.client().post('/api/auth/register', body);
    },
  },
  {
    does: 'signing in from a new device',
    mails: 1,
    async prepare() {
      const { email } = await newUser(service);
      const client = service.client('192.0.2.77');
      return () => client.post('/api/auth/login', { email, password });
    },
  },
  {
    does: 'requesting a reset link',
    mails: 1,
    async prepare() {
      const { email } = await newUser(service);
      return () => service.client().post('/api/auth/forgot-password', { email });
    },
  },
  {
    does: 'resetting a password',
    mails: 1,
    async prepare() {
      const { email } = await newUser(service);
      await service.client().post('/api/auth/forgot-password', { email });
      const body = { token: await service.mailedToken(email), password: 'Reset-Horse-8' };
      return () => service.client().post('/api/auth/reset-password', body);
    },
  },
  {
    does: 'changing a password',
    mails: 1,
    async prepare() {
      const { client } = await newUser(service);
      const body = { password: 'Other-Horse-8', currentPassword: password };
      return () => client.post('/api/users/profile', body);
    },
  },
  {
    does: 'asking for another email address',
    mails: 2,
    recorded: false,
    async prepare() {
      const { client, email } = await newUser(service);
      return () => client.post('/api/users/profile', { email: `moved-${email}` });
    },
  },
  {
    does: 'moving to another email address',
    mails: 0,
    async prepare() {
      const { client, email } = await newUser(service);
      await client.post('/api/users/profile', { email: `moved-${email}` });
      const token = await service.mailedToken(`moved-${email}`);
      return () => client.post('/api/auth/verify-email', { token });
    },
  },
  {
    does: 'turning on two-factor',
    mails: 1,
    async prepare() {
      const { client } = await newUser(service);
      const { secret } = (await client.post('/api/auth/2fa/setup')).body;
      return () => client.post('/api/auth/2fa/verify', { code: totp(secret, service.clock.now()) });
    },
  },
  {
    does: 'inviting someone',
    mails: 1,
    async prepare() {
      const { client } = await newUser(service);
      const email = `invited-${people++}@example.com`;
      return () => client.post('/api/organizations/current/invites', { email });
    },
  },
  {
    does: 'deactivating a user',
    mails: 0,
    async prepare() {
      const { id } = await newUser(service);
      return () => admin.client.post(`/api/users/${id}/deactivate`);
    },
  },
  {
    does: 'deleting a user',
    mails: 0,
    async prepare() {
      const { organizationId } = await newUser(service);
      const { id } = await newMember(service, organizationId, 'MEMBER');
      return () => admin.client.delete(`/api/users/${id}`);
    },
  },
  {
    does: 'assigning roles',
    mails: 0,
    async prepare() {
      const { id } = await newUser(service);
      return () => admin.client.put(`/api/admin/users/${id}/roles`, { roles: ['ROLE_MODERATOR'] });
    },
  },
  {
    does: 'impersonating',
    mails: 0,
    async prepare() {
      const [{ client }, { id: userId }] = [await newStaff(service, 'ADMIN'), await newUser(service)];
      return () => client.post('/api/admin/impersonate', { userId });
    },
  },
  {
    does: 'creating an API key',
    mails: 0,
    async prepare() {
      const { client } = await newUser(service);
      return () => client.post('/api/keys', { name: 'trapped' });
    },
  },
  {
    does: 'revoking an API key',
    mails: 0,
    async prepare() {
      const { client } = await newUser(service);
      const { id } = await newKey(client);
      return () => client.delete(`/api/keys/${id}`);
    },
  },
  {
    does: 'creating a role',
    mails: 0,
    async prepare() {
      const name = `ROLE_TRAPPED_${people++}`;
      return () => admin.client.post('/api/admin/roles', { name });
    },
  },
];

describe.each(attempts)('$does in a transaction that rolls back', ({ mails, recorded = true, prepare }) => {
  test('leaves no audit entry or email until it succeeds', async () => {
    const attempt = await prepare();
    const before = await written();
    await arm(true);
    const failed = await attempt().finally(() => arm(false));
    expect(failed.status).toBe(500);
    expect(await written()).toEqual(before);
    expect((await attempt()).status).toBeLessThan(300);
    const after = await written();
    expect(after.entries > before.entries).toBe(recorded);
    expect(after.mails - before.mails).toBe(mails);
  });
});
