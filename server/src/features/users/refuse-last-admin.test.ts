import type { SystemRole } from '@latchkey/contract';
import { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, type Person } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { deactivate, giveNamedRole, makeAdmin } from '@latchkey/server/testing/standing';
import { beforeEach, describe, expect, test } from 'vitest';
import { atCommandLine } from '../../identity/caller/caller.ts';
import { setRole } from './admins.ts';

const service = started(startService);
const node = started(() => startService({ database: service.database, clock: service.clock }));
beforeEach(() => service.sql`UPDATE users SET role = 'USER'`);

async function newAdmin(): Promise<Person> {
  const person = await newLoner(service);
  await makeAdmin(service, person.id);
  return person;
}

/** ADMIN by a further role: their own `role` is USER. */
async function newAdminByRole(): Promise<Person> {
  const person = await newLoner(service);
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${person.id}`;
  await giveNamedRole(service, person.id, 'ROLE_ADMIN');
  return person;
}

/** The same session on the other node. */
function onOtherNode({ client }: Person): Client {
  const other = new Client(node.url);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

const ways: [string, (client: Client, id: string) => ReturnType<Client['get']>][] = [
  ['deleted', (client, id) => client.delete(`/api/users/${id}`)],
  ['demoted', (client, id) => client.put(`/api/users/${id}`, { role: 'USER' })],
  ['deactivated', (client, id) => client.post(`/api/users/${id}/deactivate`)],
  ['deactivated by PUT', (client, id) => client.put(`/api/users/${id}`, { isActive: false })],
];

describe.each(ways)('the last active ADMIN cannot be %s', (_way, act) => {
  test('by a user with ROLE_ADMIN, unless another active user has the role ADMIN', async () => {
    const last = await newAdmin();
    const inactive = await newAdmin();
    await deactivate(service, inactive.id);
    const byRole = await newAdminByRole();
    const answer = await act(byRole.client, last.id);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'LAST_ADMIN', type: 'VALIDATION_ERROR' });
    const [row] = await service.sql`SELECT role, is_active FROM users WHERE id = ${last.id}`;
    expect(row).toEqual({ role: 'ADMIN', isActive: true });
    expect((await last.client.get('/api/users')).status).toBe(200);
    const another = await newAdmin();
    expect((await act(byRole.client, another.id)).status).toBe(200);
  });

  test('when two ADMINs try it on each other at the same time, on two nodes: one of them remains', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await newAdmin(), await newAdmin()];
      const answers = await Promise.all([act(one.client, other.id), act(onOtherNode(other), one.id)]);
      const left = await service.sql`SELECT 1 FROM users WHERE role = 'ADMIN' AND is_active`;
      expect(left).toHaveLength(1);
      const done = answers.filter(({ status }) => status === 200);
      expect(done).toHaveLength(1);
      const [refused] = answers.filter(({ status }) => status !== 200);
      // The second one was already gone; or was no longer an ADMIN, to whom a stranger does not exist; or is told that
      // the other is the last.
      expect([401, 403, 404, 409]).toContain(refused?.status);
      await service.sql`UPDATE users SET role = 'USER'`;
    }
  });
});

test('twenty simultaneous attempts on five ADMINs leave exactly one active ADMIN', async () => {
  const byRole = await newAdminByRole();
  for (let round = 0; round < 5; round++) {
    const admins = await Promise.all(Array.from({ length: 5 }, newAdmin));
    const clients = [byRole.client, onOtherNode(byRole)];
    await Promise.all(
      admins.flatMap(({ id }, nth) =>
        ways.map(([, act], way) => act(clients[(nth + way) % 2] ?? byRole.client, id)),
      ),
    );
    expect(await service.sql`SELECT 1 FROM users WHERE role = 'ADMIN' AND is_active`).toHaveLength(1);
    await service.sql`UPDATE users SET role = 'USER'`;
  }
});

test.each(ways)('an inactive ADMIN can be %s, even when no other ADMIN is left', async (_how, act) => {
  const byRole = await newAdminByRole();
  const inactive = await newAdmin();
  await deactivate(service, inactive.id);
  expect((await act(byRole.client, inactive.id)).status).toBe(200);
});

test('the command line cannot demote the last active ADMIN', async () => {
  const [last, other] = [await newAdmin(), await newAdmin()];
  const set = (email: string, role: SystemRole) => setRole(atCommandLine(service.deps), { email, role });
  expect(await set(other.email, 'USER')).toMatchObject({ role: 'USER' });
  expect(await set(last.email, 'MODERATOR')).toEqual({ refused: 'LAST_ADMIN' });
  expect(await service.sql`SELECT 1 FROM users WHERE role = 'ADMIN'`).toHaveLength(1);
});
