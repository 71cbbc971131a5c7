import { started } from '@latchkey/server/testing/lifetime';
import {
  createPerson,
  mappingPath,
  newDirectory,
  patchGroup,
  patchPerson,
  scimPath,
} from '@latchkey/server/testing/scim';
import { password, startService } from '@latchkey/server/testing/service';
import { accountsAt, removeMember } from '@latchkey/server/testing/standing';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));
let directory: Awaited<ReturnType<typeof newDirectory>>;
/** The same directory, on each of the two nodes in turn. */
const at = (nth: number) => {
  const client = (nth % 2 ? otherNode : service).client();
  client.bearer = directory.client.bearer;
  return client;
};
beforeAll(async () => {
  directory = await newDirectory(service);
});
const times = <T>(count: number, work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)));

test('the same person is created once', async () => {
  const userName = directory.newEmail();
  const answers = await times(8, (nth) => createPerson(at(nth), { userName }));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  expect(await accountsAt(service, userName)).toHaveLength(1);
});

test('parallel changes of one group all count', async () => {
  const people = await times(8, () => directory.person());
  const group = await directory.group('Crowd', people.slice(0, 4));
  await directory.owner.client.patch(`${mappingPath}/${group.id}`, { role: 'ADMIN' });
  const answers = await times(8, (nth) => {
    const value = [{ value: people[nth]?.id }];
    return patchGroup(at(nth), group.id, { op: nth < 4 ? 'remove' : 'add', path: 'members', value });
  });
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
  const { members } = (await directory.client.get(`${scimPath}/Groups/${group.id}`)).body;
  const coming = people.slice(4).map(({ id }) => id);
  expect(members.map(({ value }: { value: string }) => value).sort()).toEqual(coming.sort());
  const admins = await service.sql`
    SELECT user_id FROM organization_members WHERE organization_id = ${directory.id} AND role = 'ADMIN' ORDER BY user_id`;
  expect(admins.map(({ userId }) => userId)).toEqual(coming.sort());
});

test('two OWNERs who are deactivated at once leave one', async () => {
  const other = await newDirectory(service);
  const owners = [await other.member('OWNER'), await other.member('OWNER')];
  await removeMember(service, other.owner.id);
  const answers = await Promise.all(
    owners.map(({ id }, nth) => {
      const client = (nth ? otherNode : service).client();
      client.bearer = other.client.bearer;
      return patchPerson(client, id, { op: 'replace', path: 'active', value: false });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('no session outlives a deactivation that it races', async () => {
  const people = await times(4, () => directory.member());
  const hash = await service.deps.hasher.hash(password);
  await service.sql`UPDATE users SET password_hash = ${hash} WHERE id = ANY (${people.map(({ id }) => id)}::uuid[])`;
  const clients = people.map(() => otherNode.client());
  await Promise.all([
    ...people.map(({ id }, nth) => patchPerson(at(nth), id, { op: 'replace', path: 'active', value: false })),
    ...people.map(({ email }, nth) => clients[nth]?.post('/api/auth/login', { email, password })),
  ]);
  for (const client of clients) expect((await client.get('/api/auth/me')).status).toBe(401);
  const sessions =
    await service.sql`SELECT 1 FROM sessions WHERE user_id = ANY (${people.map(({ id }) => id)}::uuid[])`;
  expect(sessions).toEqual([]);
});

test('a token that is revoked meanwhile changes nothing more', async () => {
  const other = await newDirectory(service);
  const emails = Array.from({ length: 6 }, () => other.newEmail());
  const [revoked, ...answers] = await Promise.all([
    other.owner.client.delete(`/api/organizations/current/scim-tokens/${other.tokenId}`),
    ...emails.map((userName) => createPerson(other.client, { userName })),
  ]);
  expect(revoked?.status).toBe(200);
  const made = await service.sql`SELECT 1 FROM users WHERE email = ANY (${emails})`;
  expect(made).toHaveLength(answers.filter(({ status }) => status === 201).length);
  expect((await createPerson(other.client, { userName: other.newEmail() })).status).toBe(401);
});

test('changes that wait while their token is revoked are refused', async () => {
  const other = await newDirectory(service);
  const made = await other.person();
  const waiting = await service.sql.begin(async (tx) => {
    await tx`SELECT 1 FROM organizations WHERE id = ${other.id} FOR UPDATE`;
    const asked = [
      patchPerson(other.client, made.id, { op: 'replace', path: 'active', value: false }),
      createPerson(other.client, { userName: other.newEmail() }),
      other.client.post(`${scimPath}/Groups`, { displayName: 'Late' }),
    ];
    const blocked = () => service.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await blocked()).length).toBe(asked.length);
    await tx`DELETE FROM scim_tokens WHERE id = ${other.tokenId}`;
    return { asked };
  });
  const answers = await Promise.all(waiting.asked);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(await service.sql`SELECT 1 FROM users WHERE id = ${made.id} AND is_active`).toHaveLength(1);
});
