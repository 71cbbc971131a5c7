import { newUser } from '@latchkey/server/testing/service';
import {
  type Enrolled,
  newEnrolled,
  nextCode,
  startLogin,
  startLogins,
  totp,
} from '@latchkey/server/testing/two-factor';
import { type Arena, count, expectRows, expectWon, nodeOf, type Race, rush } from './arena.ts';

const lost = ['401 TWO_FACTOR_CODE_INVALID', '423 ACCOUNT_LOCKED'];

/** As many half-finished logins as there are ways, on the nodes in turn. */
async function finish(arena: Arena, { id }: Enrolled, code: string) {
  const logins = await startLogins(arena.service, id, arena.ways);
  const elsewhere = arena.nodes[1] ? await startLogins(arena.nodes[1], id, arena.ways) : logins;
  arena.sent += arena.ways;
  return Promise.all(
    logins.map((login, nth) => (nth % 2 ? (elsewhere[nth] ?? login) : login).validate(code)),
  );
}

const sessionsOf = ({ service }: Arena, { id }: Enrolled) =>
  service.sql`SELECT 1 FROM sessions WHERE user_id = ${id}`;

/** One code for many logins gives one more session. */
async function spendOnce(arena: Arena, person: Enrolled, code: string): Promise<string[]> {
  const before = (await sessionsOf(arena, person)).length;
  const answers = await finish(arena, person, code);
  return [
    ...expectWon(answers, 1, 200, lost),
    ...(await expectRows('sessions', sessionsOf(arena, person), before + 1)),
  ];
}

/** Of many requests with one code, one changes two-factor. */
async function change(arena: Arena, path: string, refusals: string[]): Promise<string[]> {
  const person = await newEnrolled(arena.service);
  const code = nextCode(arena.service, person.secret);
  const answers = await rush(arena, (client) => client.post(path, { code }), person.client);
  return expectWon(answers, 1, 200, [...lost, ...refusals]);
}

export const secondFactor: Race[] = [
  {
    name: 'a TOTP code, for many logins',
    async round(arena) {
      const person = await newEnrolled(arena.service);
      return spendOnce(arena, person, nextCode(arena.service, person.secret));
    },
  },
  {
    name: 'a backup code, for many logins',
    async round(arena) {
      const person = await newEnrolled(arena.service);
      return spendOnce(arena, person, person.backupCodes[0] ?? '');
    },
  },
  {
    name: 'a login under way, finished by many right codes',
    async round(arena) {
      const person = await newEnrolled(arena.service);
      const { pendingToken } = await startLogin(arena.service, person.email);
      const code = nextCode(arena.service, person.secret);
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/2fa/validate', { pendingToken, code }),
      );
      return [
        ...expectWon(answers, 1, 200, ['401 PENDING_TOKEN_INVALID']),
        ...(await expectRows('sessions', sessionsOf(arena, person), 2)),
      ];
    },
  },
  {
    name: 'five wrong codes and no more',
    async round(arena) {
      const person = await newEnrolled(arena.service);
      const answers = await finish(arena, person, 'ZZZZ-ZZZZ');
      return [
        ...expectWon(answers, 0, 200, lost),
        ...(count(answers, 401) === 4 ? [] : [`${count(answers, 401)} guesses before the lock`]),
      ];
    },
  },
  {
    name: 'two-factor, turned on by many',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const { secret } = (await client.post('/api/auth/2fa/setup')).body;
      const code = totp(secret, nodeOf(arena, 0).clock.now());
      const answers = await rush(arena, (other) => other.post('/api/auth/2fa/verify', { code }), client);
      const recorded = arena.service.sql`
        SELECT 1 FROM audit_logs WHERE user_id = ${id} AND action = 'AUTH_2FA_ENABLED'`;
      return [
        ...expectWon(answers, 1, 200, ['400 TWO_FACTOR_NOT_PENDING', '401 TWO_FACTOR_CODE_INVALID']),
        ...(await expectRows('entries', recorded, 1)),
      ];
    },
  },
  {
    name: 'new backup codes, asked for with one code',
    round: (arena) => change(arena, '/api/auth/2fa/backup-codes', []),
  },
  {
    name: 'two-factor, turned off with one code',
    round: (arena) => change(arena, '/api/auth/2fa/disable', ['400 TWO_FACTOR_NOT_ENABLED']),
  },
];
