import { newUser, password } from '@latchkey/server/testing/service';
import { failures, proofFailures } from '@latchkey/server/testing/two-factor';
import { type Arena, count, expectRows, expectWon, mailed, type Race, rush } from './arena.ts';

const sessionsOf = ({ service }: Arena, userId: string) =>
  service.sql`SELECT 1 FROM sessions WHERE user_id = ${userId}`;

async function newCode(arena: Arena) {
  const person = await newUser(arena.service);
  await arena.service.client().post('/api/auth/email-code', { email: person.email });
  return { ...person, code: await mailed(arena, person.email, /^Code: (\d{6})$/m) };
}

/** Four wrong answers, then the lock; the count ends at five. */
function expectLocked(statuses: { wrong: number; failures: number }): string[] {
  return [
    ...(statuses.wrong === 4 ? [] : [`${statuses.wrong} guesses were answered before the lock`]),
    ...(statuses.failures === 5 ? [] : [`${statuses.failures} failures were counted`]),
  ];
}

export const signIn: Race[] = [
  {
    name: 'one address, registered by many',
    async round(arena) {
      const email = `wanted-${performance.now()}@example.com`;
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/register', { email, password, organizationName: email }),
      );
      const made = arena.service.sql`SELECT 1 FROM organizations WHERE name = ${email}`;
      return [
        ...expectWon(answers, 1, 201, ['409 EMAIL_TAKEN']),
        ...(await expectRows('organizations', made, 1)),
      ];
    },
  },
  {
    name: 'five wrong passwords and no more',
    async round(arena) {
      const { email } = await newUser(arena.service);
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/login', { email, password: 'Wrong-Horse-7' }),
      );
      return [
        ...expectWon(answers, 0, 200, ['401 INVALID_CREDENTIALS', '423 ACCOUNT_LOCKED']),
        ...expectLocked({ wrong: count(answers, 401), failures: await failures(arena.service, email) }),
      ];
    },
  },
  {
    name: 'five wrong proofs in a session and no more',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const answers = await rush(
        arena,
        (other) => other.post('/api/auth/reauthenticate', { password: 'Wrong-Horse-7' }),
        client,
      );
      return [
        ...expectWon(answers, 0, 200, ['401 INVALID_CREDENTIALS', '423 ACCOUNT_LOCKED']),
        ...expectLocked({ wrong: count(answers, 401), failures: await proofFailures(arena.service, id) }),
      ];
    },
  },
  {
    name: 'a mailed code',
    async round(arena) {
      const { email, id, code } = await newCode(arena);
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/email-code/verify', { email, code }),
      );
      return [
        ...expectWon(answers, 1, 200, ['401 EMAIL_CODE_INVALID', '423 ACCOUNT_LOCKED']),
        ...(await expectRows('sessions', sessionsOf(arena, id), 1)),
      ];
    },
  },
  {
    name: 'five wrong mailed codes and no more',
    async round(arena) {
      const { email, code } = await newCode(arena);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/email-code/verify', { email, code: wrong }),
      );
      return [
        ...expectWon(answers, 0, 200, ['401 EMAIL_CODE_INVALID', '423 ACCOUNT_LOCKED']),
        ...expectLocked({ wrong: count(answers, 401), failures: await failures(arena.service, email) }),
      ];
    },
  },
  {
    name: 'a change of password',
    async round(arena) {
      const { client, email } = await newUser(arena.service);
      const answers = await rush(
        arena,
        (other, nth) =>
          other.post('/api/users/profile', { currentPassword: password, password: `Brand-New-${nth}` }),
        client,
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      const login = { email, password: `Brand-New-${winner}` };
      const { status } = await arena.service.client().post('/api/auth/login', login);
      return [
        ...expectWon(answers, 1, 200, [
          '401 CURRENT_PASSWORD_WRONG',
          '401 UNAUTHENTICATED',
          '423 ACCOUNT_LOCKED',
        ]),
        ...(winner >= 0 && ![200, 423].includes(status) ? [`the login afterwards was ${status}`] : []),
      ];
    },
  },
];
