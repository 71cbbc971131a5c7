import { newUser, password } from '@latchkey/server/testing/service';
import { eraseDue } from '../../server/src/features/personal-data/erase-due.ts';
import {
  type Arena,
  count,
  expectRows,
  expectWon,
  linkTo,
  mailed,
  nodeOf,
  type Race,
  rush,
} from './arena.ts';

/** A person who asked for their account to be deleted, with the token of the mailed link. */
async function leaver(arena: Arena) {
  const person = await newUser(arena.service);
  const answer = await person.client.post('/api/users/profile/deletion');
  if (answer.status !== 200) throw new Error(`the request for deletion failed: ${answer.text}`);
  return { ...person, token: await mailed(arena, person.email, linkTo('cancel-deletion')) };
}

/** What a sign-in to an inactive account is told, as after a wrong password. */
const inactive = ['401 INVALID_CREDENTIALS', '423 ACCOUNT_LOCKED', '503 OVERLOADED'];

const entries = ({ service }: Arena, userId: string, action: string) =>
  service.sql`SELECT 1 FROM audit_logs WHERE user_id = ${userId} AND action = ${action}`;
const accounts = ({ service }: Arena, userId: string) =>
  service.sql`SELECT 1 FROM users WHERE id = ${userId}`;

/** An account that its owner deletes: asked for once, kept once, erased once. */
export const leaving: Race[] = [
  {
    name: 'one request to delete an account, by many tabs',
    async round(arena) {
      const { client, id } = await newUser(arena.service);
      const answers = await rush(arena, (other) => other.post('/api/users/profile/deletion'), client);
      return [
        // Five requests an hour: those that come in before the first one ends count, too.
        ...expectWon(answers, 1, 200, ['401 UNAUTHENTICATED', '429 RATE_LIMITED']),
        ...(await expectRows('requests', entries(arena, id, 'AUTH_DELETION_REQUESTED'), 1)),
      ];
    },
  },
  {
    name: 'no session outlives a request to delete the account',
    async round(arena) {
      const { client, email, id } = await newUser(arena.service);
      const answers = await rush(
        arena,
        (other, nth) =>
          nth === 2
            ? other.post('/api/users/profile/deletion')
            : other.post('/api/auth/login', { email, password }),
        client,
      );
      const sessions = arena.service.sql`SELECT 1 FROM sessions WHERE user_id = ${id}`;
      return [
        ...(answers[2]?.status === 200 ? [] : [`the request was answered ${answers[2]?.status}`]),
        ...expectWon(answers, count(answers, 200), 200, inactive),
        ...(await expectRows('sessions', sessions, 0)),
      ];
    },
  },
  {
    name: 'a link to keep an account',
    async round(arena) {
      const { token, id } = await leaver(arena);
      const answers = await rush(arena, (client) => client.post('/api/auth/cancel-deletion', { token }));
      return [
        ...expectWon(answers, 1, 200, ['400 TOKEN_INVALID']),
        ...(await expectRows('cancellations', entries(arena, id, 'AUTH_DELETION_CANCELLED'), 1)),
      ];
    },
  },
  {
    name: 'an account is kept or erased, never both',
    async round(arena) {
      const { service } = arena;
      const { token, id, email } = await leaver(arena);
      // Due while the requests are under way: the nodes' clock runs on.
      const due = new Date(service.clock.now().getTime() + 40);
      await service.sql`UPDATE account_deletions SET scheduled_for = ${due} WHERE user_id = ${id}`;
      const answers = await rush(arena, async (client, nth) => {
        if (nth % 2) await eraseDue(nodeOf(arena, nth >> 1).deps);
        return client.post('/api/auth/cancel-deletion', { token });
      });
      const kept = count(answers, 200);
      if (!kept) await eraseDue(service.deps);
      const farewells = service.sql`
        SELECT 1 FROM emails WHERE to_address = ${email} AND type = 'account_deleted' AND status = 'PENDING'`;
      return [
        ...expectWon(answers, kept ? 1 : 0, 200, ['400 TOKEN_INVALID']),
        ...(await expectRows('accounts', accounts(arena, id), kept)),
        ...(await expectRows('erasures', entries(arena, id, 'AUTH_ACCOUNT_DELETED'), 1 - kept)),
        ...(kept ? await expectRows('farewells', farewells, 0) : []),
      ];
    },
  },
];
