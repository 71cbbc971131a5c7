import type { Answer, Client } from '../client.ts';
import { startService } from '../service.ts';
import { startGitHub } from './github.ts';
import { type OpenIdPerson, startOpenIdProvider } from './openid.ts';
import { baseUrl } from './provider.ts';

type Start = Record<string, string>;
type Options = Parameters<typeof startService>[0] & { openId?: Parameters<typeof startOpenIdProvider>[0] };

let people = 0;

/** The service with two providers, and browsers that travel between the three. */
export async function startWithProviders({ openId, ...options }: Options = {}) {
  const google = await startOpenIdProvider(openId);
  const github = await startGitHub();
  const env = { ...google.environment, ...github.environment, ...options.env };
  const service = await startService({ ...options, env });

  /** Leaves for the provider. Returns where to, and a function to come back. */
  async function depart(client: Client, provider: string, query: Start = {}) {
    const departure = await client.get(`/api/auth/oauth/${provider}?${new URLSearchParams(query)}`);
    const location = departure.headers.get('location') ?? '';
    return {
      departure,
      location,
      comeBack: (login: string | null) =>
        provider === 'google'
          ? google.visit(location, login)
          : Promise.resolve(github.visit(location, login)),
    };
  }

  const pendingCookies = new Map<string, string>();

  async function arrive(client: Client, back: URL) {
    const landed = landing(await client.get(back.pathname + back.search));
    if (landed.token) pendingCookies.set(landed.token, client.cookies.get('oauth_pending') ?? '');
    return landed;
  }

  return {
    service,
    google,
    github,
    depart,
    arrive,
    /** There and back. Returns where the browser ends up. */
    async travel(client: Client, provider: string, login: string | null, query: Start = {}) {
      const { comeBack } = await depart(client, provider, query);
      return arrive(client, await comeBack(login));
    },
    /** The browser that was given a pending token, as it was then, and not signed in anywhere. */
    browserOf(token: string): Client {
      const client = service.client();
      client.cookies.set('oauth_pending', pendingCookies.get(token) ?? 'none');
      return client;
    },
    /** Someone with accounts at both providers, under one verified address. */
    somebody(more: OpenIdPerson = {}) {
      people++;
      const login = `somebody-${people}`;
      const email = more.email ?? `${login}@example.com`;
      google.people.set(login, {
        email,
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
        ...more,
      });
      github.people.set(login, {
        id: 1000 + people,
        name: 'Ada King Lovelace',
        emails: [
          { email: `other-${email}`, primary: false, verified: true },
          { email, primary: true, verified: true },
        ],
      });
      return { login, email };
    },
    async close() {
      await service.close();
      await google.close();
      await github.close();
    },
  };
}

export type Journey = Awaited<ReturnType<typeof startWithProviders>>;

/** A redirect to a page of the service, parsed. */
export function landing(answer: Answer) {
  const location = answer.headers.get('location') ?? '';
  const url = new URL(location, 'http://nowhere');
  return {
    answer,
    location,
    path: location.startsWith(`${baseUrl}/`) ? url.pathname : undefined,
    error: url.searchParams.get('error'),
    token: url.searchParams.get('token') ?? '',
    returnTo: url.searchParams.get('returnTo'),
  };
}
