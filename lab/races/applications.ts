import {
  authorize,
  newApplication,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { newUser } from '@latchkey/server/testing/service';
import { type Arena, expectWon, nodeOf, type Race, rush } from './arena.ts';

const known = new WeakMap<object, Promise<TestApplication>>();

/** One application for all rounds. */
function application({ service }: Arena): Promise<TestApplication> {
  const made = known.get(service) ?? newApplication(service);
  known.set(service, made);
  return made;
}

const distinct = (values: unknown[]) => new Set(values).size;

/** OpenID Connect for applications. */
export const applications: Race[] = [
  {
    name: 'an authorization code',
    async round(arena) {
      const app = await application(arena);
      const { client } = await newUser(arena.service);
      const { query } = await authorize(client, app);
      const answers = await rush(arena, (_client, nth) => redeem(nodeOf(arena, nth), app, query.code));
      const token = answers.find(({ status }) => status === 200)?.body.access_token;
      const { status } = await userinfo(nodeOf(arena, 1), token);
      return [
        ...expectWon(answers, 1, 200, ['400 invalid_grant']),
        ...(status === 200 ? [] : [`what was granted is answered ${status}`]),
      ];
    },
  },
  {
    name: "an application's refresh token, shared by tabs",
    async round(arena) {
      const app = await application(arena);
      const { client } = await newUser(arena.service);
      const { refresh_token } = await tokensFor(arena.service, client, app);
      const answers = await rush(arena, (_client, nth) => refresh(nodeOf(arena, nth), app, refresh_token));
      const successors = distinct(answers.map(({ body }) => body.refresh_token));
      const reused = await refresh(arena.service, app, refresh_token);
      return [
        ...expectWon(answers, arena.ways, 200, []),
        ...(successors === 1 ? [] : [`${successors} successors`]),
        ...(reused.body.error === 'invalid_grant' ? [] : ['a token that came back was not noticed']),
      ];
    },
  },
  {
    name: 'one signing key an algorithm',
    async round(arena) {
      await arena.service.sql`DELETE FROM signing_keys`;
      // Each creates an RSA key first: fifty at once would mean half a minute of prime numbers.
      const rivals = Math.min(arena.ways, 8);
      arena.sent += rivals;
      const made = await Promise.all(
        Array.from({ length: rivals }, (_, nth) => nodeOf(arena, nth).oidc.keys.rotate('by-age')),
      );
      const total = made.reduce((sum, each) => sum + each, 0);
      return total === 2 ? [] : [`${total} keys were made`];
    },
  },
];
