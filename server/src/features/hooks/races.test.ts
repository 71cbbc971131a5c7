import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import {
  addHook,
  allowLoopback,
  dropHooks,
  giveAddress,
  hooksPath,
  newHookAdmin,
  startHooks,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo } from '@latchkey/server/testing/organizations';
import { newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt } from '@latchkey/server/testing/standing';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, beforeEach, expect, test } from 'vitest';

const env = { ...allowLoopback, ENABLE_EMAIL_LOGIN: 'true' };
const receiver = started(startHooks);
const world = started(() => startWithIdp({ env }));
const otherNode = started(() =>
  startService({ env, database: world.service.database, clock: world.service.clock }),
);

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(world.service);
});
beforeEach(async () => {
  await dropHooks(world.service);
  receiver.answer({ decision: 'allow' });
  receiver.take();
});

let nth = 0;
const fresh = () => `race-${++nth}@example.com`;
const login = (email: string, { service } = world) =>
  service.client().post('/api/auth/login', { email, password });
const register = (body: object) =>
  world.service.client().post('/api/auth/register', { email: fresh(), password, ...body });

test('a hook that is changed, turned off or deleted while it is asked is asked once; the next request knows', async () => {
  const person = await newUser(world.service);
  const nowhere = 'http://127.0.0.1:1/';
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  const meanwhile = (act: () => Promise<unknown>) =>
    receiver.answer(async () => {
      await act();
      return { decision: 'allow' };
    });
  meanwhile(() => admin.client.patch(`${hooksPath}/${id}`, { url: nowhere }));
  expect((await login(person.email)).status).toBe(200);
  expect((await login(person.email)).status).toBe(503);
  await admin.client.patch(`${hooksPath}/${id}`, { url: receiver.url });
  meanwhile(() => admin.client.patch(`${hooksPath}/${id}`, { enabled: false }));
  expect((await login(person.email)).status).toBe(200);
  await admin.client.patch(`${hooksPath}/${id}`, { enabled: true });
  meanwhile(() => admin.client.delete(`${hooksPath}/${id}`));
  expect((await login(person.email)).status).toBe(200);
  expect(receiver.take()).toHaveLength(3);
  expect((await login(person.email)).status).toBe(200);
  expect(receiver.take()).toEqual([]);
});

test('turned off at the command line beside sign-ins and others who do the same, it is off for the next request', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newUser(world.service)));
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  receiver.answer({ decision: 'deny' });
  const where = { cwd: await temporaryFolder('hooks'), env: environmentOf(world.service) };
  const [came, ...disabled] = await Promise.all([
    Promise.all(people.map(({ email }) => login(email))),
    runCommand(['hook', 'disable', 'sign_in.before'], where),
    runCommand(['hook', 'disable', '--all'], where),
    admin.client.patch(`${hooksPath}/${id}`, { timeoutMs: 4000 }),
  ]);
  expect(came.filter(({ status }) => ![200, 403].includes(status))).toEqual([]);
  expect(disabled.map((each) => ('code' in each ? each.code : each.status))).toEqual([0, 0, 200]);
  receiver.take();
  for (const { email } of people) expect((await login(email)).status).toBe(200);
  expect(receiver.take()).toEqual([]);
  const { hook } = (await admin.client.get(`${hooksPath}/${id}`)).body;
  expect(hook).toMatchObject({ enabled: false, timeoutMs: 4000 });
  const told = (await world.service.audit()).filter(({ metadata }) => metadata.hookId === id);
  expect(told.map(({ action }) => action).sort()).toEqual([
    'ADMIN_HOOK_CREATED',
    'ADMIN_HOOK_DISABLED',
    'ADMIN_HOOK_UPDATED',
  ]);
});

test('a change on one node holds for the next request on another', async () => {
  const person = await newUser(world.service);
  const there = { service: otherNode } as typeof world;
  const { id } = await addHook(admin, 'sign_in.before', receiver.url);
  receiver.answer({ decision: 'deny' });
  expect((await login(person.email, there)).status).toBe(403);
  await admin.client.patch(`${hooksPath}/${id}`, { enabled: false });
  expect((await login(person.email, there)).status).toBe(200);
});

test('an account that someone else made meanwhile is signed in to, and that is asked about', async () => {
  const at = await world.connected();
  const { login: name, email } = world.somebody(at.domain.name);
  const person = await newVerified(world.service);
  for (const point of ['registration.before', 'sign_in.before'] as const)
    await addHook(admin, point, receiver.url);
  receiver.answer(async ({ type }) => {
    if (type === 'registration.before') await giveAddress(world.service, person.id, email);
    return { decision: 'allow' };
  });
  const client = world.service.client();
  await world.travel(client, at.path, name);
  const asked = receiver.take().filter(({ data }) => JSON.stringify(data).includes(email));
  expect(asked.map(({ type }) => type)).toEqual(['registration.before', 'sign_in.before']);
  expect(await accountsAt(world.service, email)).toHaveLength(1);
});

test('an invitation that is taken back while a hook is asked opens nothing', async () => {
  const owner = await newUser(world.service);
  const email = fresh();
  const { id, token: inviteToken } = await inviteTo(owner, email);
  await addHook(admin, 'registration.before', receiver.url);
  receiver.answer(async () => {
    await owner.client.delete(`/api/organizations/current/invites/${id}`);
    return { decision: 'allow' };
  });
  expect((await register({ email, inviteToken })).body.error.code).toBe('INVITE_INVALID');
  expect(receiver.take()).toMatchObject([
    { data: { invitation: { organizationId: owner.organizationId, role: 'MEMBER' } } },
  ]);
  expect(await accountsAt(world.service, email)).toEqual([]);
});

test('ten who register with one address, all allowed, make one account', async () => {
  await addHook(admin, 'registration.before', receiver.url);
  const email = fresh();
  const made = await Promise.all(
    Array.from({ length: 10 }, () => register({ email, organizationName: 'Once' })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await accountsAt(world.service, email)).toHaveLength(1);
});

test('one code, used five times at once and always allowed, signs in once', async () => {
  const { email } = await newVerified(world.service);
  const client = world.service.client();
  await client.post('/api/auth/email-code', { email });
  const text = (await world.service.mails(email)).at(-1)?.text ?? '';
  const code = /^Code: (\d{6})$/m.exec(text)?.[1];
  await addHook(admin, 'sign_in.before', receiver.url);
  const came = await Promise.all(
    Array.from({ length: 5 }, () => client.post('/api/auth/email-code/verify', { email, code })),
  );
  expect(came.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an address that becomes another account’s while a hook is asked is asked about again, and no more than that', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newUser(world.service)));
  const email = fresh();
  const [first, ...others] = people;
  const moveTo = async (person?: { id: string }) => {
    for (const { id } of people) await giveAddress(world.service, id, fresh());
    if (person) await giveAddress(world.service, person.id, email);
  };
  await moveTo(first);
  await addHook(admin, 'sign_in.before', receiver.url);
  let next: { id: string } | undefined = others[0];
  receiver.answer(async () => {
    const person = next;
    next = undefined;
    if (person) await moveTo(person);
    return { decision: person ? 'allow' : 'deny' };
  });
  expect((await login(email)).body.error.code).toBe('HOOK_DENIED');
  const askedAbout = () => receiver.take().map(({ data }) => (data.user as { id: string }).id);
  expect(askedAbout()).toEqual([first?.id, others[0]?.id]);

  const line = [...others];
  receiver.answer(async () => {
    await moveTo(line.shift());
    return { decision: 'allow' };
  });
  await moveTo(first);
  expect((await login(email)).body.error.code).toBe('HOOK_UNAVAILABLE');
  expect(askedAbout()).toHaveLength(2);
});
