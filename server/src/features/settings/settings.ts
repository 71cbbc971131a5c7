import type { Settings } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ProviderConfig } from '../../platform/config/providers.ts';
import { versionOf } from '../../platform/db/server-store.ts';
import { version } from '../../platform/package.ts';

export async function getSettings({ deps: { config, sql } }: Context): Promise<Settings> {
  return {
    settings: [...config.settings],
    signInMethods: signInMethodsOf(config),
    providers: config.providers.map((provider) => ({
      name: provider.name,
      label: provider.label,
      host: hostOf(provider),
    })),
    versions: { service: version, node: process.versions.node, database: await versionOf(sql) },
  };
}

function signInMethodsOf(config: Config): Settings['signInMethods'] {
  return [
    'password',
    ...(config.passkeyDomain === null ? [] : (['passkey'] as const)),
    ...(config.emailLogin ? (['email_code'] as const) : []),
    ...(config.providers.length > 0 ? (['social'] as const) : []),
    ...(config.features.sso ? (['single_sign_on'] as const) : []),
  ];
}

const hostOf = (provider: ProviderConfig) =>
  new URL(provider.kind === 'github' ? provider.url : provider.issuer).host;
