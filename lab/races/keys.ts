import { newKey } from '@latchkey/server/testing/keys';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newStaff } from '@latchkey/server/testing/service';
import { type Arena, expectRows, expectWon, type Race, rush } from './arena.ts';

const recorded = ({ service }: Arena, userId: string, action: string) =>
  service.sql`SELECT 1 FROM audit_logs WHERE user_id = ${userId} AND action = ${action}`;

export const keys: Race[] = [
  {
    name: 'ten API keys and no more',
    async round(arena) {
      const { client, id } = await newLoner(arena.service);
      const answers = await rush(
        arena,
        (other, nth) => other.post('/api/keys', { name: `Key ${nth}` }),
        client,
      );
      return [
        ...expectWon(answers, Math.min(10, arena.ways), 201, ['400 KEY_LIMIT_REACHED']),
        ...(await expectRows('entries', recorded(arena, id, 'API_KEY_CREATED'), Math.min(10, arena.ways))),
      ];
    },
  },
  {
    name: 'a key, revoked by many',
    async round(arena) {
      const { client, id } = await newLoner(arena.service);
      const key = await newKey(client);
      const answers = await rush(arena, (other) => other.delete(`/api/keys/${key.id}`), client);
      return [
        ...expectWon(answers, 1, 200, ['404 NOT_FOUND']),
        ...(await expectRows('entries', recorded(arena, id, 'API_KEY_REVOKED'), 1)),
      ];
    },
  },
  {
    name: 'metadata, changed by many: nothing is lost',
    async round(arena) {
      const admin = await newStaff(arena.service, 'ADMIN');
      const { id } = await newLoner(arena.service);
      const path = `/api/users/${id}/metadata`;
      const answers = await rush(
        arena,
        (other, nth) => other.patch(path, { publicMetadata: { [`k${nth}`]: nth } }),
        admin.client,
      );
      const kept = Object.keys((await admin.client.get(path)).body.publicMetadata ?? {}).length;
      await arena.service.sql`UPDATE users SET role = 'USER' WHERE id = ${admin.id}`;
      return [
        ...expectWon(answers, arena.ways, 200, []),
        ...(kept === arena.ways ? [] : [`${kept} values of ${arena.ways} were kept`]),
      ];
    },
  },
];
