import type { Answer, Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  clientFor,
  moveTo,
  newStaff,
  newUser,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { takePassword } from '@latchkey/server/testing/standing';
import { takeTurnsOf } from '@latchkey/server/testing/turns';
import {
  type Enrolled,
  enroll,
  failures,
  newEnrolled,
  nextCode,
  proofFailures,
  startLogin,
  startLogins,
  wrongCode,
} from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';
import { unlockUserByEmail } from '../../features/users/status.ts';
import { sweep } from '../../runtime/upkeep.ts';
import { atCommandLine } from '../caller/caller.ts';
import { moveAttempts } from './attempt-store.ts';

const service = started(() => startService({ connections: 10 }));

const wrongPassword = 'Wrong-Horse-7';
let fresh = 0;
const newAddress = () => `moved-${++fresh}@example.com`;
const newPassword = () => `Brand-New-${++fresh}`;

const login = (email: string, given = password) =>
  service.client().post('/api/auth/login', { email, password: given });
const fail = (email: string) => login(email, wrongPassword);
const move = async (client: Client, email = newAddress()) => {
  expect((await moveTo(service, client, email)).status).toBe(200);
  return email;
};
const changePassword = (client: Client, currentPassword: string, to = newPassword()) =>
  client.post('/api/users/profile', { password: to, currentPassword });
const disable = (client: Client, code: string) => client.post('/api/auth/2fa/disable', { code });
const renewCodes = (client: Client, code: string) => client.post('/api/auth/2fa/backup-codes', { code });
const unlockByLink = async (email: string) => {
  await service.client().post('/api/auth/request-unlock', { email });
  const token = await service.mailedToken(email);
  expect((await service.client().post('/api/auth/verify-unlock', { token })).status).toBe(200);
};
const wrongCodeOf = ({ secret }: { secret: string }) => wrongCode(secret, service.clock.now());

/** The statuses of that many attempts, one after the other. */
async function statuses(times: number, attempt: (nth: number) => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let nth = 1; nth <= times; nth++) seen.push((await attempt(nth)).status);
  return seen;
}
const fiveThen423 = (times: number) => Array.from({ length: times }, (_, at) => (at < 4 ? 401 : 423));

const locksOf = async (email: string) =>
  (await service.audit(email)).filter(({ action }) => action === 'SECURITY_ACCOUNT_LOCKED');

describe('changing the email address', () => {
  test('carries a login lock over to the new address', async () => {
    const { client, email } = await newUser(service);
    await statuses(5, () => fail(email));
    const moved = await move(client);
    const refused = await login(moved);
    expect(refused.status).toBe(423);
    expect(refused.body.error.details.retryAfterSeconds).toBeGreaterThan(880);
    await move(client, email);
    expect((await login(email)).status).toBe(423);
  });

  test('carries over a count below the limit, no matter who changes the address', async () => {
    const { client, email, id } = await newUser(service);
    await statuses(2, () => fail(email));
    const moved = await move(client);
    expect(await statuses(2, () => fail(moved))).toEqual([401, 401]);
    const admin = await newStaff(service, 'ADMIN');
    const byAdmin = newAddress();
    expect((await admin.client.put(`/api/users/${id}`, { email: byAdmin })).status).toBe(200);
    expect((await fail(byAdmin)).status).toBe(423);
    expect((await service.mails(byAdmin)).at(-1)?.subject).toBe('Your account is locked');
  });

  test('leaves no count behind at the old address', async () => {
    const { client, email } = await newUser(service);
    await statuses(4, () => fail(email));
    await move(client);
    expect(await statuses(5, () => fail(email))).toEqual(fiveThen423(5));
  });

  test('keeps the larger count if both addresses have one', async () => {
    for (const [atOld, atNew] of [
      [3, 1],
      [1, 3],
    ] as const) {
      const { client, email } = await newUser(service);
      const target = newAddress();
      await statuses(atOld, () => fail(email));
      await statuses(atNew, () => fail(target));
      await move(client, target);
      expect(await statuses(2, () => fail(target))).toEqual([401, 423]);
    }
  });

  test('keeps the later lock if both addresses are locked', async () => {
    for (const laterAtNew of [true, false]) {
      const { client, email } = await newUser(service);
      const target = newAddress();
      await statuses(5, () => fail(laterAtNew ? email : target));
      service.clock.advance({ minutes: 10 });
      await statuses(5, () => fail(laterAtNew ? target : email));
      await move(client, target);
      service.clock.advance({ minutes: 14 });
      expect((await login(target)).status).toBe(423);
      service.clock.advance({ minutes: 1, seconds: 1 });
      expect((await login(target)).status).toBe(200);
    }
  });

  test('keeps the count if the new address has an expired lock', async () => {
    const { client, email } = await newUser(service);
    const target = newAddress();
    await statuses(5, () => fail(target));
    service.clock.advance({ minutes: 16 });
    await statuses(4, () => fail(email));
    await move(client, target);
    expect((await fail(target)).status).toBe(423);
  });

  test('counts five guesses in progress at the new address, and evaluates no sixth', async () => {
    const { client, id, email, secret } = await newEnrolled(service);
    const logins = await startLogins(service, id, 10);
    const guess = (nth: number) => logins[nth]?.validate(wrongCodeOf({ secret })) as Promise<Answer>;
    const answers: Promise<Answer>[] = [];
    let moved = '';
    await service.sql.begin(async (tx) => {
      // Code checks wait here.
      await tx`LOCK TABLE backup_codes`;
      for (let nth = 0; nth < 5; nth++) answers.push(guess(nth));
      const underWay = async () =>
        (
          await service.sql`SELECT 1 FROM attempts WHERE pending = 5 AND subject = sha256(convert_to(${email}, 'UTF8'))`
        ).length;
      while (!(await underWay()));
      moved = await move(client);
      for (let nth = 5; nth < 10; nth++) answers.push(guess(nth));
    });
    const seen = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(seen).toEqual([...Array(4).fill(401), ...Array(6).fill(423)]);
    expect([await failures(service, email), await failures(service, moved)]).toEqual([0, 5]);
    const looked = (await service.audit()).filter(
      ({ userId, metadata }) => userId === id && metadata.reason === 'wrong_code',
    );
    expect(looked).toHaveLength(5);
  });

  test('counts a guess that arrives during the change at the new address', async () => {
    const { id, email } = await newUser(service);
    await fail(email);
    const moved = newAddress();
    const answer = await during(
      service,
      async (tx) => {
        await tx`UPDATE users SET email = ${moved} WHERE id = ${id}`;
        await moveAttempts(tx, email, moved, service.clock.now());
      },
      () => fail(email),
    );
    expect(answer.status).toBe(401);
    expect([await failures(service, email), await failures(service, moved)]).toEqual([0, 2]);
    expect(await service.sql`SELECT 1 FROM attempts WHERE pending > 0`).toHaveLength(0);
  });
});

describe('a stolen session', () => {
  test('gets 423 from the fifth of 16 wrong passwords on, even if it keeps changing the email', async () => {
    const { client } = await newUser(service);
    const seen = await statuses(16, async (nth) => {
      if (nth % 4 === 1) await move(client);
      return changePassword(client, wrongPassword);
    });
    expect(seen).toEqual(fiveThen423(16));
    expect((await changePassword(client, password)).status).toBe(423);
  });

  test('gets 423 from the fifth of 24 wrong codes on, even if it keeps changing the email', async () => {
    const { client, secret } = await newEnrolled(service);
    const seen = await statuses(24, async (nth) => {
      if (nth % 4 === 1) await move(client);
      return disable(client, wrongCodeOf({ secret }));
    });
    expect(seen).toEqual(fiveThen423(24));
    expect((await disable(client, nextCode(service, secret))).status).toBe(423);
  });

  test('gets only five guesses in total by switching between passwords and both uses of a code', async () => {
    const { client, secret } = await newEnrolled(service);
    const kinds = [
      () => changePassword(client, wrongPassword),
      () => disable(client, wrongCodeOf({ secret })),
      () => renewCodes(client, wrongCodeOf({ secret })),
    ];
    const seen = await statuses(12, (nth) => kinds[nth % 3]?.() as Promise<Answer>);
    expect(seen).toEqual(fiveThen423(12));
  });

  test('gets only five guesses in total from parallel attempts of every kind', async () => {
    const { client, id, secret } = await newEnrolled(service);
    const code = wrongCodeOf({ secret });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        nth % 3 === 0
          ? changePassword(client, wrongPassword)
          : nth % 3 === 1
            ? disable(client, code)
            : renewCodes(client, code),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(fiveThen423(30));
    expect(await proofFailures(service, id)).toBe(5);
  });

  test('gets no more guesses from an unlock link sent to its own mailbox', async () => {
    const { client, id, secret } = await newEnrolled(service);
    const mailbox = await move(client);
    const guess = () => disable(client, wrongCodeOf({ secret }));
    expect(await statuses(5, guess)).toEqual(fiveThen423(5));
    await statuses(5, () => fail(mailbox));
    await unlockByLink(mailbox);
    expect(await statuses(3, guess)).toEqual([423, 423, 423]);
    expect(await proofFailures(service, id)).toBe(5);
  });

  test("can't reset a count of four failed guesses with an unlock link", async () => {
    const { client, secret } = await newEnrolled(service);
    const mailbox = await move(client);
    expect(await statuses(4, () => disable(client, wrongCodeOf({ secret })))).toEqual([401, 401, 401, 401]);
    await statuses(5, () => fail(mailbox));
    await unlockByLink(mailbox);
    expect((await disable(client, wrongCodeOf({ secret }))).status).toBe(423);
  });

  test("that knows the password can't use it to reset the count of code guesses", async () => {
    const { client, secret } = await newEnrolled(service);
    expect(await statuses(4, () => disable(client, wrongCodeOf({ secret })))).toEqual([401, 401, 401, 401]);
    expect((await changePassword(client, password)).status).toBe(200);
    expect((await disable(client, wrongCodeOf({ secret }))).status).toBe(423);
  });

  test("can't reset the count of password guesses with two-factor it turned on itself", async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    const { secret } = await enroll(service, client);
    expect(await statuses(4, () => changePassword(client, wrongPassword))).toEqual([401, 401, 401, 401]);
    expect((await renewCodes(client, nextCode(service, secret))).status).toBe(200);
    expect((await changePassword(client, wrongPassword)).status).toBe(423);
  });

  test("of an ADMIN can't reset the count by unlocking the account", async () => {
    const { client, id } = await newStaff(service, 'ADMIN');
    expect(await statuses(4, () => changePassword(client, wrongPassword))).toEqual([401, 401, 401, 401]);
    expect((await client.post(`/api/users/${id}/unlock`)).status).toBe(200);
    expect((await changePassword(client, wrongPassword)).status).toBe(423);
  });

  test('that guesses is recorded, and the owner is alerted once', async () => {
    const { client, email, id } = await newUser(service);
    await statuses(7, () => changePassword(client, wrongPassword));
    expect(await locksOf(email)).toMatchObject([
      { userId: id, metadata: { scope: 'session', failedAttempts: 5, lockedUntil: expect.any(String) } },
    ]);
    const refusals = (await service.audit(email)).filter(({ action }) => action === 'AUTH_LOGIN_FAILURE');
    expect(refusals.map(({ metadata }) => metadata)).toEqual([
      ...Array(5).fill({ during: 'password_change', reason: 'wrong_current_password' }),
      ...Array(2).fill({ during: 'password_change', reason: 'locked' }),
    ]);
    const mails = (await service.mails(email)).filter(({ subject }) => subject.startsWith('Security alert'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/^http:\/\/latchkey\.test\/forgot-password$/m);
    const rows = await service.sql`SELECT type FROM emails WHERE to_address = ${email} ORDER BY id`;
    expect(rows.map(({ type }) => type)).toEqual(['verification', 'security_alert']);
  });

  test('may try again after 15 minutes, not a second sooner, and the expiry is recorded', async () => {
    const { client, email } = await newUser(service);
    await service.clock.hold(async () => {
      const fifth = (
        await Promise.all(Array.from({ length: 5 }, () => changePassword(client, wrongPassword)))
      )
        .filter(({ status }) => status === 423)
        .map(({ headers }) => headers.get('retry-after'));
      expect(fifth).toEqual(['900']);
      service.clock.advance({ minutes: 15, seconds: -1 });
      expect((await changePassword(client, password)).status).toBe(423);
      service.clock.advance({ seconds: 1 });
      expect((await changePassword(client, password)).status).toBe(200);
    });
    const unlocked = (await service.audit(email)).find(
      ({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED',
    );
    expect(unlocked?.metadata).toEqual({ reason: 'expired', scope: 'session' });
  });
});

describe('proofs inside a session and logins are counted separately', () => {
  test("a stranger's five failed logins don't stop the signed-in owner from changing the password", async () => {
    const { client, email } = await newUser(service);
    expect(await statuses(5, () => fail(email))).toEqual(fiveThen423(5));
    expect((await changePassword(client, password)).status).toBe(200);
  });

  test("a stranger's failed logins don't stop the owner from renewing backup codes or disabling two-factor", async () => {
    const { client, email, secret } = await newEnrolled(service);
    await statuses(5, () => fail(email));
    expect((await renewCodes(client, nextCode(service, secret))).status).toBe(200);
    expect((await disable(client, nextCode(service, secret))).status).toBe(200);
    expect((await login(email)).status).toBe(423);
  });

  test("failures inside a session do not lock the owner's login, and an ADMIN sees no lock", async () => {
    const { client, email, id } = await newUser(service);
    await statuses(6, () => changePassword(client, wrongPassword));
    expect((await login(email)).status).toBe(200);
    const admin = await newStaff(service, 'ADMIN');
    expect((await admin.client.get(`/api/users/${id}`)).body.user.lockedUntil).toBeNull();
    expect((await changePassword(client, password)).status).toBe(423);
  });

  test("failures inside a session do not block the second step of the owner's login", async () => {
    const { client, email, secret } = await newEnrolled(service);
    await statuses(6, () => disable(client, wrongCodeOf({ secret })));
    expect((await (await startLogin(service, email)).validate(nextCode(service, secret))).status).toBe(200);
  });
});

describe('a proof inside a session', () => {
  test('clears the count if it is the correct password and there is no second factor', async () => {
    const { client } = await newUser(service);
    const current = newPassword();
    expect(await statuses(4, () => changePassword(client, wrongPassword))).toEqual([401, 401, 401, 401]);
    expect((await changePassword(client, password, current)).status).toBe(200);
    expect(await statuses(5, () => changePassword(client, wrongPassword))).toEqual(fiveThen423(5));
  });

  test('clears the count, failed passwords included, if it is a correct two-factor code', async () => {
    const { client, secret } = await newEnrolled(service);
    await statuses(4, () => changePassword(client, wrongPassword));
    expect((await renewCodes(client, nextCode(service, secret))).status).toBe(200);
    expect(await statuses(5, () => changePassword(client, wrongPassword))).toEqual(fiveThen423(5));
  });

  test('that is correct is never refused because of others in parallel, and releases its slot', async () => {
    const { client, id } = await newUser(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => changePassword(client, password, password)),
    );
    expect(new Set(answers.map(({ body }) => body.error.code))).toEqual(new Set(['PASSWORD_REUSED']));
    const [row] = await service.sql`
      SELECT failures, pending FROM attempts WHERE subject = uuid_send(${id}::uuid)`;
    expect(row).toEqual({ failures: 0, pending: 0 });
  });

  test('that is correct but fails for another reason releases its slot', async () => {
    const { client } = await newUser(service);
    await newUser(service, { username: 'taken-by-now' });
    const both = () =>
      client.post('/api/users/profile', {
        password: newPassword(),
        currentPassword: password,
        username: 'taken-by-now',
      });
    for (let attempt = 1; attempt <= 6; attempt++)
      expect((await both()).body.error.code).toBe('USERNAME_TAKEN');
    expect((await changePassword(client, password)).status).toBe(200);
  });

  test("that is refused as OVERLOADED before it is checked doesn't count as a failure", async () => {
    const { id } = await newUser(service);
    const { database, clock } = service;
    const busy = await startService({ database, clock, maxWaitMs: -1 });
    const client = await clientFor(busy, id);
    takeTurnsOf(busy, client.ipAddress);
    for (let attempt = 1; attempt <= 6; attempt++)
      expect((await changePassword(client, wrongPassword)).body.error.code).toBe('OVERLOADED');
    await busy.close();
    expect(await proofFailures(service, id)).toBe(0);
    expect((await changePassword(await clientFor(service, id), password)).status).toBe(200);
  });
});

describe('both locks are lifted', () => {
  const ways: Record<string, (user: Enrolled) => Promise<unknown>> = {
    async 'by an ADMIN'({ id }) {
      const admin = await newStaff(service, 'ADMIN');
      expect((await admin.client.post(`/api/users/${id}/unlock`)).status).toBe(200);
    },
    'from the command line': ({ email }) => unlockUserByEmail(atCommandLine(service.deps), email),
    async 'by a password reset'({ email }) {
      await service.client().post('/api/auth/forgot-password', { email });
      const token = await service.mailedToken(email);
      const reset = { token, password: 'Another-Horse-8' };
      expect((await service.client().post('/api/auth/reset-password', reset)).status).toBe(200);
    },
  };

  test.each(Object.keys(ways))('%s', async (way) => {
    const user = await newEnrolled(service);
    // A reset on an unproven address would end two-factor.
    await service.sql`UPDATE users SET email_verified_at = created_at WHERE id = ${user.id}`;
    await statuses(5, () => fail(user.email));
    await statuses(5, () => disable(user.client, wrongCodeOf(user)));
    await ways[way]?.(user);
    expect((await fail(user.email)).status).toBe(401);
    const client = await clientFor(service, user.id);
    expect((await disable(client, wrongCodeOf(user))).status).toBe(401);
    const ended = (await service.audit()).filter(
      ({ action, userId, metadata }) =>
        action === 'SECURITY_ACCOUNT_UNLOCKED' && [userId, metadata.targetUserId].includes(user.id),
    );
    expect(ended.map(({ metadata }) => metadata.scope)).toEqual([undefined, 'session']);
  });
});

test('the emailed link lifts only the lock on the address, and that is recorded', async () => {
  const user = await newEnrolled(service);
  await statuses(5, () => fail(user.email));
  await statuses(5, () => disable(user.client, wrongCodeOf(user)));
  await unlockByLink(user.email);
  expect((await fail(user.email)).status).toBe(401);
  expect((await disable(user.client, wrongCodeOf(user))).status).toBe(423);
  const ended = (await service.audit(user.email)).filter(
    ({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED',
  );
  expect(ended.map(({ metadata }) => metadata)).toEqual([{ reason: 'link' }]);
});

describe('failure counts expire after a day, the same for known and unknown addresses', () => {
  type Step = { fails: number } | { hours: number } | 'sweep';
  /** All a stranger sees of one address: the answers to these steps, minus what differs between any two requests. */
  async function observe(email: string, steps: Step[]) {
    const seen: unknown[] = [];
    for (const step of steps) {
      if (step === 'sweep') await sweep(service.sql, service.clock.now());
      else if ('hours' in step) service.clock.advance(step);
      else
        for (let nth = 0; nth < step.fails; nth++) {
          const { status, body, headers } = await fail(email);
          const { requestId: _id, timestamp: _at, details, ...error } = body.error;
          const { lockedUntil: _until, ...rest } = details;
          seen.push({ status, error, details: rest, retryAfter: headers.get('retry-after') });
        }
    }
    return seen as { status: number }[];
  }

  test.each<[string, Step[], number[]]>([
    [
      'the count is kept 23 hours after the last failure',
      [{ fails: 4 }, { hours: 23 }, { fails: 1 }],
      fiveThen423(5),
    ],
    [
      'the count is kept 23 hours after the last failure, even after a sweep',
      [{ fails: 4 }, { hours: 23 }, 'sweep', { fails: 1 }],
      fiveThen423(5),
    ],
    [
      'the count starts over after a day without a failure',
      [{ fails: 4 }, { hours: 24 }, { fails: 5 }],
      [401, 401, 401, 401, ...fiveThen423(5)],
    ],
    [
      'the count starts over after a day and a sweep, and the next sweep keeps the new count',
      [{ fails: 4 }, { hours: 25 }, 'sweep', { fails: 4 }, 'sweep', { fails: 1 }],
      [401, 401, 401, 401, ...fiveThen423(5)],
    ],
    [
      'the day is counted from the last failure, not the first',
      [{ fails: 2 }, { hours: 20 }, 'sweep', { fails: 2 }, { hours: 20 }, 'sweep', { fails: 1 }],
      fiveThen423(5),
    ],
    [
      'a lock that expired long ago is forgotten',
      [{ fails: 5 }, { hours: 30 }, 'sweep', { fails: 5 }],
      [...fiveThen423(5), ...fiveThen423(5)],
    ],
  ])('%s', async (_what, steps, expected) => {
    const { email } = await newUser(service);
    const social = await newUser(service);
    await takePassword(service, social.id);
    await service.clock.hold(async () => {
      const unknown = await observe(newAddress(), steps);
      expect(unknown.map(({ status }) => status)).toEqual(expected);
      expect(await observe(email, steps)).toEqual(unknown);
      expect(await observe(social.email, steps)).toEqual(unknown);
    });
  });

  test('the count of proofs inside a session starts over after a day', async () => {
    const { id } = await newUser(service);
    const guess = async () => changePassword(await clientFor(service, id), wrongPassword);
    await statuses(4, guess);
    service.clock.advance({ hours: 24 });
    expect(await statuses(5, guess)).toEqual(fiveThen423(5));
  });
});
