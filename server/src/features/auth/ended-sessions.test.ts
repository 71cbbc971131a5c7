import { createHash } from 'node:crypto';
import type { Answer } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { enroll } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);

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

test('of 120 logins, those past the hundredth in line are refused at once, and the others get their turn', async () => {
  const email = 'crowded@example.com';
  const subject = createHash('sha256').update(email).digest();
  const now = service.clock.now();
  await service.sql`
    INSERT INTO attempts (subject, pending, pending_at) VALUES (${subject}, 5, ${now})`;
  const answered: Answer[] = [];
  const waiting = Array.from({ length: 120 }, async () =>
    answered.push(await service.client().post('/api/auth/login', { email, password })),
  );
  // All slots are still taken: a request answered now did not wait for one.
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(20);
  for (const { status, body } of answered) expect([status, body.error.code]).toEqual([503, 'OVERLOADED']);
  // On its own connection: the waiting requests keep asking, which keeps the pool busy.
  await service.database.connect()`UPDATE attempts SET pending = 0 WHERE subject = ${subject}`;
  await Promise.all(waiting);
  const count = (status: number) => answered.filter((answer) => answer.status === status).length;
  // On a slow machine, some wait longer than the service lets them. The account doesn't exist: four wrong passwords,
  // and the fifth locks it.
  const refused = count(503);
  expect(refused).toBeGreaterThanOrEqual(20);
  expect({ wrong: count(401), locked: count(423) }).toEqual({ wrong: 4, locked: 116 - refused });
});
