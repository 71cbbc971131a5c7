import type { Client } from '@latchkey/server/testing/client';
import { makeScimToken } from '@latchkey/server/testing/directories';
import { joins } from '@latchkey/server/testing/organizations';
import {
  createPerson,
  mappingPath,
  newDirectory,
  patchGroup,
  patchPerson,
  scimPath,
} from '@latchkey/server/testing/scim';
import { password } from '@latchkey/server/testing/service';
import { type Arena, at, count, expectRows, expectWon, type Race, rush } from './arena.ts';

type Directory = Awaited<ReturnType<typeof newDirectory>>;

/** At the nth node, with one of the organization's two tokens in turn. */
async function speakersOf(arena: Arena, directory: Directory): Promise<(nth: number) => Client> {
  const { secret } = await makeScimToken(directory.owner.client);
  const tokens = [directory.client.bearer, secret];
  return (nth) => bearing(arena, nth, tokens[Math.floor(nth / 2) % 2]);
}

function bearing(arena: Arena, nth: number, token: string | undefined): Client {
  const client = at(arena, nth);
  client.bearer = token;
  return client;
}

async function several<T>(many: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < many) made.push(await make());
  return made;
}

const off = (client: Client, id: string) =>
  patchPerson(client, id, { op: 'replace', path: 'active', value: false });
const strange = (answers: { status: number }[], usual: number[]) => [
  ...new Set(
    answers.filter(({ status }) => !usual.includes(status)).map(({ status }) => `answered ${status}`),
  ),
];
const ids = (rows: readonly { id: string }[]) =>
  rows
    .map(({ id }) => id)
    .sort()
    .join();

/** What the directories of organizations may do only once, or only as far as an organization allows. */
export const directories: Race[] = [
  {
    name: 'one person, created by a directory with both tokens',
    async round(arena) {
      const directory = await newDirectory(arena.service);
      const speak = await speakersOf(arena, directory);
      const userName = directory.newEmail();
      const answers = await rush(arena, (_client, nth) => createPerson(speak(nth), { userName }));
      const entries = arena.service.sql`
        SELECT 1 FROM audit_logs WHERE organization_id = ${directory.id} AND action = 'ORG_MEMBER_PROVISIONED'`;
      return [...expectWon(answers, 1, 201, ['409']), ...(await expectRows('entries', entries, 1))];
    },
  },
  {
    name: 'one userName a directory',
    async round(arena) {
      const directory = await newDirectory(arena.service);
      const speak = await speakersOf(arena, directory);
      const answers = await rush(arena, (_client, nth) => {
        const userName = nth % 3 ? 'ada.lovelace' : 'Ada.Lovelace';
        return createPerson(speak(nth), { userName, emails: [{ value: directory.newEmail() }] });
      });
      const members = arena.service.sql`
        SELECT 1 FROM organization_members WHERE organization_id = ${directory.id} AND role = 'MEMBER'`;
      return [...expectWon(answers, 1, 201, ['409']), ...(await expectRows('members', members, 1))];
    },
  },
  {
    name: 'one person an address that a directory moves many to',
    async round(arena) {
      const directory = await newDirectory(arena.service);
      const speak = await speakersOf(arena, directory);
      const people = await several(5, directory.person);
      const email = directory.newEmail();
      const answers = await rush(arena, (_client, nth) =>
        patchPerson(speak(nth), people[nth % 5]?.id ?? '', {
          op: 'replace',
          path: 'emails[type eq "work"].value',
          value: email,
        }),
      );
      const held = await arena.service.sql`SELECT id FROM users WHERE email = ${email}`;
      // The person who got it may be told so several times.
      const won = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
      return [
        ...strange(answers, [200, 409]),
        ...(held.length === 1 && won.size === 1 && won.has(held[0]?.id) ? [] : ['another person has it']),
      ];
    },
  },
  {
    name: 'changes of one mapped group all count',
    async round(arena) {
      const { service, ways } = arena;
      const directory = await newDirectory(service);
      const speak = await speakersOf(arena, directory);
      const people = await several(Math.min(ways, 12), directory.person);
      const leaving = people.slice(0, people.length / 2);
      const group = await directory.group('Crowd', leaving);
      await directory.owner.client.patch(`${mappingPath}/${group.id}`, { role: 'ADMIN' });
      const answers = await rush(arena, (_client, nth) => {
        const { id = '' } = people[nth % people.length] ?? {};
        const op = leaving.some((each) => each.id === id) ? 'remove' : 'add';
        return patchGroup(speak(nth), group.id, { op, path: 'members', value: [{ value: id }] });
      });
      const coming = ids(people.slice(people.length / 2));
      const inside = await service.sql<{ id: string }[]>`
        SELECT user_id AS id FROM scim_group_members WHERE group_id = ${group.id}`;
      const admins = await service.sql<{ id: string }[]>`
        SELECT user_id AS id FROM organization_members WHERE organization_id = ${directory.id} AND role = 'ADMIN'`;
      return [
        ...strange(answers, [204]),
        ...(ids(inside) === coming ? [] : ['a change of the group was lost']),
        ...(ids(admins) === coming ? [] : ['the ADMINs are not those in the group']),
      ];
    },
  },
  {
    name: 'a directory leaves an active OWNER',
    async round(arena) {
      const { service } = arena;
      const directory = await newDirectory(service);
      const speak = await speakersOf(arena, directory);
      const owners = await several(5, () => directory.member('OWNER'));
      await service.sql`DELETE FROM organization_members WHERE user_id = ${directory.owner.id}`;
      const answers = await rush(arena, (_client, nth) => {
        const { id = '' } = owners[nth % 5] ?? {};
        return nth % 3 ? off(speak(nth), id) : speak(nth).delete(`${scimPath}/Users/${id}`);
      });
      const left = service.sql`
        SELECT 1 FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = ${directory.id} AND m.role = 'OWNER' AND u.is_active`;
      return [
        ...strange(answers, [200, 204, 404, 409]),
        ...(await expectRows('active OWNERs', left, arena.ways < 5 ? 5 - arena.ways : 1)),
      ];
    },
  },
  {
    name: 'a person of two directories, deactivated by both',
    async round(arena) {
      const { service } = arena;
      const [one, other] = [await newDirectory(service), await newDirectory(service)];
      const made = await one.person();
      await joins(service, made.id, other.id);
      await service.sql`
        INSERT INTO scim_links (organization_id, user_id, user_name, created_at, updated_at)
        VALUES (${other.id}, ${made.id}, ${made.userName}, now(), now())`;
      const answers = await rush(arena, (_client, nth) =>
        off(bearing(arena, nth, (nth % 4 < 2 ? one : other).client.bearer), made.id),
      );
      const ranks = service.sql`SELECT 1 FROM organization_members WHERE user_id = ${made.id}`;
      const active = service.sql`SELECT 1 FROM users WHERE id = ${made.id} AND is_active`;
      return [
        ...strange(answers, [200]),
        ...(await expectRows('memberships', ranks, 1)),
        ...(await expectRows('active accounts', active, 0)),
      ];
    },
  },
  {
    name: 'no session outlives a deactivation by the directory',
    async round(arena) {
      const { service } = arena;
      const directory = await newDirectory(service);
      const member = await directory.member();
      const hash = await service.deps.hasher.hash(password);
      await service.sql`UPDATE users SET password_hash = ${hash} WHERE id = ${member.id}`;
      const answers = await rush(arena, (client, nth) =>
        nth % 4 === 3
          ? off(bearing(arena, nth, directory.client.bearer), member.id)
          : client.post('/api/auth/login', { email: member.email, password }),
      );
      const sessions = service.sql`SELECT 1 FROM sessions WHERE user_id = ${member.id}`;
      return [
        ...strange(answers, [200, 401, 423, 503]),
        ...(count(answers, 200) > 0 ? [] : ['no request got through']),
        ...(await expectRows('sessions', sessions, 0)),
      ];
    },
  },
];
