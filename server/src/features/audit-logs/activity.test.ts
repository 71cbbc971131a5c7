import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

type Day = {
  date: string;
  events: number;
  signIns: number;
  failures: number;
  lockouts: number;
  newUsers: number;
};
const today = (days: Day[]) => days.at(-1);

test("counts today's sign-ins, failures, lockouts and new users, in the user's own organization only", async () => {
  const { client, email } = await newUser(service);
  await newUser(service);
  for (let attempt = 1; attempt <= 5; attempt++)
    await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  const { status, body } = await client.get('/api/admin/audit-logs/activity');
  expect(status).toBe(200);
  expect(body.days).toHaveLength(30);
  expect(today(body.days)).toMatchObject({ signIns: 1, failures: 5, lockouts: 1, newUsers: 1 });
  expect(today(body.days)?.date).toBe(service.clock.now().toISOString().slice(0, 10));
});

test('shows a system ADMIN all organizations when they ask for all', async () => {
  const { client } = await newStaff(service, 'ADMIN');
  const own = today((await client.get('/api/admin/audit-logs/activity?days=1')).body.days);
  const all = today((await client.get('/api/admin/audit-logs/activity?days=1&organizationId=all')).body.days);
  expect(own?.newUsers).toBe(1);
  expect(all?.newUsers).toBeGreaterThan(1);
});

test('includes days without events, and keeps earlier events on their own day', async () => {
  const { client, email } = await newUser(service);
  service.clock.advance({ days: 3 });
  await service.client().post('/api/auth/login', { email, password });
  const { days } = (await client.get('/api/admin/audit-logs/activity?days=7')).body as { days: Day[] };
  expect(days.map(({ signIns }) => signIns)).toEqual([0, 0, 0, 1, 0, 0, 1]);
});

test.each(['0', '91', '-1', 'x', '1.5'])('refuses %s days', async (days) => {
  const { client } = await newUser(service);
  expect((await client.get(`/api/admin/audit-logs/activity?days=${days}`)).status).toBe(400);
});
