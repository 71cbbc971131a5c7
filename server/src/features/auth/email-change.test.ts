import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  newStaff,
  newUser,
  newVerified,
  password,
  startService,
  type TestService,
  verifyMailed,
} from '@latchkey/server/testing/service';
import { accountsAt, deactivate, giveSystemRole } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const other = started(() => startService({ database: service.database, clock: service.clock }));

type Person = Awaited<ReturnType<typeof newUser>>;
const post = (path: string, body: Record<string, unknown>, at = service) =>
  at.client().post(`/api/auth/${path}`, body);
const login = (email: string, given = password) => post('login', { email, password: given });
const request = ({ client }: Pick<Person, 'client'>, email: string) =>
  client.post('/api/users/profile', { email });
const undo = (token: string, at = service) => post('undo-email-change', { token }, at);
const me = async ({ client }: Pick<Person, 'client'>) => (await client.get('/api/auth/me')).body;
const subjects = async (email: string) => (await service.mails(email)).map(({ subject }) => subject);
const actions = async (id: string) =>
  (await service.audit()).filter(({ userId }) => userId === id).map(({ action }) => action);
const inUse = 'Someone tried to use your email address';
const next = ({ email }: Pick<Person, 'email'>) => `next-${email}`;

async function reset(email: string, given = 'Brand-New-1') {
  await post('forgot-password', { email });
  return post('reset-password', { token: await service.mailedToken(email), password: given });
}

describe('a requested address', () => {
  test('is pending: the account keeps its own until the new one is verified', async () => {
    const person = await newVerified(service);
    const answer = await request(person, next(person));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { email: person.email, emailVerified: true },
      pendingEmail: next(person),
    });
    expect(await me(person)).toMatchObject({ user: { email: person.email }, pendingEmail: next(person) });
    const profile = await person.client.get('/api/users/profile');
    expect(profile.body).toMatchObject({ user: { email: person.email }, pendingEmail: next(person) });
    expect((await login(next(person))).status).toBe(401);
    expect((await login(person.email)).status).toBe(200);
    expect(await actions(person.id)).not.toContain('SECURITY_EMAIL_CHANGED');
    expect((await subjects(person.email)).at(-1)).toBe('Your email address is about to change');
    expect(await subjects(next(person))).toEqual(['Confirm your email address']);
  });

  test('moves the account once verified, with its failed attempts; sessions stay', async () => {
    const person = await newVerified(service);
    for (let nth = 0; nth < 4; nth++) await login(person.email, 'Wrong-Horse-7');
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    const moved = await person.client.post('/api/auth/verify-email', { token });
    expect(moved.body.user).toMatchObject({ email: next(person), emailVerified: true });
    expect(await me(person)).toMatchObject({ user: { email: next(person) }, pendingEmail: null });
    const entry = (await service.audit()).findLast(({ action }) => action === 'SECURITY_EMAIL_CHANGED');
    expect(entry).toMatchObject({
      userId: person.id,
      metadata: { from: person.email, to: next(person) },
    });
    expect((await login(next(person), 'Wrong-Horse-7')).status).toBe(423);
  });

  test('is also pending when asked for by PUT', async () => {
    const person = await newVerified(service);
    const answer = await person.client.put(`/api/users/${person.id}`, { email: next(person) });
    expect(answer.body).toMatchObject({ user: { email: person.email }, pendingEmail: next(person) });
  });

  test('is no longer pending after 24 hours, and its links no longer work', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const [token, link] = [await service.mailedToken(next(person)), await service.mailedToken(person.email)];
    service.clock.advance({ hours: 24, seconds: 1 });
    const again = service.client();
    await again.post('/api/auth/login', { email: person.email, password });
    expect((await again.get('/api/auth/me')).body.pendingEmail).toBeNull();
    expect((await again.post('/api/auth/verify-email', { token })).body.error.code).toBe('TOKEN_INVALID');
    expect((await undo(link)).body.error.code).toBe('TOKEN_INVALID');
  });

  test.each<[string, (person: Person) => Promise<{ status: number }>]>([
    ['setting the current address', (person) => request(person, person.email)],
    ['ending all other sessions', ({ client }) => client.delete('/api/auth/sessions')],
    [
      'a password change',
      ({ client }) =>
        client.post('/api/users/profile', { password: 'Brand-New-1', currentPassword: password }),
    ],
    ['a password reset', ({ email }) => reset(email)],
    // Otherwise, someone who knows only the password could still verify it.
    ['turning on two-factor', ({ client }) => enroll(service, client).then(() => client.get('/api/auth/me'))],
  ])('is canceled by %s', async (_what, cancel) => {
    const person = await newVerified(service);
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    expect((await cancel(person)).status).toBe(200);
    for (const given of [password, 'Brand-New-1']) await post('verify-email', { token, password: given });
    const [row] = await service.sql`SELECT email, pending_email FROM users WHERE id = ${person.id}`;
    expect(row).toEqual({ email: person.email, pendingEmail: null });
  });

  test('is replaced by another request, whose undo link is then the one that cancels', async () => {
    const person = await newVerified(service);
    await request(person, `first-${person.email}`);
    const first = await service.mailedToken(`first-${person.email}`);
    const firstUndo = await service.mailedToken(person.email);
    await request(person, next(person));
    expect((await post('verify-email', { token: first, password })).body.error.code).toBe('TOKEN_INVALID');
    expect((await undo(firstUndo)).status).toBe(200);
    expect((await me(person)).pendingEmail).toBe(next(person));
    expect((await undo(await service.mailedToken(person.email))).status).toBe(200);
    expect(await me(person)).toMatchObject({ user: { email: person.email }, pendingEmail: null });
  });

  test('is never mailed by resend-verification', async () => {
    const person = await newUser(service);
    await request(person, next(person));
    await post('resend-verification', { email: next(person) });
    await post('resend-verification', { email: person.email });
    expect(await subjects(next(person))).toHaveLength(1);
    // And the link to the current address leaves it pending.
    expect((await verifyMailed(service, person.email)).status).toBe(200);
    expect((await me(person)).pendingEmail).toBe(next(person));
  });

  test('is not reserved: once another user registers it, it cannot be verified, and no response says so', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    await newUser(service, { email: next(person) });
    expect((await me(person)).pendingEmail).toBe(next(person));
    const answer = await person.client.post('/api/auth/verify-email', { token });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'TOKEN_INVALID']);
    expect((await me(person)).user.email).toBe(person.email);
  });

  test('is limited to ten an hour per account, whatever the outcome; the current address never counts', async () => {
    const limited = await startService({ env: { RATE_LIMIT_EMAIL_CHANGE: '10/1h' } });
    const person = await newVerified(limited);
    const taken = await newVerified(limited);
    for (let nth = 1; nth <= 10; nth++) {
      const email = nth === 3 ? taken.email : `probe-${nth}-${person.email}`;
      expect((await request(person, email)).status).toBe(200);
      expect((await request(person, person.email)).status).toBe(200);
    }
    const eleventh = await request(person, `probe-11-${person.email}`);
    expect([eleventh.status, eleventh.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const put = await person.client.put(`/api/users/${person.id}`, { email: `put-${person.email}` });
    expect(put.status).toBe(429);
    expect((await request(person, person.email)).status).toBe(200);
    limited.clock.advance({ hours: 1 });
    expect((await request(person, next(person))).status).toBe(200);
  });
});

describe('attack: the profile as an oracle for taken addresses', () => {
  test('a taken address gets the same answer, in the same time, and can never be verified', async () => {
    const { database, clock } = service;
    const unhurried = await startService({ database, clock, unhurried: true });
    const owner = await newVerified(service);
    const prober = await newVerified(unhurried);
    const mailed = (await service.mails(owner.email)).length;
    const times = [performance.now()];
    const taken = await request(prober, owner.email);
    times.push(performance.now());
    const free = await request(prober, `free-${owner.email}`);
    times.push(performance.now());
    expect([taken.status, free.status]).toEqual([200, 200]);
    expect(taken.body.pendingEmail).toBe(owner.email);
    const shape = ({ user, message }: { user: Record<string, unknown>; message: string }) => ({
      message,
      user: { ...user, updatedAt: '' },
    });
    expect(shape(taken.body)).toEqual(shape(free.body));
    const [before = 0, between = 0, after = 0] = times;
    expect(Math.min(between - before, after - between)).toBeGreaterThan(140);
    const mails = (await service.mails(owner.email)).slice(mailed);
    expect(mails.map(({ subject }) => subject)).toEqual([inUse]);
    expect(mails[0]?.text).not.toContain(prober.email);
    expect(mails[0]?.text).not.toContain(owner.email);
    expect(mails[0]?.text).not.toMatch(/https?:/);
    expect(mails[0]?.html).not.toMatch(/href=/);
  });

  test('200 probes are refused after ten', async () => {
    const limited = await startService({ env: { RATE_LIMIT_EMAIL_CHANGE: '10/1h' } });
    const prober = await newVerified(limited);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => request(prober, `probe-${nth}@example.com`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(190);
  });
});

describe("attack: moving an account to a stranger's address", () => {
  test("gives neither user access to the other's account", async () => {
    const mover = await newVerified(service);
    const stranger = `stranger-${mover.email}`;
    await request(mover, stranger);
    const link = await service.mailedToken(mover.email);
    await post('forgot-password', { email: stranger });
    expect(await subjects(stranger)).toEqual(['Confirm your email address']);
    const registered = await newUser(service, { email: stranger, firstName: 'Ada', lastName: 'Byron' });
    expect((await undo(link)).status).toBe(200);
    expect(await me(mover)).toMatchObject({ user: { id: mover.id, email: mover.email, firstName: null } });
    expect(registered.id).not.toBe(mover.id);
    expect((await me(registered)).user).toMatchObject({ email: stranger, firstName: 'Ada' });
  });
});

describe('attack: a stolen session of a never-verified account', () => {
  test('cannot turn off two-factor with a new address and a reset, or end the undo link', async () => {
    const owner = await newUser(service);
    await enroll(service, owner.client);
    const evil = `evil-${owner.email}`;
    await request(owner, evil);
    const link = await service.mailedToken(owner.email);
    await post('forgot-password', { email: evil });
    expect(await subjects(evil)).toEqual(['Confirm your email address']);
    expect((await undo(link)).status).toBe(200);
    expect((await me(owner)).pendingEmail).toBeNull();
    expect((await login(owner.email)).body.requiresTwoFactor).toBe(true);
  });
});

describe('attack: a link without the account', () => {
  async function squatted() {
    const squatter = await newUser(service);
    const { key } = await newKey(squatter.client);
    return { ...squatter, key, token: await service.mailedToken(squatter.email) };
  }
  const refusal = { status: 401, code: 'SIGN_IN_TO_VERIFY' };
  const refusalOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => ({
    status,
    code: body.error.code,
  });
  const stillUnverified = async ({ id }: Pick<Person, 'id'>) => {
    const [row] = await service.sql`SELECT email_verified_at FROM users WHERE id = ${id}`;
    expect(row).toEqual({ emailVerifiedAt: null });
  };

  test("a click by the mailbox's owner verifies nothing, and their password reset reclaims the account", async () => {
    const squatter = await squatted();
    const click = await post('verify-email', { token: squatter.token });
    expect(refusalOf(click)).toEqual(refusal);
    expect(click.body.error.details).toEqual({ email: squatter.email });
    await stillUnverified(squatter);
    expect((await reset(squatter.email)).status).toBe(200);
    expect((await keyClient(service, squatter.key).get('/api/auth/me')).status).toBe(401);
    expect(await actions(squatter.id)).toContain('SECURITY_ACCOUNT_RECLAIMED');
  });

  test('a scanner that opens and posts the link changes nothing, and the link stays valid', async () => {
    const squatter = await squatted();
    for (const path of ['/verify-email', '/api/auth/verify-email'])
      for (const method of ['GET', 'HEAD'])
        await service.client().send(method, `${path}?token=${squatter.token}`);
    for (let nth = 0; nth < 8; nth++) await post('verify-email', { token: squatter.token });
    await stillUnverified(squatter);
    expect((await post('verify-email', { token: squatter.token, password })).status).toBe(200);
  });

  test("another account's session, an impersonator's, and a cookie without its CSRF token don't count", async () => {
    const stranger = await newUser(service);
    const { admin, target } = await startImpersonating(service);
    const token = await service.mailedToken(target.email);
    expect(refusalOf(await stranger.client.post('/api/auth/verify-email', { token }))).toEqual(refusal);
    expect(refusalOf(await admin.client.post('/api/auth/verify-email', { token }))).toEqual(refusal);
    const bare = await target.client.post('/api/auth/verify-email', { token }, { csrf: false });
    expect(refusalOf(bare)).toEqual(refusal);
    const bad = target.client.post(
      '/api/auth/verify-email',
      { token },
      { headers: { authorization: 'Bearer x' } },
    );
    expect(refusalOf(await bad)).toEqual(refusal);
    await stillUnverified(target);
    expect((await target.client.post('/api/auth/verify-email', { token })).status).toBe(200);
  });

  test("an impersonator's session doesn't count once impersonating is forbidden, even for their own link", async () => {
    const { admin, target } = await startImpersonating(service);
    await giveSystemRole(service, target.id, 'ADMIN');
    await service.sql`UPDATE users SET email_verified_at = NULL WHERE id = ${admin.id}`;
    await post('resend-verification', { email: admin.email });
    for (const { email } of [target, admin]) {
      const token = await service.mailedToken(email);
      expect(refusalOf(await admin.client.post('/api/auth/verify-email', { token }))).toEqual(refusal);
    }
    await stillUnverified(target);
    await stillUnverified(admin);
  });

  test("two cookies of different sessions don't count, in either order, whichever CSRF token is sent", async () => {
    const [person, stranger] = [await squatted(), await newUser(service)];
    const cookieOf = ({ client }: Pick<Person, 'client'>, name: string) => client.cookies.get(name) ?? '';
    for (const order of [
      [person, stranger],
      [stranger, person],
    ]) {
      const cookie = ['latchkey_session', 'csrf_token']
        .flatMap((name) => order.map((each) => `${name}=${cookieOf(each, name)}`))
        .join('; ');
      for (const each of order) {
        const headers = { cookie, 'x-csrf-token': cookieOf(each, 'csrf_token') };
        const answer = service.client().post('/api/auth/verify-email', { token: person.token }, { headers });
        expect(refusalOf(await answer)).toEqual(refusal);
      }
    }
    await stillUnverified(person);
  });

  test("an API key does not count, even with the account's cookie or password", async () => {
    const { client, token, key, ...person } = await squatted();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await client.post('/api/auth/verify-email', { token, password }, { headers });
    expect(refusalOf(answer)).toEqual({ status: 403, code: 'API_KEY_NOT_ALLOWED' });
    await stillUnverified(person);
  });

  test('a session that was ended does not count', async () => {
    const { client, token, ...person } = await squatted();
    const elsewhere = other.client();
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
    await client.post('/api/auth/logout');
    expect(refusalOf(await elsewhere.post('/api/auth/verify-email', { token }))).toEqual(refusal);
    await stillUnverified(person);
  });

  test('an access token of the account counts; an API key does not', async () => {
    const person = await squatted();
    const { token } = person;
    const key = await keyClient(service, person.key).post('/api/auth/verify-email', { token });
    expect(refusalOf(key)).toEqual({ status: 403, code: 'API_KEY_NOT_ALLOWED' });
    const app = service.client();
    app.bearer = person.tokens.accessToken;
    expect((await app.post('/api/auth/verify-email', { token })).status).toBe(200);
  });

  test('wrong passwords count toward the lock, and the link stays valid', async () => {
    const { email, token } = await squatted();
    const guess = (given: string) => post('verify-email', { token, password: given });
    for (let nth = 1; nth <= 4; nth++)
      expect(refusalOf(await guess('Wrong-Horse-7'))).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect((await guess('Wrong-Horse-7')).status).toBe(423);
    expect((await guess(password)).status).toBe(423);
    expect((await login(email)).status).toBe(423);
    service.clock.advance({ minutes: 16 });
    expect((await guess(password)).status).toBe(200);
  });

  test('a deactivated account answers as a login does', async () => {
    const person = await squatted();
    await deactivate(service, person.id);
    const answer = await post('verify-email', { token: person.token, password });
    expect(refusalOf(answer)).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' });
  });

  test('a pending address is verified by the same rule', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    const click = await post('verify-email', { token });
    expect(refusalOf(click)).toEqual(refusal);
    expect(click.body.error.details).toEqual({ email: next(person) });
    expect((await post('verify-email', { token, password })).body.user.email).toBe(next(person));
  });
});

describe('an undo', () => {
  test('before the move cancels it, and ends no session', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    expect((await undo(await service.mailedToken(person.email))).status).toBe(200);
    expect(await me(person)).toMatchObject({ user: { email: person.email }, pendingEmail: null });
    expect((await person.client.post('/api/auth/verify-email', { token })).status).toBe(400);
    expect((await subjects(person.email)).at(-1)).not.toContain('password');
  });

  test('at a never-verified address cancels before the move, and does nothing after it', async () => {
    const person = await newUser(service);
    await request(person, next(person));
    expect((await undo(await service.mailedToken(person.email))).status).toBe(200);
    expect((await me(person)).pendingEmail).toBeNull();
    await request(person, next(person));
    const link = await service.mailedToken(person.email);
    expect((await verifyMailed(service, next(person))).status).toBe(200);
    expect((await undo(link)).body.error.code).toBe('TOKEN_INVALID');
    expect((await me(person)).user.email).toBe(next(person));
  });

  test('ends a pending change from the later address as well', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const link = await service.mailedToken(person.email);
    await verifyMailed(service, next(person));
    const third = `third-${person.email}`;
    await request(person, third);
    const token = await service.mailedToken(third);
    const later = await service.mailedToken(next(person));
    expect((await undo(link)).status).toBe(200);
    expect((await post('verify-email', { token, password })).body.error.code).toBe('TOKEN_INVALID');
    expect((await undo(later)).body.error.code).toBe('TOKEN_INVALID');
    expect((await login(person.email)).body.user.email).toBe(person.email);
  });
});

describe('at the same moment, on two nodes', () => {
  const verify = (token: string, at: TestService) => post('verify-email', { token, password }, at);

  test('a link verifies once', async () => {
    const person = await newVerified(service);
    await request(person, next(person));
    const token = await service.mailedToken(next(person));
    const answers = await Promise.all([service, other, service, other].map((at) => verify(token, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('of two accounts that verify the same address, one gets it', async () => {
    for (let round = 0; round < 2; round++) {
      const [one, two] = [await newVerified(service), await newVerified(service)];
      const wanted = `wanted-${one.email}`;
      await request(one, wanted);
      const first = await service.mailedToken(wanted);
      await request(two, wanted);
      const second = await service.mailedToken(wanted);
      const answers = await Promise.all([verify(first, service), verify(second, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await accountsAt(service, wanted)).toHaveLength(1);
    }
  });

  test('a registration and a verification of one address: one gets it', async () => {
    for (let round = 0; round < 2; round++) {
      const person = await newVerified(service);
      await request(person, next(person));
      const token = await service.mailedToken(next(person));
      const registration = { email: next(person), password, organizationName: 'Rivals' };
      const [verified, registered] = await Promise.all([
        verify(token, service),
        post('register', registration, other),
      ]);
      expect([verified.status, registered.status]).toBeOneOf([
        [200, 409],
        [400, 201],
      ]);
      expect(await accountsAt(service, next(person))).toHaveLength(1);
    }
  });

  test('an undo and a verification: the account keeps its own address', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await newVerified(service);
      await request(person, next(person));
      const token = await service.mailedToken(next(person));
      const link = await service.mailedToken(person.email);
      const [verified, undone] = await Promise.all([verify(token, service), undo(link, other)]);
      expect(undone.status).toBe(200);
      expect([200, 400]).toContain(verified.status);
      const [row] = await service.sql`SELECT email, pending_email FROM users WHERE id = ${person.id}`;
      expect(row).toEqual({ email: person.email, pendingEmail: null });
    }
  });

  test('two users who ask for each other’s address get nothing, and neither request hangs', async () => {
    const [one, two] = [await newVerified(service), await newVerified(service)];
    const answers = await Promise.all([request(one, two.email), request(two, one.email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await subjects(one.email)).at(-2)).toBeOneOf([inUse, 'Your email address is about to change']);
    expect([(await me(one)).user.email, (await me(two)).user.email]).toEqual([one.email, two.email]);
  });
});

describe("an ADMIN who changes another's address", () => {
  test('moves it at once, unverified; sessions, requests and undo links end', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newVerified(service);
    await request(person, next(person));
    const pending = await service.mailedToken(next(person));
    const link = await service.mailedToken(person.email);
    const to = `given-${person.email}`;
    const answer = await admin.client.put(`/api/users/${person.id}`, { email: to });
    expect(answer.body.user).toMatchObject({ email: to, emailVerified: false });
    expect((await person.client.get('/api/auth/me')).status).toBe(401);
    expect((await post('verify-email', { token: pending, password })).body.error.code).toBe('TOKEN_INVALID');
    expect((await undo(link)).body.error.code).toBe('TOKEN_INVALID');
    const notice = (await service.mails(person.email)).at(-1);
    expect(notice?.subject).toBe('Your email address was changed');
    expect(notice?.text).not.toContain('token=');
    const entry = (await service.audit()).findLast(({ action }) => action === 'SECURITY_EMAIL_CHANGED');
    expect(entry).toMatchObject({ userId: admin.id, metadata: { targetUserId: person.id, to } });
  });

  test('is told that an address is taken', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const [one, two] = [await newVerified(service), await newVerified(service)];
    const answer = await admin.client.put(`/api/users/${one.id}`, { email: two.email });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  test("keeps the account's API keys when a password reset at the new address verifies it", async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newUser(service);
    const { key } = await newKey(person.client);
    const to = `given-${person.email}`;
    await admin.client.put(`/api/users/${person.id}`, { email: to });
    expect((await reset(to)).status).toBe(200);
    expect((await login(to, 'Brand-New-1')).body.user.emailVerified).toBe(true);
    expect((await keyClient(service, key).get('/api/auth/me')).status).toBe(200);
    expect(await actions(person.id)).not.toContain('SECURITY_ACCOUNT_RECLAIMED');
  });
});

describe('without email verification', () => {
  test('a change takes effect at once, a taken address is 409, and the old address can undo it', async () => {
    const open = await startService({ env: { ENABLE_EMAIL_VERIFICATION: 'false' } });
    const [one, two] = [await newUser(open), await newUser(open)];
    expect((await request(one, two.email)).body.error.code).toBe('EMAIL_TAKEN');
    const answer = await request(one, next(one));
    expect(answer.body).toMatchObject({
      user: { email: next(one), emailVerified: true },
      pendingEmail: null,
    });
    expect(await open.mails(next(one))).toEqual([]);
    const token = await open.mailedToken(one.email);
    expect((await post('undo-email-change', { token }, open)).status).toBe(200);
    expect((await post('login', { email: one.email, password }, open)).status).toBe(200);
  });
});

test.each([
  'ada\u200b@example.com',
  'ada@exam\u202eple.com',
  'a\u00adda@example.com',
  'ada\u2066@example.com',
  '\ufeffada@example.com',
  'ada@example.com\ufeff',
])('an address with a format or bidirectional character is refused: %j', async (email) => {
  const { client } = await newVerified(service);
  expect((await client.post('/api/users/profile', { email })).status).toBe(400);
  const registration = { email, password, organizationName: 'Invisible' };
  expect((await post('register', registration)).status).toBe(400);
});

test('an address is the same however its accents are encoded', async () => {
  await newUser(service, { email: 'z\u00fcrich@example.com' });
  const registration = { email: 'zu\u0308rich@example.com', password, organizationName: 'Twins' };
  expect((await post('register', registration)).body.error.code).toBe('EMAIL_TAKEN');
  expect((await login('ZU\u0308RICH@example.com')).status).toBe(200);
});
