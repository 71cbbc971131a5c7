import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import {
  countOwners,
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { clientFor, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test, vi } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

// Enough to show that each rule holds at all; `npm run races` repeats them for as long as you say.
const rounds = 4;
vi.setConfig({ testTimeout: 120_000 });
const current = '/api/organizations/current';

async function repeat(round: (nth: number) => Promise<void>) {
  for (let nth = 0; nth < rounds; nth++) await round(nth);
}

/** The same person on the other node. */
async function elsewhere(person: Person): Promise<Person> {
  return { ...person, client: await clientFor(otherNode, person.id) };
}

function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('an organization with several OWNERs', () => {
  const demote = (actor: Person, target: Person) =>
    actor.client.patch(`${current}/members/${target.id}`, { role: 'MEMBER' });
  const remove = (actor: Person, target: Person) => actor.client.delete(`${current}/members/${target.id}`);

  test.each([
    ['demote each other', (a: Person, b: Person) => [demote(a, b), demote(b, a)]],
    ['remove each other', (a: Person, b: Person) => [remove(a, b), remove(b, a)]],
    ['both step down', (a: Person, b: Person) => [demote(a, a), demote(b, b)]],
    ['both leave', (a: Person, b: Person) => [remove(a, a), remove(b, b)]],
  ])('keeps one when two of them %s at the same moment, on two nodes', async (_what, together) => {
    await repeat(async () => {
      const { id, owner } = await newOrganization(service);
      const second = await elsewhere(await newMember(service, id, 'OWNER'));
      const answers = await Promise.all(together(owner, second));
      expect(await countOwners(service, id)).toBeGreaterThanOrEqual(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status);
    });
  });

  test('keeps one when two of them demote and remove themselves and each other at once', async () => {
    await repeat(async () => {
      const { id, owner } = await newOrganization(service);
      const second = await elsewhere(await newMember(service, id, 'OWNER'));
      const pairs = [owner, second].flatMap((actor) =>
        [owner, second].map((target) => [actor, target] as const),
      );
      const answers = await Promise.all(
        pairs.flatMap(([actor, target]) => [demote(actor, target), remove(actor, target)]),
      );
      expect(await countOwners(service, id)).toBe(1);
      for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status);
    });
  });

  test('keeps one when five of them leave at once', async () => {
    await repeat(async () => {
      const { id, owner } = await newOrganization(service);
      const others = [];
      for (let nth = 0; nth < 4; nth++) others.push(await newMember(service, id, 'OWNER'));
      const answers = await Promise.all([owner, ...others].map((person) => remove(person, person)));
      expect(tally(answers)).toEqual({ 200: 4, 409: 1 });
      expect(await countOwners(service, id)).toBe(1);
    });
  });

  test('is deleted, with no one left in it, when one OWNER deletes it while another leaves', async () => {
    await repeat(async () => {
      const { id, owner } = await newOrganization(service);
      const second = await elsewhere(await newMember(service, id, 'OWNER'));
      const [deleted, left] = await Promise.all([owner.client.delete(current), remove(second, second)]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(left.status);
      expect(await service.sql`SELECT 1 FROM organizations WHERE id = ${id}`).toHaveLength(0);
      for (const person of [owner, second])
        expect(await standingOf(service, person.id)).toEqual({
          organizationId: null,
          organizationRole: 'MEMBER',
        });
    });
  });
});

describe('a caller who is demoted or removed while their request waits', () => {
  const requests: [
    string,
    (actor: Person, other: Person, inviteId: string) => Promise<{ status: number }>,
  ][] = [
    ['PATCH the organization', ({ client }) => client.patch(current, { name: 'Too late' })],
    ['DELETE the organization', ({ client }) => client.delete(current)],
    ['PATCH a member', ({ client }, { id }) => client.patch(`${current}/members/${id}`, { role: 'ADMIN' })],
    ['DELETE a member', ({ client }, { id }) => client.delete(`${current}/members/${id}`)],
    ['POST an invitation', ({ client }) => client.post(`${current}/invites`, { email: 'late@example.com' })],
    ['DELETE an invitation', ({ client }, _, id) => client.delete(`${current}/invites/${id}`)],
  ];

  test.each(requests)('%s: is refused, and nothing changes', async (_what, request) => {
    for (const [place, status] of [
      [service.sql`UPDATE organization_members SET role = 'MEMBER'`, 403],
      [service.sql`DELETE FROM organization_members`, 404],
    ] as const) {
      const { id, owner } = await newOrganization(service);
      const actor = await newMember(service, id, 'OWNER');
      const other = await newMember(service, id, 'MEMBER');
      const kept = `kept-${id}@example.com`;
      const invite = await inviteTo(owner, kept);
      const answer = await service.sql.begin(async (tx) => {
        await tx`SELECT 1 FROM organizations WHERE id = ${id} FOR UPDATE`;
        const waiting = request(actor, other, invite.id);
        await eventually(async () => {
          const held = await otherNode.sql`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          expect(held).toHaveLength(1);
        });
        await tx`${place} WHERE user_id = ${actor.id}`;
        return { waiting };
      });
      expect((await answer.waiting).status).toBe(status);
      const { body } = await owner.client.get(`${current}/invites`);
      expect(body.invites.map(({ email }: { email: string }) => email)).toEqual([kept]);
      expect(await standingOf(service, other.id)).toEqual({ organizationId: id, organizationRole: 'MEMBER' });
      expect((await owner.client.get(current)).body.organization.name).toBe('Acme');
    }
  });
});

test('a user who creates 20 organizations at once gets one, and no other is left behind', async () => {
  await repeat(async (nth) => {
    const loner = await newLoner(service);
    const there = await elsewhere(loner);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? loner : there).client.post('/api/organizations', { name: `Burst ${nth}` }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    expect(await service.sql`SELECT 1 FROM organizations WHERE name = ${`Burst ${nth}`}`).toHaveLength(1);
  });
});

test('two organizations that swap slugs both fail, and of ten that take one free slug, one succeeds', async () => {
  await repeat(async (nth) => {
    const [one, other] = [await newOrganization(service), await newOrganization(service)];
    const swap = await Promise.all([
      one.owner.client.patch(current, { slug: other.slug }),
      other.owner.client.patch(current, { slug: one.slug }),
    ]);
    expect(tally(swap)).toEqual({ 409: 2 });
    const ten = await Promise.all(Array.from({ length: 10 }, () => newOrganization(service)));
    const rush = await Promise.all(
      ten.map(({ owner }) => owner.client.patch(current, { slug: `free-${nth}` })),
    );
    expect(tally(rush)).toEqual({ 200: 1, 409: 9 });
  });
});

test('a slug that its holder is just giving up counts as taken, and the request does not wait for it', async () => {
  const [one, other] = [await newOrganization(service), await newOrganization(service)];
  await service.sql.begin(async (tx) => {
    await tx`UPDATE organizations SET slug = 'given-up' WHERE id = ${other.id}`;
    const answer = await one.owner.client.patch(current, { slug: other.slug });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'SLUG_TAKEN']);
  });
});

describe('an invitation', () => {
  test('sent to one address ten times at once becomes one invitation and one email', async () => {
    await repeat(async (nth) => {
      const { id, owner } = await newOrganization(service);
      const admin = await elsewhere(await newMember(service, id, 'ADMIN'));
      const email = `often-${nth}@example.com`;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? owner : admin).client.post(`${current}/invites`, { email }),
        ),
      );
      expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
      expect(await service.sql`SELECT 1 FROM emails WHERE to_address = ${email}`).toHaveLength(1);
    });
  });

  test('that has expired is renewed only once by ten requests at once', async () => {
    const { id, owner } = await newOrganization(service);
    await repeat(async (nth) => {
      const email = `renew-${nth}@example.com`;
      await inviteTo(owner, email);
      await service.sql`UPDATE organization_invites SET expires_at = ${service.clock.now()} WHERE organization_id = ${id}`;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => owner.client.post(`${current}/invites`, { email })),
      );
      expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
    });
  });

  test('accepted 30 times at once makes one member', async () => {
    await repeat(async () => {
      const { id, owner } = await newOrganization(service);
      const loner = await newLoner(service);
      const there = await elsewhere(loner);
      const { token } = await inviteTo(owner, loner.email);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 ? loner : there).client.post(`/api/invites/${token}/accept`),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 404: 29 });
      expect((await owner.client.get(current)).body.organization.memberCount).toBe(2);
      expect(await acceptances(id)).toBe(1);
    });
  });

  test('accepted and registered with 29 times at once makes one member, or none and stays valid', async () => {
    await repeat(async (nth) => {
      const { id, owner } = await newOrganization(service);
      const email = `mixed-${nth}@example.com`;
      const { token } = await inviteTo(owner, email);
      // Two ways to use the invitation: register its address, or move an existing account to the address and accept.
      const rival = await newLoner(service);
      await rival.client.post('/api/users/profile', { email });
      const verification = await service.mailedToken(email);
      const answers = await Promise.all([
        rival.client.post('/api/auth/verify-email', { token: verification }),
        ...Array.from({ length: 29 }, (_, index) =>
          index % 2
            ? rival.client.post(`/api/invites/${token}/accept`)
            : service.client().post('/api/auth/register', { email, password, inviteToken: token }),
        ),
      ]);
      const joined = answers.slice(1).filter(({ status }) => status === 200 || status === 201);
      expect(joined.length).toBeLessThanOrEqual(1);
      // If no request joined, the rival got the address only after their last attempt.
      if (joined.length === 0) joined.push(await rival.client.post(`/api/invites/${token}/accept`));
      expect(joined[0]?.status).toBeLessThan(300);
      for (const { status } of answers) expect([200, 201, 400, 403, 404, 409]).toContain(status);
      expect(await acceptances(id)).toBe(1);
      expect((await owner.client.get(current)).body.organization.memberCount).toBe(2);
    });
  });

  test('is never both accepted and canceled while its organization is being deleted', async () => {
    await repeat(async () => {
      const { owner } = await newOrganization(service);
      const loner = await newLoner(service);
      const there = await elsewhere(loner);
      const invite = await inviteTo(owner, loner.email);
      const [accepted, canceled, deleted] = await Promise.all([
        there.client.post(`/api/invites/${invite.token}/accept`),
        owner.client.delete(`${current}/invites/${invite.id}`),
        owner.client.delete(current),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect([200, 404]).toContain(canceled.status);
      expect(accepted.status === 200 && canceled.status === 200).toBe(false);
      expect(deleted.status).toBe(200);
      expect(await standingOf(service, loner.id)).toEqual({
        organizationId: null,
        organizationRole: 'MEMBER',
      });
    });
  });

  test('accepted together with a second one and a new organization lets only one of the three succeed', async () => {
    await repeat(async () => {
      const [one, other] = [await newOrganization(service), await newOrganization(service)];
      const loner = await newLoner(service);
      const there = await elsewhere(loner);
      const tokens = [
        await inviteTo(one.owner, loner.email),
        await inviteTo(other.owner, loner.email),
      ] as const;
      const answers = await Promise.all([
        loner.client.post(`/api/invites/${tokens[0].token}/accept`),
        there.client.post(`/api/invites/${tokens[1].token}/accept`),
        loner.client.post('/api/organizations', { name: 'A third' }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    });
  });

  async function acceptances(organizationId: string): Promise<number> {
    const rows = await service.sql`
      SELECT 1 FROM audit_logs WHERE organization_id = ${organizationId} AND action = 'ORG_INVITE_ACCEPTED'`;
    return rows.length;
  }
});
