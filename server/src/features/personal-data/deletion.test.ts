import type { Client } from '@latchkey/server/testing/client';
import { linkToDirectory, makeScimToken, scimTokensPath } from '@latchkey/server/testing/directories';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import {
  clientFor,
  moveTo,
  newStaff,
  newUser,
  newVerified,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { sessionRows } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';
import { verifyTrail } from '../../records/audit/verify-trail.ts';
import { eraseDue } from './erase-due.ts';

const day = 86_400_000;
const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const leave = (client: Client) => client.post('/api/users/profile/deletion');
const cancel = (token: string, on: TestService = service) =>
  on.client().post('/api/auth/cancel-deletion', { token });
const login = (email: string) => service.client().post('/api/auth/login', { email, password });
const exists = async (id: string) => (await service.sql`SELECT 1 FROM users WHERE id = ${id}`).length === 1;
const active = async (id: string) =>
  (await service.sql<{ isActive: boolean }[]>`SELECT is_active FROM users WHERE id = ${id}`)[0]?.isActive;

/** The token in the last mail that offers to keep the account. */
async function keepLink(email: string): Promise<string> {
  const mail = (await service.mails(email)).filter(({ text }) => text.includes('/cancel-deletion')).at(-1);
  return /cancel-deletion\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function leaving() {
  const person = await newUser(service);
  const answer = await leave(person.client);
  expect(answer.status).toBe(200);
  return { ...person, answer, token: await keepLink(person.email) };
}

describe('a request to delete the own account', () => {
  test('deactivates it at once, ends its sessions, and says when it will be erased', async () => {
    const { email, client, answer, token, id } = await leaving();
    const { requestedAt, scheduledFor } = answer.body.deletion;
    expect(Date.parse(scheduledFor) - Date.parse(requestedAt)).toBe(14 * day);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await login(email)).body.error.code).toBe('INVALID_CREDENTIALS');
    expect(token).not.toBe('');
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions).toContain('AUTH_DELETION_REQUESTED');
    expect(await exists(id)).toBe(true);
  });

  test('is refused to the last OWNER of an organization with other members, and to the last ADMIN', async () => {
    const { owner, id } = await newOrganization(service);
    await newMember(service, id, 'ADMIN');
    expect((await leave(owner.client)).body.error.code).toBe('LAST_OWNER');
    const second = await newMember(service, id, 'OWNER');
    await admin.client.post(`/api/users/${second.id}/deactivate`);
    expect((await leave(owner.client)).body.error.code).toBe('LAST_OWNER');
    // Nor can they go or step down in any other way while the other OWNER is inactive.
    const own = `/api/organizations/current/members/${owner.id}`;
    expect((await owner.client.delete(own)).body.error.code).toBe('LAST_OWNER');
    expect((await owner.client.patch(own, { role: 'ADMIN' })).body.error.code).toBe('LAST_OWNER');
    await admin.client.post(`/api/users/${second.id}/activate`);
    expect((await leave(owner.client)).status).toBe(200);
    expect((await leave(admin.client)).body.error.code).toBe('LAST_ADMIN');
  });

  test('is refused while a directory that is connected manages the account', async () => {
    const { id, owner } = await newOrganization(service);
    const [managed, colleague] = [
      await newMember(service, id, 'MEMBER'),
      await newMember(service, id, 'MEMBER'),
    ];
    await linkToDirectory(service, id, managed);
    const token = await makeScimToken(owner.client);
    const refused = await leave(managed.client);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'DIRECTORY_MANAGED']);
    expect(await active(managed.id)).toBe(true);
    expect((await leave(colleague.client)).status).toBe(200);
    await owner.client.delete(`${scimTokensPath}/${token.id}`);
    expect((await leave(managed.client)).status).toBe(200);
  });

  test('needs a recent proof', async () => {
    const { id } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    const client = await clientFor(service, id);
    await service.sql`UPDATE sessions SET proven_at = 'epoch' WHERE user_id = ${id}`;
    expect((await leave(client)).body.error.code).toBe('REAUTHENTICATION_REQUIRED');
    expect(await active(id)).toBe(true);
  });

  test('is 404 where people cannot delete their account, but links sent before still work', async () => {
    const { token, id } = await leaving();
    const off = await startService({
      database: service.database,
      clock: service.clock,
      env: { ACCOUNT_DELETION_GRACE_DAYS: 'off' },
    });
    const other = await newUser(off);
    expect((await leave(other.client)).status).toBe(404);
    expect((await cancel(token, off)).status).toBe(200);
    expect(await active(id)).toBe(true);
  });

  test('with no grace period is due at once', async () => {
    const strict = await startService({
      database: service.database,
      clock: service.clock,
      env: { ACCOUNT_DELETION_GRACE_DAYS: '0' },
    });
    const { client, id } = await newUser(strict);
    const { deletion } = (await leave(client)).body;
    expect(deletion.scheduledFor).toBe(deletion.requestedAt);
    await eraseDue(strict.deps);
    expect(await exists(id)).toBe(false);
  });
});

describe('canceling', () => {
  test('works once, until the account is due', async () => {
    const { email, token, id } = await leaving();
    expect((await cancel(token)).status).toBe(200);
    expect(await active(id)).toBe(true);
    expect((await login(email)).status).toBe(200);
    expect((await cancel(token)).body.error.code).toBe('TOKEN_INVALID');
    expect((await service.audit(email)).map(({ action }) => action)).toContain('AUTH_DELETION_CANCELLED');
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    expect(await exists(id)).toBe(true);
  });

  test('is too late once the account is due', async () => {
    const { token, id } = await leaving();
    service.clock.advance({ days: 14 });
    expect((await cancel(token)).body.error.code).toBe('TOKEN_INVALID');
    expect((await cancel('nonsense')).body.error.code).toBe('TOKEN_INVALID');
    expect(await active(id)).toBe(false);
  });

  test("leaves an account inactive that an ADMIN deactivated meanwhile, and an ADMIN's activation cancels", async () => {
    const [one, other] = [await leaving(), await leaving()];
    const boss = await clientFor(service, admin.id);
    expect((await boss.post(`/api/users/${one.id}/deactivate`)).status).toBe(200);
    expect((await cancel(one.token)).status).toBe(200);
    expect(await active(one.id)).toBe(false);
    expect((await boss.post(`/api/users/${other.id}/activate`)).status).toBe(200);
    expect(await active(other.id)).toBe(true);
    expect((await cancel(other.token)).body.error.code).toBe('TOKEN_INVALID');
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    expect([await exists(one.id), await exists(other.id)]).toEqual([true, true]);
  });

  test('comes with an undone email change, which the deletion waits for', async () => {
    const { email, client, id } = await newVerified(service);
    await moveTo(service, client, `thief-${email}`);
    const [undo] = (await service.mails(email)).filter(({ text }) => text.includes('/undo-email-change'));
    const quick = await startService({
      database: service.database,
      clock: service.clock,
      env: { ACCOUNT_DELETION_GRACE_DAYS: '1' },
    });
    const thief = await clientFor(quick, id);
    const { deletion } = (await leave(thief)).body;
    expect(Date.parse(deletion.scheduledFor) - Date.parse(deletion.requestedAt)).toBeGreaterThan(2 * day);
    // The former address can keep the account, too.
    const mailed = (await quick.mails(email)).filter(({ text }) => text.includes('/cancel-deletion'));
    expect(mailed).toHaveLength(1);
    service.clock.advance({ days: 2 });
    await eraseDue(service.deps);
    expect(await exists(id)).toBe(true);
    const token = /undo-email-change\?token=(\S+)/.exec(undo?.text ?? '')?.[1];
    expect((await service.client().post('/api/auth/undo-email-change', { token })).status).toBe(200);
    expect(await active(id)).toBe(true);
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    expect(await exists(id)).toBe(true);
  });
});

describe('races', () => {
  test('a sign-in during the request leaves no session behind', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, client, id } = await newUser(service);
      const [answer, ...logins] = await Promise.all([leave(client), login(email), login(email)]);
      expect(answer?.status).toBe(200);
      for (const { status } of logins) expect([200, 401]).toContain(status);
      expect(await sessionRows(service, id)).toHaveLength(0);
    }
  });

  test('of cancel and erasure on two nodes, exactly one wins', async () => {
    const node = await startService({ database: service.database });
    for (let round = 0; round < 4; round++) {
      const { token, id } = await leaving();
      // The other node's clock is ahead: for it, the account is due.
      node.clock.advance({ ms: service.clock.now().getTime() + 15 * day - node.clock.now().getTime() });
      const [canceled] = await Promise.all([cancel(token), eraseDue(node.deps)]);
      expect(await exists(id)).toBe(canceled.status === 200);
    }
  });

  test('an erasure that waits for the account leaves it if it is kept meanwhile', async () => {
    const { id } = await leaving();
    service.clock.advance({ days: 15 });
    const keep = async (tx: Db) => {
      await tx`UPDATE users SET is_active = true WHERE id = ${id}`;
      await tx`DELETE FROM account_deletions WHERE user_id = ${id}`;
    };
    await during(service, keep, () => eraseDue(service.deps));
    expect(await exists(id)).toBe(true);
  });
});

describe('the organization of a person who is erased', () => {
  test('goes if it has no other member', async () => {
    const { organizationId } = await leaving();
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    expect(await service.sql`SELECT 1 FROM organizations WHERE id = ${organizationId}`).toHaveLength(0);
  });

  test('gets the first of those who joined meanwhile as its OWNER', async () => {
    const { owner, id } = await newOrganization(service);
    const joiner = await newLoner(service);
    const invited = await owner.client.post('/api/organizations/current/invites', { email: joiner.email });
    expect((await leave(owner.client)).status).toBe(200);
    const accepted = await joiner.client.post(`/api/invites/${invited.body.invite.token}/accept`);
    expect(accepted.status).toBe(200);
    service.clock.advance({ days: 15 });
    await eraseDue(service.deps);
    const current = await (await clientFor(service, joiner.id)).get('/api/organizations/current');
    expect(current.body.organization).toMatchObject({ id, role: 'OWNER' });
  });
});

test('the trail stays intact through all of this', async () => {
  const { faults } = await verifyTrail(service.deps, {});
  expect(faults).toEqual([]);
});
