import type { Context, OpenContext, SessionCaller } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { deriveKeys, type Key } from '../../platform/crypto/seal.ts';
import { createGuardedFetch } from '../../platform/outbound/fetch.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import { type ClientDocuments, createClientDocuments } from './client-documents.ts';
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
  /** What clients that registered with no one publish about themselves. */
  documents: ClientDocuments;
};

export type OidcDeps = Deps & { oidc: Oidc };

/** What this area's verbs work with: no caller, perhaps a browser's session, or definitely a session. */
export type OpenOidcContext = OpenContext & { deps: OidcDeps };
export type BrowserContext = OpenOidcContext & { caller: SessionCaller | undefined };
export type OidcContext = Context & { deps: OidcDeps };

export function signingKeysOf(deps: Deps): SigningKeys {
  return createSigningKeys(deps, deps.dataKeys.of('signing-key'));
}

const [documentMs, documentBytes] = [5000, 5 * 1024];

export function createOidc(deps: Deps, rules: OutboundRules, resolve: Resolve): Oidc {
  const secrets = sessionSecretsOf(deps.config.secrets);
  return {
    issuer: deps.config.baseUrl,
    keys: signingKeysOf(deps),
    requestKey: deriveKeys(secrets, 'oidc-request'),
    proofKeys: deriveKeys(secrets, 'oidc-proof'),
    userCodeKeys: deriveKeys(secrets, 'oidc-user-code'),
    documents: createClientDocuments(
      createGuardedFetch(rules, resolve, documentMs, documentBytes),
      deps.clock,
    ),
  };
}
