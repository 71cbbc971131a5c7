import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import {
  clientFor,
  newStaff,
  newUser,
  newVerified,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { deactivate, deleteAccount, sessionRows } from '@latchkey/server/testing/standing';
import { newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const sessionsOf = async (id: string) =>
  (await admin.client.get(`/api/users/${id}/sessions`)).body.sessions as { id: string; current: boolean }[];
const lastEntry = async (action: string) =>
  (await service.audit(admin.email)).findLast((entry) => entry.action === action);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe("a user's sessions", () => {
  test('are listed as the user sees them, none of them current', async () => {
    const person = await newUser(service);
    await clientFor(service, person.id);
    const own = (await person.client.get('/api/auth/sessions')).body.sessions;
    const seen = await sessionsOf(person.id);
    expect(seen).toEqual(own.map((each: object) => ({ ...each, current: false })));
    expect(seen).toHaveLength(2);
  });

  test('end one by one, with the remembered login they came from', async () => {
    const person = await newUser(service);
    const other = service.client();
    await other.post('/api/auth/login', { email: person.email, password, rememberMe: true });
    const remembered = (await other.get('/api/auth/sessions')).body.sessions.find(
      (each: { current: boolean }) => each.current,
    );
    const answer = await admin.client.delete(`/api/users/${person.id}/sessions/${remembered.id}`);
    expect(answer.body).toEqual({ message: 'The session is ended.' });
    other.cookies.delete('latchkey_session');
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await person.client.get('/api/auth/me')).status).toBe(200);
    expect((await lastEntry('SECURITY_SESSION_REVOKED'))?.metadata).toEqual({
      targetUserId: person.id,
      targetEmail: person.email,
      sessionId: remembered.id,
    });
    expect((await lastEntry('AUTH_REMEMBER_ME_REVOKED'))?.metadata).toMatchObject({
      targetUserId: person.id,
    });
  });

  test('end all at once, with logins that await a second factor, and keys stay', async () => {
    const { id, email, client, secret } = await newEnrolled(service);
    const { key } = await newKey(client);
    const waiting = await startLogin(service, email);
    const answer = await admin.client.delete(`/api/users/${id}/sessions`);
    expect(answer.body).toEqual({ message: 'All sessions of the user are ended.' });
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await sessionRows(service, id)).toEqual([]);
    expect((await waiting.validate(nextCode(service, secret))).body.error.code).toBe('PENDING_TOKEN_INVALID');
    expect((await keyClient(service, key).get('/api/auth/me')).status).toBe(200);
    expect((await lastEntry('SECURITY_ALL_SESSIONS_REVOKED'))?.metadata).toMatchObject({
      reason: 'by_admin',
      targetUserId: id,
      sessions: 1,
    });
    // Also when there was none: the trail says that it was asked for.
    await admin.client.delete(`/api/users/${id}/sessions`);
    expect((await lastEntry('SECURITY_ALL_SESSIONS_REVOKED'))?.metadata).toMatchObject({ sessions: 0 });
  });

  test("can't be ended under another user's name, nor twice", async () => {
    const [one, other] = [await newUser(service), await newUser(service)];
    const [session] = await sessionsOf(one.id);
    const under = (id: string) => admin.client.delete(`/api/users/${id}/sessions/${session?.id}`);
    expect(codeOf(await under(other.id))).toEqual([404, 'NOT_FOUND']);
    expect((await one.client.get('/api/auth/me')).status).toBe(200);
    expect((await under(one.id)).status).toBe(200);
    expect(codeOf(await under(one.id))).toEqual([404, 'NOT_FOUND']);
  });

  test('end once by many requests at the same time', async () => {
    const person = await newUser(service);
    const [session] = await sessionsOf(person.id);
    const path = `/api/users/${person.id}/sessions/${session?.id}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.client.delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });
});

test('the ways in are listed as the export shows them, without a secret', async () => {
  const person = await newVerified(service);
  await addPasskey(person.client, new Authenticator(service));
  const path = `/api/users/${person.id}/sign-in-methods`;
  const answer = await admin.client.get(path);
  const exported = (await person.client.get('/api/users/profile/export')).body;
  expect(answer.body).toEqual({
    password: true,
    passkeys: exported.passkeys,
    providers: [],
    connections: [],
    twoFactor: exported.twoFactor,
  });
  expect(answer.body.passkeys).toHaveLength(1);
  expect(answer.body.twoFactor).toEqual({ enabled: false, backupCodesLeft: 0 });
  const { id } = await newEnrolled(service);
  const { twoFactor } = (await admin.client.get(`/api/users/${id}/sign-in-methods`)).body;
  expect(twoFactor).toEqual({ enabled: true, backupCodesLeft: 10 });
});

describe('a reset that an ADMIN sends', () => {
  const send = (id: string) => admin.client.post(`/api/users/${id}/send-reset`);

  test('goes to the mailbox alone, works for an hour, and is recorded as the ADMIN’s', async () => {
    const person = await newVerified(service);
    const answer = await send(person.id);
    expect(answer.body).toEqual({ message: 'We emailed them a link to choose a new password.' });
    const token = await service.mailedToken(person.email);
    expect(answer.text).not.toContain(token);
    expect((await lastEntry('SECURITY_PASSWORD_RESET_REQUESTED'))?.metadata).toEqual({
      targetUserId: person.id,
      targetEmail: person.email,
    });
    const next = { token, password: 'Brand-New-1' };
    expect((await service.client().post('/api/auth/reset-password', next)).status).toBe(200);
    expect((await person.client.get('/api/auth/me')).status).toBe(401);
  });

  test('says in the mail what it takes from an account whose address was never verified', async () => {
    const squatter = await newUser(service);
    await send(squatter.id);
    expect((await service.mails(squatter.email)).at(-1)?.text).toContain('never confirmed');
  });

  test('is refused for a deactivated account, and there is none for a deleted one', async () => {
    const person = await newUser(service);
    await deactivate(service, person.id);
    const before = (await service.mails(person.email)).length;
    expect(codeOf(await send(person.id))).toEqual([409, 'ACCOUNT_INACTIVE']);
    expect(await service.mails(person.email)).toHaveLength(before);
    await deleteAccount(service, person.id);
    expect(codeOf(await send(person.id))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('who may', () => {
  const acts = {
    sessions: (by: typeof admin.client, id: string) => by.get(`/api/users/${id}/sessions`),
    end: (by: typeof admin.client, id: string) => by.delete(`/api/users/${id}/sessions`),
    methods: (by: typeof admin.client, id: string) => by.get(`/api/users/${id}/sign-in-methods`),
    reset: (by: typeof admin.client, id: string) => by.post(`/api/users/${id}/send-reset`),
  };

  test.each(Object.entries(acts))('%s never reaches someone who may more', async (_, act) => {
    const { client } = await newHolder(service, ['users:write', 'users:read']);
    const person = await newLoner(service);
    expect((await act(client, person.id)).status).toBe(200);
    expect(codeOf(await act(client, admin.id))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await admin.client.get('/api/auth/me')).status).toBe(200);
  });

  test('a key that may read sees sessions and ways in, and changes nothing', async () => {
    const person = await newLoner(service);
    const { key } = await newKey(admin.client, { permission: 'READ_WRITE' });
    const program = keyClient(service, key);
    expect((await acts.sessions(program, person.id)).status).toBe(200);
    expect((await acts.methods(program, person.id)).status).toBe(200);
    expect(codeOf(await acts.end(program, person.id))).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect(codeOf(await acts.reset(program, person.id))).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await person.client.get('/api/auth/me')).status).toBe(200);
  });
});
