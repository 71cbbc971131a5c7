import { newUser, password } from '@latchkey/server/testing/service';
import { type Arena, expectRows, expectWon, linkTo, mailed, type Race, rush } from './arena.ts';

const spent = ['400 TOKEN_INVALID'];
/** Hashing is shed when it can't keep up. */
const shed = '503 OVERLOADED';

async function newVerified(arena: Arena) {
  const person = await newUser(arena.service);
  const token = await mailed(arena, person.email, linkTo('verify-email'));
  await arena.service.client().post('/api/auth/verify-email', { token, password });
  return person;
}

const auditOf = ({ service }: Arena, email: string, action: string) =>
  service.sql`SELECT 1 FROM audit_logs WHERE user_email = ${email} AND action = ${action}`;

/** Emailed links work once. */
export const links: Race[] = [
  {
    name: 'a link to verify an address',
    async round(arena) {
      const { email } = await newUser(arena.service);
      const token = await mailed(arena, email, linkTo('verify-email'));
      const answers = await rush(arena, (client) =>
        client.post('/api/auth/verify-email', { token, password }),
      );
      return expectWon(answers, 1, 200, spent);
    },
  },
  {
    name: 'a link to reset a password',
    async round(arena) {
      const { email } = await newUser(arena.service);
      await arena.service.client().post('/api/auth/forgot-password', { email });
      const token = await mailed(arena, email, linkTo('reset-password'));
      const answers = await rush(arena, (client, nth) =>
        client.post('/api/auth/reset-password', { token, password: `Brand-New-${nth}` }),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      const login = { email, password: `Brand-New-${winner}` };
      const { status } = await arena.service.client().post('/api/auth/login', login);
      return [
        ...expectWon(answers, 1, 200, [...spent, shed]),
        ...(status === 200 ? [] : ['the password is not that of the request that got through']),
        ...(await expectRows('resets', auditOf(arena, email, 'SECURITY_PASSWORD_RESET'), 1)),
      ];
    },
  },
  {
    name: 'a link to undo a change of address',
    async round(arena) {
      const { client, email, id } = await newVerified(arena);
      await client.post('/api/users/profile', { email: `taken-${email}` });
      const verification = await mailed(arena, `taken-${email}`, linkTo('verify-email'));
      await client.post('/api/auth/verify-email', { token: verification });
      const token = await mailed(arena, email, linkTo('undo-email-change'));
      const answers = await rush(arena, (other) => other.post('/api/auth/undo-email-change', { token }));
      const back = arena.service.sql`SELECT 1 FROM users WHERE id = ${id} AND email = ${email}`;
      return [...expectWon(answers, 1, 200, spent), ...(await expectRows('owners of the address', back, 1))];
    },
  },
  {
    name: 'a link to unlock an account',
    async round(arena) {
      const { email } = await newVerified(arena);
      const wrong = { email, password: 'Wrong-Horse-7' };
      for (let guess = 0; guess < 5; guess++) await arena.service.client().post('/api/auth/login', wrong);
      await arena.service.client().post('/api/auth/request-unlock', { email });
      const token = await mailed(arena, email, linkTo('unlock-account'));
      const answers = await rush(arena, (client) => client.post('/api/auth/verify-unlock', { token }));
      const { status } = await arena.service.client().post('/api/auth/login', { email, password });
      return [
        ...expectWon(answers, 1, 200, spent),
        ...(status === 200 ? [] : [`the login afterwards was ${status}`]),
      ];
    },
  },
];
