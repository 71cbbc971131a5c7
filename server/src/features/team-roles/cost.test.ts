import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { sessionRows } from '@latchkey/server/testing/standing';
import { asked } from '@latchkey/server/testing/statements';
import { fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { expect, test } from 'vitest';
import { sessionCallers } from '../../identity/caller/caller-store.ts';

const service = started(startService);
const names = Array.from({ length: 500 }, (_, n) => `area-${n}:verb`).sort();

test('what someone holds is found with no statement more, however much that is', async () => {
  const { id } = await newOrganization(service);
  const without = await newMember(service, id, 'MEMBER');
  const holding = await newMember(service, id, 'MEMBER');
  const ask = async ({ client }: typeof holding, path: string) => {
    const { answer, statements } = await asked(service, () => client.get(path));
    expect(answer.status).toBe(200);
    return { held: answer.body.organization.permissions, count: statements.length };
  };
  for (const path of ['/api/auth/me', '/api/organizations/current']) {
    const before = await ask(holding, path);
    await fillCatalog(service, names);
    const roles = [];
    for (let n = 0; n < 50; n++)
      roles.push(await newTeamRole(service, id, { permissions: names.slice(n * 10, n * 10 + 10) }));
    await giveTeamRoles(service, holding.id, id, roles);
    const after = await ask(holding, path);
    expect(after.count).toBe(before.count);
    expect((await ask(without, path)).count).toBe(before.count);
    if (path === '/api/auth/me') expect([before.held, after.held]).toEqual([[], names]);
    await giveTeamRoles(service, holding.id, id, []);
  }
});

test('what a node reads about a caller does not grow with how often their roles name a permission', async () => {
  const { id } = await newOrganization(service);
  const member = await newMember(service, id, 'MEMBER');
  const [session] = await sessionRows(service, member.id);
  const read = async () => {
    const rows = await service.sql.unsafe<{ row: string }[]>(sessionCallers.rows.one, [session?.id ?? '']);
    return rows[0]?.row.length ?? 0;
  };
  await fillCatalog(service, names);
  const all = { permissions: names, isDefault: true };
  await newTeamRole(service, id, { ...all, key: 'org-00' });
  const once = await read();
  for (let n = 10; n < 59; n++) await newTeamRole(service, id, { ...all, key: `org-${n}` });
  expect((await member.client.get('/api/auth/me')).body.organization.permissions).toEqual(names);
  expect((await read()) - once).toBe(49 * ' org-00'.length);
});
