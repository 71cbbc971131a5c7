import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, joins, newLoner, newOrganization } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import {
  clientFor,
  moveTo,
  newStaff,
  newVerified,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { accountsAt, makeAdmin } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';
import { sequenceEvents } from '../webhooks/sequence-events.ts';

const service = started(startService);

let admin: Awaited<ReturnType<typeof newVerified>>;
beforeAll(async () => {
  admin = await newVerified(service);
  await makeAdmin(service, admin.id);
});

let addresses = 0;
const fresh = () => `created-${++addresses}@example.com`;
const create = (email: string, more: object = {}) => admin.client.post('/api/users', { email, ...more });
const login = (email: string) => service.client().post('/api/auth/login', { email, password });
const reset = (token: string) => service.client().post('/api/auth/reset-password', { token, password });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe('an account that an ADMIN creates', () => {
  test('has no password, no organization and an unverified address, and no more than USER', async () => {
    const email = fresh();
    const sent = {
      username: 'ada.l',
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'ADMIN',
      isActive: false,
    };
    const answer = await create(` ${email.toUpperCase()} `, sent);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: expect.any(String), user: expect.anything() });
    expect(answer.body.user).toMatchObject({
      email,
      username: 'ada.l',
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'USER',
      isActive: true,
      emailVerified: false,
      emailVerifiedAt: null,
      organizationId: null,
      lockedUntil: null,
    });
    const { id } = answer.body.user;
    expect((await admin.client.get(`/api/users/${id}/sign-in-methods`)).body.password).toBe(false);
    expect((await admin.client.get(`/api/admin/users/${id}/organizations`)).body.organizations).toEqual([]);
    expect((await login(email)).status).toBe(401);
  });

  test('is recorded as the ADMIN’s act, and told as user.created', async () => {
    const email = fresh();
    const { id } = (await create(email)).body.user;
    const entry = (await service.audit(admin.email)).findLast(
      ({ action }) => action === 'ADMIN_USER_CREATED',
    );
    expect(entry).toMatchObject({ category: 'admin', organizationId: null });
    expect(entry?.metadata).toEqual({ targetUserId: id, targetEmail: email });
    await sequenceEvents(service.deps);
    const events = (await admin.client.get('/api/admin/events?limit=100')).body;
    expect(JSON.stringify(events)).toContain(id);
  });

  test('gets a link that sets the password and verifies the address, once, for seven days', async () => {
    const email = fresh();
    await create(email);
    const [mail] = await service.mails(email);
    expect(mail?.subject).toBe('Your account is ready');
    expect(mail?.text).toContain('within 7 days');
    expect(mail?.text).not.toContain(admin.email);
    const token = await service.mailedToken(email);
    service.clock.advance({ days: 6, hours: 23 });
    expect((await reset(token)).status).toBe(200);
    expect((await login(email)).body.user).toMatchObject({ emailVerified: true });
    expect(codeOf(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('loses the link after seven days, and can then ask for another', async () => {
    await signInAgain();
    const email = fresh();
    await create(email);
    const token = await service.mailedToken(email);
    service.clock.advance({ days: 7, ms: 1 });
    expect(codeOf(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    await service.client().post('/api/auth/forgot-password', { email });
    expect((await reset(await service.mailedToken(email))).status).toBe(200);
    await signInAgain();
  });

  test('keeps its link when a stranger asks for a reset, and loses both with the first password', async () => {
    const email = fresh();
    await create(email);
    const first = await service.mailedToken(email);
    await service.client().post('/api/auth/forgot-password', { email });
    const second = await service.mailedToken(email);
    expect(second).not.toBe(first);
    service.clock.advance({ hours: 2 });
    expect(codeOf(await reset(second))).toEqual([400, 'TOKEN_INVALID']);
    expect((await reset(first)).status).toBe(200);
    expect(codeOf(await reset(first))).toEqual([400, 'TOKEN_INVALID']);
    await signInAgain();
  });

  test('is let in by one link only: the use of a later one ends the first', async () => {
    const email = fresh();
    await create(email);
    const first = await service.mailedToken(email);
    await service.client().post('/api/auth/forgot-password', { email });
    expect((await reset(await service.mailedToken(email))).status).toBe(200);
    expect(codeOf(await reset(first))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('keeps what others gave it meanwhile: its address was set by an ADMIN', async () => {
    const email = fresh();
    const { id } = (await create(email)).body.user;
    const organization = await newOrganization(service);
    await joins(service, id, organization.id);
    const mail = (await service.mails(email)).at(-1);
    expect(mail?.text).not.toContain('never confirmed');
    await reset(await service.mailedToken(email));
    const { organizations } = (await admin.client.get(`/api/admin/users/${id}/organizations`)).body;
    expect(organizations).toMatchObject([{ id: organization.id }]);
  });

  test('moves with a mistyped address, and the link to that address dies', async () => {
    const [wrong, right] = [fresh(), fresh()];
    const { id } = (await create(wrong)).body.user;
    const token = await service.mailedToken(wrong);
    await admin.client.put(`/api/users/${id}`, { email: right });
    expect(codeOf(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    expect((await admin.client.post(`/api/users/${id}/send-reset`)).status).toBe(200);
    expect((await reset(await service.mailedToken(right))).status).toBe(200);
  });

  test('loses the link when it is deactivated or deleted', async () => {
    for (const end of [
      (id: string) => admin.client.post(`/api/users/${id}/deactivate`),
      (id: string) => admin.client.delete(`/api/users/${id}`),
    ]) {
      const email = fresh();
      const { id } = (await create(email)).body.user;
      const token = await service.mailedToken(email);
      expect((await end(id)).status).toBe(200);
      expect(codeOf(await reset(token))).toEqual([400, 'TOKEN_INVALID']);
    }
  });
});

/** Days later. */
async function signInAgain() {
  admin.client = await clientFor(service, admin.id);
}

describe('an address that has something already', () => {
  test('is taken by an account, also a deactivated one, and by an address that can still be restored', async () => {
    const inUse = await newLoner(service);
    expect(codeOf(await create(inUse.email))).toEqual([409, 'EMAIL_TAKEN']);
    await admin.client.post(`/api/users/${inUse.id}/deactivate`);
    expect(codeOf(await create(inUse.email))).toEqual([409, 'EMAIL_TAKEN']);
    const mover = await newVerified(service);
    expect((await moveTo(service, mover.client, fresh())).status).toBe(200);
    expect(codeOf(await create(mover.email))).toEqual([409, 'EMAIL_TAKEN']);
  });

  test('with a taken username is refused, and nobody is mailed', async () => {
    await create(fresh(), { username: 'Taken.Name' });
    const email = fresh();
    expect(codeOf(await create(email, { username: 'taken.name' }))).toEqual([409, 'USERNAME_TAKEN']);
    expect(await service.mails(email)).toEqual([]);
    expect(await accountsAt(service, email)).toEqual([]);
  });

  test('with an open invitation keeps it: the account accepts it once it has a password', async () => {
    const email = fresh();
    const { owner } = await newOrganization(service);
    const { token } = await inviteTo(owner, email);
    expect((await create(email)).status).toBe(201);
    await reset(await service.mailedToken(email));
    const client = service.client();
    await client.post('/api/auth/login', { email, password });
    expect((await client.post(`/api/invites/${token}/accept`)).status).toBe(200);
  });

  test('whose registration waits for its code goes to the ADMIN’s account: the code makes no second one', async () => {
    const email = fresh();
    const visitor = service.client();
    await visitor.post('/api/auth/email-code', { email, register: true });
    expect((await create(email)).status).toBe(201);
    const code = /\b\d{6}\b/.exec((await service.mails(email))[0]?.text ?? '')?.[0] ?? '000000';
    const answer = await visitor.post('/api/auth/email-code/register', {
      email,
      code,
      organizationName: 'Mine',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await accountsAt(service, email)).toHaveLength(1);
  });

  test('is created once by many requests at the same time', async () => {
    const email = fresh();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(email)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error?.code === 'EMAIL_TAKEN')).toHaveLength(7);
    expect(await service.mails(email)).toHaveLength(1);
  });

  test('is created once by an ADMIN and a visitor at the same time', async () => {
    const email = fresh();
    const [made, registered] = await Promise.all([
      create(email),
      service.client().post('/api/auth/register', { email, password, organizationName: 'Mine' }),
    ]);
    expect([made.status, registered.status].sort()).toEqual([201, 409]);
    expect(await accountsAt(service, email)).toHaveLength(1);
  });
});

describe('who may create', () => {
  test('needs both permissions, and is told nothing about the address without them', async () => {
    const taken = await newLoner(service);
    for (const permissions of [['users:write'], ['users:read'], ['users:list']] as const) {
      const { client } = await newHolder(service, [...permissions]);
      for (const email of [fresh(), taken.email])
        expect(codeOf(await client.post('/api/users', { email }))).toEqual([403, 'PERMISSION_DENIED']);
    }
    const { client } = await newHolder(service, ['users:write', 'users:read']);
    expect((await client.post('/api/users', { email: fresh() })).status).toBe(201);
  });

  test('is refused to a key of theirs', async () => {
    const { key } = await newKey(admin.client, { permission: 'READ_WRITE' });
    expect(codeOf(await keyClient(service, key).post('/api/users', { email: fresh() }))).toEqual([
      403,
      'API_KEY_NOT_ALLOWED',
    ]);
  });

  test('is refused where the policy of the service keeps a domain out', async () => {
    const strict = await startService();
    const boss = await newStaff(strict, 'ADMIN');
    const { version } = (await boss.client.get('/api/admin/policy')).body;
    const policy = { emailDomains: ['example.com'] };
    expect((await boss.client.patch('/api/admin/policy', { version, policy })).status).toBe(200);
    const answer = await boss.client.post('/api/users', { email: 'ada@elsewhere.example' });
    expect(codeOf(answer)).toEqual([400, 'EMAIL_DOMAIN_NOT_ALLOWED']);
  });
});

test('where addresses need no proof, the address counts as verified', async () => {
  const open = await startService({ env: { ENABLE_EMAIL_VERIFICATION: 'false' } });
  const boss = await newStaff(open, 'ADMIN');
  const { user } = (await boss.client.post('/api/users', { email: 'ada@example.com' })).body;
  expect(user.emailVerified).toBe(true);
});

test('a recipient gets no more of these than of other mail that people cause', async () => {
  const { capped, boss } = await withCaps();
  const email = 'bombed@example.com';
  const { id } = (await boss.client.post('/api/users', { email })).body.user;
  expect((await boss.client.post(`/api/users/${id}/send-reset`)).status).toBe(200);
  const third = await boss.client.post(`/api/users/${id}/send-reset`);
  expect(third.status).toBe(429);
  expect(third.body.error.details.retryAfterSeconds).toBeGreaterThan(3000);
  expect(await capped.mails(email)).toHaveLength(2);
  // Deleting the account and making it anew doesn't start over.
  await boss.client.delete(`/api/users/${id}`);
  expect((await boss.client.post('/api/users', { email })).status).toBe(429);
  expect(await accountsAt(capped, email)).toEqual([]);
});

test('an account mails no more than its hundred people an hour', async () => {
  const { boss } = await withCaps({ RATE_LIMIT_INVITES: '3/1h' });
  for (let n = 0; n < 3; n++)
    expect((await boss.client.post('/api/users', { email: `p${n}@example.com` })).status).toBe(201);
  const refused = await boss.client.post('/api/users', { email: 'p3@example.com' });
  expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
});

async function withCaps(env: Record<string, string> = {}) {
  const capped = await startService({ env });
  const boss = await newVerified(capped);
  await makeAdmin(capped, boss.id);
  return { capped, boss };
}
