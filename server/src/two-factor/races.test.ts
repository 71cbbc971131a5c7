import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../testing/service.ts';
import { actions, failures, newEnrolled, nextCode, startLogin, startLogins } from './testing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const rounds = 20;
const parallel = 30;
const count = (all: string[], one: string) => all.filter((action) => action === one).length;
const sessionsOf = async (id: string) =>
  (await service.sql`SELECT 1 FROM sessions WHERE user_id = ${id}`).length;

test('thirty parallel uses of one backup code on thirty tokens: one session, every time', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email, backupCodes } = await newEnrolled(service);
    const logins = await startLogins(service, id, parallel);
    const before = await sessionsOf(id);
    const [code = ''] = backupCodes;
    const answers = await Promise.all(logins.map(({ validate }) => validate(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 401, 423].includes(status))).toEqual([]);
    expect(await sessionsOf(id)).toBe(before + 1);
    const used = await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id} AND used_at IS NOT NULL`;
    expect(used).toHaveLength(1);
    expect(count(await actions(service, email), 'AUTH_2FA_BACKUP_USED')).toBe(1);
  }
}, 120_000);

test('thirty parallel uses of one TOTP code on thirty tokens: one session, every time', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, secret } = await newEnrolled(service);
    const logins = await startLogins(service, id, parallel);
    const before = await sessionsOf(id);
    const code = nextCode(service, secret);
    const answers = await Promise.all(logins.map(({ validate }) => validate(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 401, 423].includes(status))).toEqual([]);
    expect(await sessionsOf(id)).toBe(before + 1);
  }
}, 120_000);

test('thirty parallel right codes on one token: one session, and nobody is called a guesser', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, email, secret, backupCodes } = await newEnrolled(service);
    const { validate } = await startLogin(service, email);
    const before = await sessionsOf(id);
    // Half bring the code of the app, half a backup code each: all of them right.
    const code = nextCode(service, secret);
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, at) => validate(at % 2 ? code : (backupCodes[at % 10] ?? ''))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
    expect(new Set(lost)).toEqual(new Set(['PENDING_TOKEN_INVALID']));
    expect(await sessionsOf(id)).toBe(before + 1);
    expect(await failures(service, email)).toBe(0);
    const spent = await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id} AND used_at IS NOT NULL`;
    const steps = count(await actions(service, email), 'AUTH_2FA_BACKUP_USED');
    expect(spent).toHaveLength(steps);
  }
}, 120_000);

test('two nodes over one database agree: one code, one session', async () => {
  const other = await startService({ database: service.database, clock: service.clock });
  try {
    for (let round = 0; round < rounds; round++) {
      const { id, backupCodes } = await newEnrolled(service);
      const logins = [...(await startLogins(service, id, 4)), ...(await startLogins(other, id, 4))];
      const before = await sessionsOf(id);
      const answers = await Promise.all(logins.map(({ validate }) => validate(backupCodes[0] ?? '')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await sessionsOf(id)).toBe(before + 1);
    }
  } finally {
    await other.close();
  }
}, 120_000);
