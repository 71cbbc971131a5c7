import type { Context, OpenContext, SessionCaller } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { deriveKeys, type Key } from '../../platform/crypto/seal.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

/** What only this area needs: the keys that sign tokens, and keys that never leave the service in any form. */
export type Oidc = {
  issuer: string;
  keys: SigningKeys;
  /** Seals the data that a page hands back. The keys below prove when a user was sent to sign in. */
  requestKey: Key;
  proofKeys: readonly [Buffer, ...Buffer[]];
  /** Codes that devices show are kept under one of these. */
  userCodeKeys: readonly [Buffer, ...Buffer[]];
};

export type OidcDeps = Deps & { oidc: Oidc };

/** What this area's verbs work with: no caller, perhaps a browser's session, or definitely a session. */
export type OpenOidcContext = OpenContext & { deps: OidcDeps };
export type BrowserContext = OpenOidcContext & { caller: SessionCaller | undefined };
export type OidcContext = Context & { deps: OidcDeps };

export function createOidc(deps: Deps): Oidc {
  const secrets = sessionSecretsOf(deps.config.secrets);
  return {
    issuer: deps.config.baseUrl,
    keys: createSigningKeys(deps, deps.dataKeys.of('signing-key')),
    requestKey: deriveKeys(secrets, 'oidc-request'),
    proofKeys: deriveKeys(secrets, 'oidc-proof'),
    userCodeKeys: deriveKeys(secrets, 'oidc-user-code'),
  };
}
