import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { asked } from '@latchkey/server/testing/statements';
import { fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { expect, test } from 'vitest';

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
