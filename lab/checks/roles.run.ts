import { environmentOf } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { afterAll, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { costOf } from './cpu.ts';

/*
 * What fifty roles with five hundred permissions cost a request of a person who holds them, beside a person who holds none: the
 * CPU of the node and of PostgreSQL, in turns.
 */

const rounds = 6;
const requests = 4000;
const service = started(startService);
const report = createReport('roles-cost', [
  'request',
  'without roles, µs of CPU',
  'with 50 roles and 500 permissions, by that: median',
  'least and most',
]);
afterAll(async () => {
  report.write();
  await removeNodes();
});

/** The first one shows them all, the other shows nothing of them. */
const paths = ['/api/auth/me', '/api/organizations/current'];

test.each(paths)('holding many permissions costs a request little: %s', async (path) => {
  const { id } = await newOrganization(service);
  const names = Array.from({ length: 500 }, (_, n) => `area-${n}:verb`);
  await fillCatalog(service, names);
  const roles = [];
  for (let n = 0; n < 50; n++)
    roles.push(await newTeamRole(service, id, { permissions: names.slice(n * 10, n * 10 + 10) }));
  const plain = await newOrganization(service);
  const without = await newMember(service, plain.id, 'MEMBER');
  const many = await newMember(service, id, 'MEMBER');
  await giveTeamRoles(service, many.id, id, roles);
  expect((await many.client.get('/api/auth/me')).body.organization.permissions).toHaveLength(500);
  const node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  const [server] =
    await service.sql`SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`;
  const cost = ({ client }: typeof many) =>
    costOf(
      [node.pid(), server?.pid],
      `${node.url}${path}`,
      { cookie: `latchkey_session=${client.cookies.get('latchkey_session')}` },
      requests,
    );
  for (const each of [without, many]) await cost(each);
  const measured: { plain: number; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [without, many] : [many, without];
    const costs = new Map<unknown, number>();
    for (const each of order) costs.set(each, await cost(each));
    const plainCost = costs.get(without) ?? 0;
    measured.push({ plain: plainCost, ratio: (costs.get(many) ?? 0) / plainCost });
  }
  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
  const ratios = measured.map(({ ratio }) => ratio);
  report.add([
    path,
    Math.round(middle(measured.map((each) => each.plain))),
    middle(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}`,
  ]);
});
