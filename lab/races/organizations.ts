import { createHash, randomUUID } from 'node:crypto';
import { makeOrganizationKey, organizationKeysPath } from '@latchkey/server/testing/organization-keys';
import {
  countOwners,
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
} from '@latchkey/server/testing/organizations';
import { type Arena, at, count, expectRows, expectWon, type Race, rush } from './arena.ts';

const current = '/api/organizations/current';

/** Who acts, in turn: each as often as the others. */
const turn = (people: Person[], nth: number): Person => {
  const person = people[nth % people.length];
  if (!person) throw new Error('there is no person to test with');
  return person;
};

async function owners(arena: Arena, many: number) {
  const { id, owner } = await newOrganization(arena.service);
  const people = [owner];
  while (people.length < many) people.push(await newMember(arena.service, id, 'OWNER'));
  return { id, people };
}

async function organizations(arena: Arena, many: number) {
  const made = [];
  while (made.length < many) made.push(await newOrganization(arena.service));
  return made;
}

const mailsTo = ({ service }: Arena, email: string) =>
  service.sql`SELECT 1 FROM emails WHERE to_address = ${email} AND type = 'invite'`;

let rounds = 0;

export const inOrganizations: Race[] = [
  {
    name: 'one organization a person',
    async round(arena) {
      const { client, id } = await newLoner(arena.service);
      const name = `Burst of ${id}`;
      const answers = await rush(arena, (other) => other.post('/api/organizations', { name }), client);
      const made = arena.service.sql`SELECT 1 FROM organizations WHERE name = ${name}`;
      return [
        ...expectWon(answers, 1, 201, ['409 HAS_ORGANIZATION']),
        ...(await expectRows('organizations', made, 1)),
      ];
    },
  },
  {
    name: 'an organization keeps an OWNER',
    async round(arena) {
      const { id, people } = await owners(arena, 5);
      const answers = await rush(arena, (_client, nth) => {
        const actor = at(arena, nth, turn(people, nth).client);
        const path = `${current}/members/${turn(people, Math.floor(nth / 5)).id}`;
        return nth % 2 ? actor.delete(path) : actor.patch(path, { role: 'MEMBER' });
      });
      const left = await countOwners(arena.service, id);
      const odd = answers.filter(({ status }) => ![200, 403, 404, 409].includes(status));
      return [
        ...(left >= 1 ? [] : [`${left} OWNERs are left`]),
        ...odd.map(({ status }) => `answered ${status}`),
      ];
    },
  },
  {
    name: 'one organization a slug',
    async round(arena) {
      const slug = `wanted-${++rounds}-${arena.nodes.length}`;
      const people = (await organizations(arena, 5)).map(({ owner }) => owner);
      await rush(arena, (_client, nth) => at(arena, nth, turn(people, nth).client).patch(current, { slug }));
      return expectRows('holders', arena.service.sql`SELECT 1 FROM organizations WHERE slug = ${slug}`, 1);
    },
  },
  {
    name: 'an invitation, accepted by many tabs',
    async round(arena) {
      const { id, owner } = await newOrganization(arena.service);
      const loner = await newLoner(arena.service);
      const { token } = await inviteTo(owner, loner.email);
      const answers = await rush(arena, (other) => other.post(`/api/invites/${token}/accept`), loner.client);
      const accepted = arena.service.sql`
        SELECT 1 FROM audit_logs WHERE organization_id = ${id} AND action = 'ORG_INVITE_ACCEPTED'`;
      return [
        ...expectWon(answers, 1, 200, ['404 NOT_FOUND', '409 HAS_ORGANIZATION']),
        ...(await expectRows('entries', accepted, 1)),
      ];
    },
  },
  {
    name: 'an address, invited by many',
    async round(arena) {
      const { owner } = await newOrganization(arena.service);
      const email = `often-${owner.id}@example.com`;
      const answers = await rush(arena, (other) => other.post(`${current}/invites`, { email }), owner.client);
      return [
        ...expectWon(answers, 1, 201, ['409 ALREADY_INVITED']),
        ...(await expectRows('mails', mailsTo(arena, email), 1)),
      ];
    },
  },
  {
    name: 'five unsolicited mails an hour',
    async round(arena) {
      const people = (await organizations(arena, 8)).map(({ owner }) => owner);
      const email = `flooded-${people[0]?.id}@example.com`;
      // Unverified senders share two of the five; so does one sender, however often they try.
      await arena.service
        .sql`UPDATE users SET email_verified_at = now() WHERE id = ANY(${people.map(({ id }) => id)})`;
      const answers = await rush(arena, (_client, nth) =>
        at(arena, nth, turn(people, nth).client).post(`${current}/invites`, { email }),
      );
      const most = Math.min(5, arena.ways);
      return [
        ...expectWon(answers, most, 201, ['409 ALREADY_INVITED', '429 RATE_LIMITED']),
        ...(await expectRows('mails', mailsTo(arena, email), most)),
      ];
    },
  },
  {
    name: 'ten webhooks an organization',
    async round(arena) {
      const { id, owner } = await newOrganization(arena.service);
      const body = { url: 'https://example.com/hook' };
      const answers = await rush(arena, (other) => other.post(`${current}/webhooks`, body), owner.client);
      // Removed at once, or the next worker to run would look for that host outside.
      const made = arena.service.sql`DELETE FROM webhooks WHERE organization_id = ${id} RETURNING id`;
      return [
        ...expectWon(answers, Math.min(10, arena.ways), 201, ['400 WEBHOOK_LIMIT_REACHED']),
        ...(await expectRows('webhooks', made, count(answers, 201))),
      ];
    },
  },
  {
    name: 'one new secret a rotation',
    async round(arena) {
      const { owner } = await newOrganization(arena.service);
      const { id } = await makeOrganizationKey(owner.client);
      const path = `${organizationKeysPath}/${id}/rotate`;
      const answers = await rush(arena, (other) => other.post(path, {}), owner.client);
      const secrets = arena.service.sql`SELECT 1 FROM organization_key_secrets WHERE key_id = ${id}`;
      return [
        ...expectWon(answers, 1, 201, ['409 KEY_ROTATING']),
        ...(await expectRows('secrets', secrets, 2)),
      ];
    },
  },
  {
    name: 'one organization takes over a key',
    async round(arena) {
      const people = (await organizations(arena, 8)).map(({ owner }) => owner);
      const keyHash = createHash('sha256').update(randomUUID()).digest('hex');
      const answers = await rush(arena, (_client, nth) =>
        at(arena, nth, turn(people, nth).client).post(organizationKeysPath, { name: 'Old', keyHash }),
      );
      return expectWon(answers, 1, 201, ['409 KEY_TAKEN']);
    },
  },
];
