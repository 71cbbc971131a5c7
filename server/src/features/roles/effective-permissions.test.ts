import { permissions } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { newRole } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

/** Roles whose column disagrees with a walk up the tree. */
async function strays(): Promise<readonly unknown[]> {
  return service.sql`
    WITH RECURSIVE line (id, above) AS (
      SELECT id, id FROM roles
      UNION SELECT l.id, r.parent_id FROM line l JOIN roles r ON r.id = l.above WHERE r.parent_id IS NOT NULL)
    SELECT r.name, r.effective_permissions, t.truth FROM roles r CROSS JOIN LATERAL (
      SELECT ARRAY(SELECT DISTINCT unnest(a.permissions) AS p FROM line l JOIN roles a ON a.id = l.above
                    WHERE l.id = r.id ORDER BY p) AS truth) t
     WHERE r.effective_permissions <> t.truth`;
}

/** Picks something different each time, but the same in every run. */
function picker(seed: number) {
  let state = seed;
  return <T>(from: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from[state % from.length] as T;
  };
}

test('effective_permissions matches a walk up the role tree from the start', async () => {
  expect(await strays()).toEqual([]);
  const [admin] =
    await service.sql`SELECT effective_permissions AS held FROM roles WHERE name = 'ROLE_ADMIN'`;
  expect(admin?.held).toEqual([...permissions].sort());
});

test('effective_permissions still matches after many concurrent changes through the API', async () => {
  const admins = await Promise.all([1, 2, 3, 4].map(() => newStaff(service, 'ADMIN')));
  const created = admins.flatMap(({ client }, nth) =>
    ['A', 'B'].map((letter) => client.post('/api/admin/roles', { name: `ROLE_${letter}${nth}` })),
  );
  const made = (await Promise.all(created)).map(({ body }) => body.role.id as string);
  const statuses = await Promise.all(
    admins.map(async ({ client }, nth) => {
      const pick = picker(nth + 1);
      const seen: number[] = [];
      for (let change = 0; change < 15; change++) {
        const sets = { permissions: [pick(permissions), pick(permissions)], parentId: pick([null, ...made]) };
        seen.push((await client.patch(`/api/admin/roles/${pick(made)}`, sets)).status);
      }
      return seen;
    }),
  );
  // A cycle is refused: it would not be a tree.
  expect(new Set(statuses.flat())).toEqual(new Set([200, 400]));
  expect(statuses.flat().filter((status) => status === 200).length).toBeGreaterThan(15);
  expect(await strays()).toEqual([]);
});

test('effective_permissions still matches after concurrent changes made directly in the database', async () => {
  const pick = picker(7);
  const grown: string[] = [];
  for (let nth = 0; nth < 6; nth++) grown.push((await newRole(service, [], grown[nth - 1])).id);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, nth) =>
      service.sql.begin(async (tx) => {
        const [one, other] = [pick(grown), pick(grown)];
        await tx`UPDATE roles SET permissions = ${[pick(permissions), `own:${nth}`]} WHERE id = ${one}`;
        await tx`UPDATE roles SET permissions = ${[pick(permissions)]} WHERE id = ${other}`;
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  expect(await strays()).toEqual([]);
});
