import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newOrganization,
  type Person,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

/** Ends the person's sessions and holds their row, as deactivating, resetting or reclaiming an account does. */
function whileSessionsEnd(person: Person, request: () => Promise<{ status: number }>) {
  return during(
    service,
    async (tx) => {
      await tx`SELECT 1 FROM users WHERE id = ${person.id} FOR UPDATE`;
      await tx`DELETE FROM sessions WHERE user_id = ${person.id}`;
    },
    request,
  );
}

test('a session that ends while it waits creates no organization', async () => {
  const person = await newLoner(service);
  const create = () => person.client.post('/api/organizations', { name: 'Left behind' });
  expect((await whileSessionsEnd(person, create)).status).toBe(401);
  expect(await standingOf(service, person.id)).toMatchObject({ organizationId: null });
});

test('a session that ends while it waits accepts no invitation', async () => {
  const { owner } = await newOrganization(service);
  const person = await newLoner(service);
  const { token } = await inviteTo(owner, person.email);
  const accept = () => person.client.post(`/api/invites/${token}/accept`);
  expect((await whileSessionsEnd(person, accept)).status).toBe(401);
  expect(await standingOf(service, person.id)).toMatchObject({ organizationId: null });
});
