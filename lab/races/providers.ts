import { newUser, password } from '@latchkey/server/testing/service';
import { type Arena, at, expectRows, expectWon, type Race, rush } from './arena.ts';

async function pending({ journey }: Arena, email?: string) {
  const person = journey.somebody(email ? { email } : {});
  const { token } = await journey.travel(journey.service.client(), 'github', person.login);
  return { ...person, token, browser: journey.browserOf(token) };
}

/** Signing in with GitHub: each step works once. */
export const providers: Race[] = [
  {
    name: 'a way back from a provider',
    async round(arena) {
      const { journey } = arena;
      const client = journey.service.client();
      const { comeBack } = await journey.depart(client, 'github');
      const back = await comeBack(journey.somebody().login);
      const cookie = `oauth_state=${client.cookies.get('oauth_state')}`;
      const answers = await rush(arena, (other) =>
        other.get(back.pathname + back.search, { headers: { cookie } }),
      );
      const places = answers.map((answer) => answer.headers.get('location') ?? '');
      const went = places.filter((place) => place.includes('/auth/oauth/complete?token=')).length;
      const refused = places.filter((place) => place.includes('error=invalid_state')).length;
      return went === 1 && refused === arena.ways - 1 ? [] : [`${went} went on, ${refused} were refused`];
    },
  },
  {
    name: 'an account made with a provider',
    async round(arena) {
      const { token, email, browser } = await pending(arena);
      const body = { token, organizationName: email };
      const answers = await rush(arena, (_client, nth) =>
        at(arena, nth, browser).post('/api/auth/oauth/complete', body),
      );
      const made = arena.service.sql`SELECT 1 FROM organizations WHERE name = ${email}`;
      return [
        ...expectWon(answers, 1, 201, ['401 PENDING_TOKEN_INVALID']),
        ...(await expectRows('organizations', made, 1)),
      ];
    },
  },
  {
    name: 'a provider linked by password',
    async round(arena) {
      const { email, id } = await newUser(arena.service);
      const { token, browser } = await pending(arena, email);
      const answers = await rush(arena, (_client, nth) =>
        at(arena, nth, browser).post('/api/auth/oauth/link', { token, password }),
      );
      const linked = arena.service.sql`SELECT 1 FROM oauth_accounts WHERE user_id = ${id}`;
      return [
        ...expectWon(answers, 1, 200, ['401 PENDING_TOKEN_INVALID']),
        ...(await expectRows('links', linked, 1)),
      ];
    },
  },
];
