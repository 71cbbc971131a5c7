import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { sessionRows } from '@latchkey/server/testing/standing';
import {
  actions,
  type Enrolled,
  failures,
  newEnrolled,
  nextCode,
  startLogins,
} from '@latchkey/server/testing/two-factor';
import { beforeEach, expect, test } from 'vitest';

const service = started(startService);
let person: Enrolled;
beforeEach(async () => {
  person = await newEnrolled(service);
});

// Enough to show that each rule holds at all; `npm run races` repeats them for as long as you say.
const rounds = 3;
const parallel = 30;
const successes = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;

const sessions = async () => (await sessionRows(service, person.id)).length;
const usedCodes = async () =>
  (await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${person.id} AND used_at IS NOT NULL`).length;
/** The losers of a round have locked the account; the next round starts afresh. */
const forgetFailures = () => service.sql`DELETE FROM attempts`;

test('thirty parallel uses of one backup code on thirty tokens create one session, several times in a row', async () => {
  for (let round = 1; round <= rounds; round++) {
    const [before, used] = [await sessions(), await usedCodes()];
    const logins = await startLogins(service, person.id, parallel);
    const code = person.backupCodes[round - 1] ?? '';
    const answers = await Promise.all(logins.map(({ validate }) => validate(code)));
    expect(successes(answers)).toBe(1);
    expect(answers.filter(({ status }) => ![200, 401, 423].includes(status))).toEqual([]);
    expect([await sessions(), await usedCodes()]).toEqual([before + 1, used + 1]);
    await forgetFailures();
  }
  const recorded = await actions(service, person.email);
  expect(recorded.filter((action) => action === 'AUTH_2FA_BACKUP_USED')).toHaveLength(rounds);
});

test('thirty parallel uses of one TOTP code on thirty tokens create one session, several times in a row', async () => {
  for (let round = 1; round <= rounds; round++) {
    const code = nextCode(service, person.secret);
    const before = await sessions();
    const logins = await startLogins(service, person.id, parallel);
    const answers = await Promise.all(logins.map(({ validate }) => validate(code)));
    expect(successes(answers)).toBe(1);
    expect(answers.filter(({ status }) => ![200, 401, 423].includes(status))).toEqual([]);
    expect(await sessions()).toBe(before + 1);
    await forgetFailures();
  }
});

test('thirty parallel correct codes on one token create one session, use one code and count no failure', async () => {
  for (let round = 1; round <= rounds; round++) {
    // Alternates, so both kinds of code are raced.
    const code = round % 2 ? nextCode(service, person.secret) : (person.backupCodes[round / 2 - 1] ?? '');
    const [before, used] = [await sessions(), await usedCodes()];
    const [login] = await startLogins(service, person.id, 1);
    const answers = await Promise.all(Array.from({ length: parallel }, () => login?.validate(code)));
    const lost = answers.filter((answer) => answer?.status !== 200);
    expect(lost).toHaveLength(parallel - 1);
    expect(new Set(lost.map((answer) => answer?.body.error.code))).toEqual(
      new Set(['PENDING_TOKEN_INVALID']),
    );
    expect([await sessions(), await usedCodes()]).toEqual([before + 1, round % 2 ? used : used + 1]);
    expect(await failures(service, person.email)).toBe(0);
  }
});

test('of ten correct codes of two kinds on one token, one is used and the others stay valid', async () => {
  const [login] = await startLogins(service, person.id, 1);
  const codes = [nextCode(service, person.secret), ...person.backupCodes.slice(0, 9)];
  const answers = await Promise.all(codes.map((code) => login?.validate(code)));
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
  const byApp = answers[0]?.status === 200;
  expect(await usedCodes()).toBe(byApp ? 0 : 1);
  const kept = codes.filter((_, at) => answers[at]?.status !== 200);
  for (const [at, again] of (await startLogins(service, person.id, kept.length)).entries())
    expect((await again.validate(kept[at] ?? '')).status).toBe(200);
});

test('two nodes on one database accept a code for only one session', async () => {
  const other = await startService({ database: service.database, clock: service.clock });
  for (const code of person.backupCodes.slice(0, rounds)) {
    const before = await sessions();
    const nodes = [await startLogins(service, person.id, 5), await startLogins(other, person.id, 5)];
    const answers = await Promise.all(nodes.flat().map(({ validate }) => validate(code)));
    expect(successes(answers)).toBe(1);
    expect(await sessions()).toBe(before + 1);
    await forgetFailures();
  }
});
