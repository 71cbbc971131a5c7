import { organizationLimit } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import {
  countOwners,
  inviteTo,
  joins,
  newLoner,
  newMember,
  newOrganization,
  type Person,
} from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { removeMember } from '@latchkey/server/testing/standing';
import { describe, expect, test, vi } from 'vitest';

const env = { ALLOW_SEVERAL_ORGANIZATIONS: 'true' };
const service = started(() => startService({ env }));
const otherNode = started(() => startService({ env, database: service.database, clock: service.clock }));

vi.setConfig({ testTimeout: 120_000 });
const rounds = [1, 2, 3];
const list = '/api/organizations';
const current = `${list}/current`;
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });
const elsewhere = async (person: Person): Promise<Person> => ({
  ...person,
  client: await clientFor(otherNode, person.id),
});
const leave = ({ id, client }: Person, organizationId: string) =>
  client.delete(`${current}/members/${id}`, choosing(organizationId));
const membershipsOf = async (userId: string) =>
  (await service.sql`SELECT organization_id FROM organization_members WHERE user_id = ${userId}`).map(
    ({ organizationId }) => organizationId,
  );

/** Two OWNERs of the same two organizations. The second one uses the other node. */
async function newPartners() {
  const [one, other] = [await newOrganization(service), await newOrganization(service)];
  const first = one.owner;
  const second = await newLoner(service);
  await removeMember(service, other.owner.id);
  for (const [person, { id }] of [
    [first, other],
    [second, other],
    [second, one],
  ] as const)
    await joins(service, person.id, id, 'OWNER');
  return { ids: [one.id, other.id], first, second: await elsewhere(second) };
}

describe('the last OWNERs of two organizations', () => {
  test.each(rounds)('who leave both at once leave an OWNER in each (round %i)', async () => {
    const { ids, first, second } = await newPartners();
    const answers = await Promise.all(
      [first, second].flatMap((person) => ids.map((id) => leave(person, id))),
    );
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    for (const id of ids) expect(await countOwners(service, id)).toBe(1);
  });

  test.each(rounds)('one of whom is deleted while the other leaves (round %i)', async () => {
    const { ids, first, second } = await newPartners();
    const admin = await newStaff(service, 'ADMIN');
    const [deleted, ...left] = await Promise.all([
      admin.client.delete(`/api/users/${first.id}`),
      ...ids.map((id) => leave(second, id)),
    ]);
    expect([200, 409]).toContain(deleted?.status);
    for (const { status } of left) expect([200, 409]).toContain(status);
    const there = await service.sql`SELECT id FROM organizations WHERE id = ANY (${ids})`;
    for (const { id } of there) expect(await countOwners(service, id)).toBeGreaterThanOrEqual(1);
  });

  test.each(rounds)('who are both deleted at once: one stays, or nothing does (round %i)', async () => {
    const { ids, first, second } = await newPartners();
    const admins = [await newStaff(service, 'ADMIN'), await newStaff(otherNode, 'ADMIN')];
    await newMember(service, ids[0] ?? '', 'MEMBER');
    const answers = await Promise.all(
      [first, second].map(({ id }, nth) => admins[nth]?.client.delete(`/api/users/${id}`)),
    );
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409]);
    for (const id of ids) expect(await countOwners(service, id)).toBe(1);
  });
});

test.each(rounds)('one invitation accepted ten times at once makes one member (round %i)', async () => {
  const [home, away] = [await newOrganization(service), await newOrganization(service)];
  const person = await newMember(service, home.id, 'MEMBER');
  const there = await elsewhere(person);
  const { token } = await inviteTo(away.owner, person.email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      (nth % 2 ? person : there).client.post(`/api/invites/${token}/accept`),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  expect((await membershipsOf(person.id)).sort()).toEqual([home.id, away.id].sort());
});

test('four invitations at one below fifty, on two nodes, make one member', async () => {
  const person = await newLoner(service);
  const there = await elsewhere(person);
  for (let n = 1; n < organizationLimit; n++)
    await joins(service, person.id, (await newOrganization(service)).id);
  const tokens: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { owner } = await newOrganization(service);
    // Senders whose address isn't verified could send only two.
    await service.sql`UPDATE users SET email_verified_at = now() WHERE id = ${owner.id}`;
    tokens.push((await inviteTo(owner, person.email)).token);
  }
  const answers = await Promise.all(
    tokens.map((token, nth) => (nth % 2 ? person : there).client.post(`/api/invites/${token}/accept`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
  expect(new Set(refused)).toEqual(new Set(['ORGANIZATION_LIMIT_REACHED']));
  expect(await membershipsOf(person.id)).toHaveLength(organizationLimit);
});

describe('an organization that is chosen', () => {
  test.each(rounds)(
    'and deleted meanwhile is 404, and the default is not taken instead (round %i)',
    async () => {
      const [home, away] = [await newOrganization(service), await newOrganization(service)];
      const person = await newMember(service, home.id, 'OWNER');
      await joins(service, person.id, away.id, 'ADMIN');
      const email = `guest-${away.id}@example.com`;
      const inviting = () => person.client.post(`${current}/invites`, { email }, choosing(away.id));
      const renaming = () => person.client.patch(current, { name: 'Renamed' }, choosing(away.id));
      const [deleted, ...answers] = await Promise.all([
        away.owner.client.delete(current),
        inviting(),
        renaming(),
        person.client.get(current, choosing(away.id)),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      expect((await renaming()).body.error.code).toBe('NO_ORGANIZATION');
      expect((await person.client.get(current)).body.organization).toMatchObject({
        id: home.id,
        name: 'Acme',
      });
      const left = await service.sql`
      SELECT 1 FROM organization_invites WHERE email = ${email} AND organization_id = ${home.id}`;
      expect(left).toHaveLength(0);
    },
  );

  test.each(rounds)('as the default while that membership ends is never left as one (round %i)', async () => {
    const [home, away] = [await newOrganization(service), await newOrganization(service)];
    const person = await newMember(service, home.id, 'MEMBER');
    await joins(service, person.id, away.id, 'MEMBER');
    const [moved, removed] = await Promise.all([
      person.client.post(`${list}/${away.id}/default`),
      away.owner.client.delete(`${current}/members/${person.id}`),
    ]);
    expect([200, 404]).toContain(moved.status);
    expect(removed.status).toBe(200);
    const [row] = await service.sql`SELECT organization_id FROM users WHERE id = ${person.id}`;
    expect(row?.organizationId).toBe(home.id);
  });
});

test('once the option is off again, no one loses an organization or gets another', async () => {
  const [home, away, third] = [
    await newOrganization(service),
    await newOrganization(service),
    await newOrganization(service),
  ];
  const person = await newMember(service, home.id, 'MEMBER');
  service.clock.advance({ seconds: 1 });
  await joins(service, person.id, away.id, 'ADMIN');
  const { token } = await inviteTo(third.owner, person.email);
  const off = await startService({ database: service.database, clock: service.clock });
  const client = await clientFor(off, person.id);
  const { body } = await client.get(list);
  expect(body.organizations.map(({ id }: { id: string }) => id)).toEqual([home.id, away.id]);
  const there = await client.get(current, choosing(away.id));
  expect([there.status, there.body.organization.role]).toEqual([200, 'ADMIN']);
  expect((await client.post(`/api/invites/${token}/accept`)).body.error.code).toBe('HAS_ORGANIZATION');
  expect((await client.post(list, { name: 'Third' })).body.error.code).toBe('HAS_ORGANIZATION');
  expect((await client.post(`${list}/${away.id}/default`)).status).toBe(200);
  expect((await leave({ ...person, client }, home.id)).status).toBe(200);
  expect((await client.get(current)).body.organization.id).toBe(away.id);
});
