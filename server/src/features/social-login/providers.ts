import type { OAuthProvider } from '@latchkey/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { boundedFetch, type Provider } from './provider.ts';

const timeoutMs = 6000;

export type Providers = {
  /** In the order in which they are offered. */
  enabled: readonly OAuthProvider[];
  find(name: OAuthProvider): Provider | undefined;
};

/** The providers that this service is registered with. */
export function createProviders(options: {
  config: Config;
  clock: Clock;
  log: Log;
  timeoutMs?: number | undefined;
}): Providers {
  const { config, clock, log } = options;
  const { google, github } = config.providers;
  const fetch = boundedFetch(options.timeoutMs ?? timeoutMs);
  const redirectUri = (name: OAuthProvider) => `${config.baseUrl}/api/auth/oauth/${name}/callback`;
  const all = [
    google &&
      lazily('google', async () => {
        const { googleProvider } = await import('./google.ts');
        return googleProvider({ config: google, redirectUri: redirectUri('google'), fetch, clock, log });
      }),
    github &&
      lazily('github', async () => {
        const { githubProvider } = await import('./github.ts');
        return githubProvider({ config: github, redirectUri: redirectUri('github'), fetch, log });
      }),
  ].filter((provider) => provider !== undefined);
  return {
    enabled: all.map((provider) => provider.name),
    find: (name) => all.find((provider) => provider.name === name),
  };
}

/** Loaded at the first sign-in with it: the client for OpenID Connect is large. */
function lazily(name: OAuthProvider, load: () => Promise<Provider>): Provider {
  let loading: Promise<Provider> | undefined;
  const provider = () => {
    loading ??= load();
    return loading;
  };
  return {
    name,
    authorizationUrl: async (...given) => (await provider()).authorizationUrl(...given),
    identify: async (...given) => (await provider()).identify(...given),
  };
}
