import * as client from 'openid-client';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { accountIdOf, attempt, emailOf, isFailure, namesOf, type Provider, tokensOf } from './provider.ts';

type Options = {
  config: NonNullable<Config['providers']['github']>;
  redirectUri: string;
  fetch: client.CustomFetch;
  log: Log;
};

const User = z.object({ id: z.union([z.number(), z.string()]), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** OAuth 2.0 without discovery or ID tokens: who it is, the API tells. */
export function githubProvider({ config, redirectUri, fetch, log }: Options): Provider {
  const { clientId, clientSecret, url, apiUrl } = config;
  const server = new client.Configuration(
    {
      // What GitHub calls itself when it sends a browser back (RFC 9207).
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  server[client.customFetch] = fetch;
  if (/^http:/i.test(url) || /^http:/i.test(apiUrl)) client.allowInsecureRequests(server);

  async function ask<S extends z.ZodType>(
    accessToken: string,
    path: string,
    schema: S,
  ): Promise<z.output<S>> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Latchkey' });
    const address = new URL(apiUrl + path);
    const answer = await client.fetchProtectedResource(
      server,
      accessToken,
      address,
      'GET',
      undefined,
      headers,
    );
    if (answer.status !== 200) throw new Error(`the API answers ${answer.status}`);
    return schema.parse(await answer.json());
  }

  return {
    name: 'github',

    async authorizationUrl({ state, codeChallenge }) {
      return client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'user:email read:user',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
    },

    async identify(search, checks, now) {
      const response = await attempt(log, 'github', 'token_exchange_failed', () =>
        client.authorizationCodeGrant(server, new URL(redirectUri + search), {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
        }),
      );
      if (isFailure(response)) return response;
      return attempt(log, 'github', 'profile_fetch_failed', async () => {
        const [user, emails] = await Promise.all([
          ask(response.access_token, '/user', User),
          ask(response.access_token, '/user/emails', Emails),
        ]);
        const primary = emails.find((entry) => entry.primary);
        const profile = {
          providerAccountId: accountIdOf(user.id),
          email: emailOf(primary?.email, primary?.verified),
          ...namesOf({ name: user.name }),
        };
        return { profile, tokens: tokensOf(response, now) };
      });
    },
  };
}
