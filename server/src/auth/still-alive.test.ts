import { createHash } from 'node:crypto';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { enroll } from '@latchkey/server/testing/two-factor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Browser = ReturnType<TestService['client']>;

/** A remembered owner, and a thief with a copy of the cookie, already used or saved for later. */
async function stolenCookie(used: boolean) {
  const { email } = await newUser(service);
  const owner = service.client();
  await owner.post('/api/auth/login', { email, password, rememberMe: true });
  const thief = service.client();
  thief.cookies.set('remember_me', owner.cookies.get('remember_me') ?? '');
  if (used) expect((await thief.get('/api/auth/me')).status).toBe(200);
  thief.cookies.delete('latchkey_session');
  return { owner, thief };
}

const endings: [string, (owner: Browser) => Promise<unknown>][] = [
  [
    'the password is changed',
    (owner) => owner.post('/api/users/profile', { currentPassword: password, password: 'Changed-Horse-8' }),
  ],
  ['two-factor is turned on', (owner) => enroll(service, owner)],
  ['all other sessions are signed out', (owner) => owner.delete('/api/auth/sessions')],
];

describe.each(endings)('after %s', (_what, end) => {
  test.each([
    ['that a thief has already used', true],
    ['that a thief has saved for later', false],
  ])('a copy of the remember_me cookie %s is refused, and the owner stays signed in', async (_copy, used) => {
    const { owner, thief } = await stolenCookie(used);
    await end(owner);
    expect((await thief.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get('/api/auth/me')).status).toBe(200);
  });
});

test('after an unverified address is restored, a password reset revokes API keys created before', async () => {
  const { client, email, id } = await newUser(service);
  const { key } = (await client.post('/api/keys', { name: 'early', permission: 'READ_WRITE' })).body;
  await client.post('/api/users/profile', { email: `moved-${email}` });
  const undo = await service.mailedToken(email);
  expect((await service.client().post('/api/auth/undo-email-change', { token: undo })).status).toBe(200);
  const reset = await service.mailedToken(email);
  const answer = await service
    .client()
    .post('/api/auth/reset-password', { token: reset, password: 'Owners-Horse-9' });
  expect(answer.status).toBe(200);
  const holder = service.client();
  holder.bearer = key;
  expect((await holder.get('/api/auth/me')).status).toBe(401);
  const reclaimed = (await service.audit(email)).filter(
    ({ action }) => action === 'SECURITY_ACCOUNT_RECLAIMED',
  );
  expect(reclaimed).toMatchObject([{ userId: id, metadata: { apiKeysRevoked: 1 } }]);
});

test('logins past the hundredth in line are refused at once, and the others get their turn', async () => {
  const email = 'crowded@example.com';
  const subject = createHash('sha256').update(email).digest();
  const now = service.clock.now();
  await service.sql`
    INSERT INTO attempts (subject, pending, pending_at) VALUES (${subject}, 5, ${now})`;
  const guess = () => service.client().post('/api/auth/login', { email, password });
  // More than may wait: those past the hundredth are answered first.
  const waiting = Array.from({ length: 120 }, guess);
  const told = await Promise.race(waiting);
  expect(told.body.error.code).toBe('OVERLOADED');
  // On its own connection: the waiting requests keep asking, which keeps the pool busy.
  await service.database.connect()`UPDATE attempts SET pending = 0 WHERE subject = ${subject}`;
  const answers = await Promise.all(waiting);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => [401, 423, 503].includes(status))).toBe(true);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
});
