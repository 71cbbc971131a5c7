import type { Answer, Client } from '@latchkey/server/testing/client';
import { newLoner, type Person } from '@latchkey/server/testing/organizations';
import { type Arena, at, expectRows, expectWon, type Race, rush } from './arena.ts';

async function newAdmin({ service }: Arena): Promise<Person> {
  const person = await newLoner(service);
  await service.sql`UPDATE users SET role = 'ADMIN', two_factor_enabled = true WHERE id = ${person.id}`;
  return person;
}

const demoteAll = ({ service }: Arena) => service.sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`;

const ways: ((client: Client, id: string) => Promise<Answer>)[] = [
  (client, id) => client.delete(`/api/users/${id}`),
  (client, id) => client.put(`/api/users/${id}`, { role: 'USER' }),
  (client, id) => client.post(`/api/users/${id}/deactivate`),
  (client, id) => client.put(`/api/users/${id}`, { isActive: false }),
];

let names = 0;

export const staff: Race[] = [
  {
    name: 'an ADMIN is left',
    async round(arena) {
      await demoteAll(arena);
      const admins: Person[] = [];
      while (admins.length < 5) admins.push(await newAdmin(arena));
      const answers = await rush(arena, (_client, nth) => {
        const actor = admins[nth % 5];
        const target = admins[(nth + 1 + Math.floor(nth / 5)) % 5];
        const way = ways[nth % ways.length] ?? ways[0];
        if (!way || !target) throw new Error('there is no person to test with');
        return way(at(arena, nth, actor?.client), target.id);
      });
      const odd = answers.filter(({ status }) => ![200, 401, 403, 404, 409].includes(status));
      const left = await arena.service.sql`SELECT 1 FROM users WHERE role = 'ADMIN' AND is_active`;
      return [
        ...(left.length >= 1 ? [] : ['no ADMIN is left']),
        ...odd.map(({ status }) => `answered ${status}`),
      ];
    },
  },
  {
    name: 'one role a name',
    async round(arena) {
      const admin = await newAdmin(arena);
      const name = `ROLE_RACE_${arena.nodes.length}_${++names}`;
      const answers = await rush(arena, (other) => other.post('/api/admin/roles', { name }), admin.client);
      const made = arena.service.sql`SELECT 1 FROM roles WHERE name = ${name}`;
      return [
        ...expectWon(answers, 1, 201, ['409 ROLE_NAME_TAKEN']),
        ...(await expectRows('roles', made, 1)),
      ];
    },
  },
  {
    name: 'one impersonation a session',
    async round(arena) {
      const admin = await newAdmin(arena);
      const people = [await newLoner(arena.service), await newLoner(arena.service)];
      const answers = await rush(
        arena,
        (other, nth) => other.post('/api/admin/impersonate', { userId: people[nth % 2]?.id }),
        admin.client,
      );
      const started = arena.service.sql`
        SELECT 1 FROM audit_logs WHERE user_id = ${admin.id} AND action = 'ADMIN_IMPERSONATION_START'`;
      return [
        ...expectWon(answers, 1, 200, ['403 CANNOT_IMPERSONATE', '403 IMPERSONATION_BLOCKED']),
        ...(await expectRows('entries', started, 1)),
      ];
    },
  },
];
