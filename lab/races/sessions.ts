import { newUser, password } from '@latchkey/server/testing/service';
import { at, expectRows, expectWon, nodeOf, type Race, rush } from './arena.ts';

const distinct = (values: unknown[]) => new Set(values).size;

/** Tabs that start at once share one outcome; a later use of the old credential counts as theft or is refused. */
export const sessions: Race[] = [
  {
    name: 'a refresh token, shared by tabs',
    async round(arena) {
      const { tokens } = await newUser(arena.service);
      const refresh = { refreshToken: tokens.refreshToken };
      const answers = await rush(arena, (client) => client.post('/api/auth/refresh', refresh));
      const successors = distinct(answers.map(({ body }) => body.tokens?.refreshToken));
      const next = { refreshToken: answers[0]?.body.tokens?.refreshToken };
      const goesOn = await at(arena, 1).post('/api/auth/refresh', next);
      const reused = await at(arena, 0).post('/api/auth/refresh', refresh);
      return [
        ...expectWon(answers, arena.ways, 200, []),
        ...(successors === 1 ? [] : [`${successors} successors`]),
        ...(goesOn.status === 200 ? [] : [`the successor was answered ${goesOn.status}`]),
        ...(reused.body.error?.code === 'REFRESH_REUSED' ? [] : ['a token that came back was not noticed']),
      ];
    },
  },
  {
    name: 'a remembered login, shared by tabs',
    async round(arena) {
      const { email, id } = await newUser(arena.service);
      const client = arena.service.client();
      await client.post('/api/auth/login', { email, password, rememberMe: true });
      const cookie = client.cookies.get('remember_me') ?? '';
      const answers = await rush(arena, (other) => {
        other.cookies.set('remember_me', cookie);
        return other.get('/api/auth/me');
      });
      const used = arena.service.sql`
        SELECT 1 FROM audit_logs WHERE user_id = ${id} AND action = 'AUTH_REMEMBER_ME_USED'`;
      const cookies = distinct(answers.map((answer) => answer.cookies.remember_me?.value));
      return [
        ...expectWon(answers, arena.ways, 200, []),
        ...(cookies === 1 ? [] : [`${cookies} successors`]),
        ...(await expectRows('uses', used, 1)),
      ];
    },
  },
  {
    name: 'a logout, raced by refreshes: nothing lives on',
    async round(arena) {
      const { client, tokens } = await newUser(arena.service);
      const answers = await rush(
        arena,
        (other, nth) =>
          nth === 0
            ? other.post('/api/auth/logout')
            : nodeOf(arena, nth).client().post('/api/auth/refresh', { refreshToken: tokens.refreshToken }),
        client,
      );
      const given = answers.slice(1).flatMap(({ body }) => (body?.tokens ? [body.tokens] : []));
      const alive = [];
      for (const { refreshToken } of given.slice(0, 3))
        alive.push((await at(arena, 1).post('/api/auth/refresh', { refreshToken })).status);
      const bearer = at(arena, 0);
      bearer.bearer = given[0]?.accessToken;
      alive.push((await bearer.get('/api/auth/me')).status);
      return [
        ...(answers[0]?.status === 200 ? [] : [`the logout was answered ${answers[0]?.status}`]),
        ...(alive.every((status) => status === 401) ? [] : ['a token outlived the logout']),
      ];
    },
  },
];
