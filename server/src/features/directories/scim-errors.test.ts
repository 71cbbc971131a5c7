import { scimErrorsPath } from '@latchkey/server/testing/directories';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';
import { recordScimError, sweepScimErrors } from '../../identity/memberships/scim-error-store.ts';

const service = started(startService);

const refused = (organizationId: string, more: { path?: string; detail?: string; at?: Date } = {}) =>
  recordScimError(service.sql, organizationId, {
    at: service.clock.now(),
    method: 'POST',
    path: '/api/scim/v2/Users',
    status: 409,
    scimType: 'uniqueness',
    detail: 'This user name is taken.',
    ...more,
  });

test('refusals are listed newest first, without the query, for ADMINs of that organization', async () => {
  const { id, owner } = await newOrganization(service);
  await refused(id, { at: new Date(service.clock.now().getTime() - 1000) });
  await refused(id, { path: '/api/scim/v2/Users?filter=userName%20eq%20%22ada%22', detail: 'Second.' });
  const answer = await owner.client.get(scimErrorsPath);
  expect(answer.status).toBe(200);
  expect(answer.body.errors).toEqual([
    {
      at: expect.any(String),
      method: 'POST',
      path: '/api/scim/v2/Users',
      status: 409,
      scimType: 'uniqueness',
      detail: 'Second.',
    },
    expect.objectContaining({ detail: 'This user name is taken.' }),
  ]);
  const [admin, member] = [await newMember(service, id, 'ADMIN'), await newMember(service, id, 'MEMBER')];
  expect((await admin.client.get(scimErrorsPath)).body.errors).toHaveLength(2);
  expect((await member.client.get(scimErrorsPath)).status).toBe(403);
  const stranger = (await newOrganization(service)).owner;
  expect((await stranger.client.get(scimErrorsPath)).body).toEqual({ errors: [] });
});

test('the last fifty are kept, also when many are refused together', async () => {
  const { id, owner } = await newOrganization(service);
  const other = (await newOrganization(service)).id;
  await refused(other);
  for (let nth = 0; nth < 10; nth++) await refused(id, { detail: 'Early.' });
  service.clock.advance({ seconds: 1 });
  await Promise.all(Array.from({ length: 60 }, () => refused(id, { detail: 'Late.' })));
  await refused(id, { detail: 'Late.' });
  const { errors } = (await owner.client.get(scimErrorsPath)).body;
  expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual(Array(50).fill('Late.'));
  const kept = await service.sql`SELECT 1 FROM scim_errors WHERE organization_id = ${id}`;
  expect(kept).toHaveLength(50);
  expect(await service.sql`SELECT 1 FROM scim_errors WHERE organization_id = ${other}`).toHaveLength(1);
});

test('after a week they are gone', async () => {
  const { id, owner } = await newOrganization(service);
  await refused(id);
  service.clock.advance({ days: 6, hours: 23 });
  const client = await clientFor(service, owner.id);
  expect((await client.get(scimErrorsPath)).body.errors).toHaveLength(1);
  service.clock.advance({ hours: 2 });
  expect((await (await clientFor(service, owner.id)).get(scimErrorsPath)).body.errors).toEqual([]);
  await sweepScimErrors(service.sql, service.clock.now());
  expect(await service.sql`SELECT 1 FROM scim_errors WHERE organization_id = ${id}`).toEqual([]);
});
