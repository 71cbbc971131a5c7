import * as client from 'openid-client';
import { z } from 'zod';
import type { GitHubConfig } from '../../platform/config/providers.ts';
import type { Log } from '../../platform/log.ts';
import {
  accountIdOf,
  attempt,
  type Checks,
  emailOf,
  type Identity,
  isFailure,
  namesOf,
  type Provider,
  tokensOf,
} from './provider.ts';

type Options = {
  config: GitHubConfig;
  redirectUri: string;
  fetch: client.CustomFetch;
  log: Log;
};

const User = z.object({ id: z.union([z.number(), z.string()]), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** OAuth 2.0 without discovery or ID tokens: the API says who it is. */
export function githubProvider({ config, redirectUri, fetch, log }: Options): Provider {
  const server = configurationOf(config, fetch);

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
      const address = new URL(redirectUri + search);
      const response = await attempt(log, 'github', 'token_exchange_failed', () =>
        exchangeCode(server, address, checks),
      );
      if (isFailure(response)) return response;
      const api = { server, url: config.apiUrl, accessToken: response.access_token };
      return attempt(log, 'github', 'profile_fetch_failed', async () => ({
        profile: await profileOf(api),
        tokens: tokensOf(response, now),
      }));
    },
  };
}

function configurationOf(
  { clientId, clientSecret, url, apiUrl }: Options['config'],
  fetch: client.CustomFetch,
): client.Configuration {
  const metadata = {
    // What GitHub calls itself when it sends a browser back (RFC 9207).
    issuer: `${url}/login/oauth`,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const server = new client.Configuration(metadata, clientId, clientSecret);
  server[client.customFetch] = fetch;
  if (/^http:/i.test(url) || /^http:/i.test(apiUrl)) client.allowInsecureRequests(server);
  return server;
}

function exchangeCode(
  server: client.Configuration,
  address: URL,
  checks: Checks,
): Promise<client.TokenEndpointResponse> {
  return client.authorizationCodeGrant(server, address, {
    pkceCodeVerifier: checks.codeVerifier,
    expectedState: checks.state,
  });
}

type Api = { server: client.Configuration; url: string; accessToken: string };

async function profileOf(api: Api): Promise<Identity['profile']> {
  const [user, emails] = await Promise.all([
    requestJson(api, '/user', User),
    requestJson(api, '/user/emails', Emails),
  ]);
  const primary = emails.find((entry) => entry.primary);
  return {
    providerAccountId: accountIdOf(user.id),
    email: emailOf(primary?.email, primary?.verified),
    ...namesOf({ name: user.name }),
  };
}

async function requestJson<S extends z.ZodType>(
  { server, url, accessToken }: Api,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Latchkey' });
  const address = new URL(url + path);
  const answer = await client.fetchProtectedResource(server, accessToken, address, 'GET', undefined, headers);
  if (answer.status !== 200) throw new Error(`the API answers ${answer.status}`);
  return schema.parse(await answer.json());
}
