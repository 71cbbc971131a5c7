import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { boundedFetch, type Provider } from './provider.ts';

const timeoutMs = 6000;

export type Providers = {
  /** A provider that is known but not set up, or turned off, is told apart from one that doesn't exist. */
  find(name: string): Provider | Refusal<'PROVIDER_NOT_AVAILABLE' | 'NOT_FOUND'>;
};

/** The providers that this service is registered with. */
export function createProviders(options: {
  config: Config;
  clock: Clock;
  log: Log;
  timeoutMs?: number | undefined;
}): Providers {
  const { config, clock, log } = options;
  const fetch = boundedFetch(options.timeoutMs ?? timeoutMs);
  const all = config.providers.map((provider) => {
    const redirectUri = `${config.baseUrl}/api/auth/oauth/${provider.name}/callback`;
    return lazily(provider.name, async () => {
      if (provider.kind === 'github') {
        const { githubProvider } = await import('./github.ts');
        return githubProvider({ config: provider, redirectUri, fetch, log });
      }
      const { openIdProvider } = await import('./openid.ts');
      return openIdProvider({ config: provider, redirectUri, fetch, clock, log });
    });
  });
  const known = (name: string) => config.knownProviders.includes(name);
  return {
    find: (name) =>
      all.find((provider) => provider.name === name) ??
      refuse(known(name) ? 'PROVIDER_NOT_AVAILABLE' : 'NOT_FOUND'),
  };
}

/** Loaded at the first sign-in with it: the client for OpenID Connect is large. */
function lazily(name: string, load: () => Promise<Provider>): Provider {
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
