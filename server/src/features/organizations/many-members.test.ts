import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

test('the list marks its total as an estimate past 10000 members, and still knows its last page', async () => {
  const { id, owner } = await newOrganization(service);
  const now = service.clock.now();
  await service.sql`
    INSERT INTO users (id, email, created_at, updated_at)
    SELECT gen_random_uuid(), 'crowd-' || n || '@example.com', ${now}, ${now} FROM generate_series(1, 10050) n`;
  // Foreign keys are checked by plans that were made while there were few users.
  await service.sql`ANALYZE users`;
  await service.sql`
    INSERT INTO organization_members (organization_id, user_id, joined_at)
    SELECT ${id}, id, created_at FROM users WHERE email LIKE 'crowd-%'`;
  const current = '/api/organizations/current';
  const { body } = await owner.client.get(`${current}/members?limit=100&page=101`);
  expect(body.pagination).toMatchObject({ totalIsEstimate: true, hasNextPage: false });
  expect(body.pagination.total).toBeGreaterThan(10_000);
  expect(body.members).toHaveLength(51);
  expect((await owner.client.get(current)).body.organization.memberCount).toBe(10_051);
});
