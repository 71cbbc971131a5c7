import type { Context, SessionCaller } from '../../identity/caller/caller.ts';
import type { AskingContext, Deps } from '../../identity/deps.ts';
import { createGuardedFetch, type GuardedFetch, isForbidden } from '../../platform/outbound/fetch.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import { createDiscoveries, type Discoveries } from './discoveries.ts';
import { type CertificateOrder, createCertificateOrder } from './saml/certificate-order.ts';
import { createSsoTokens, type SsoTokens } from './tokens.ts';

/**
 * What only this area needs: requests to addresses that OWNERs chose, what was just discovered there, the tokens of a
 * sign-in under way, and which certificates verified last.
 */
export type Sso = {
  fetch: GuardedFetch;
  discoveries: Discoveries;
  /** Whether an address may not be connected to. */
  forbids(address: string): Promise<boolean>;
  tokens: SsoTokens;
  certificates: CertificateOrder;
};

export type SsoDeps = Deps & { sso: Sso };

/** What this area's verbs work with. */
export type SsoContext = Context & { deps: SsoDeps };
/** The same, for a browser that is passing through, with a session or without. */
export type PassingContext = AskingContext & { deps: SsoDeps; caller: SessionCaller | undefined };

export function createSso({ config, clock }: Deps, rules: OutboundRules, resolve: Resolve): Sso {
  return {
    fetch: createGuardedFetch(rules, resolve),
    forbids: (address) => isForbidden(rules, resolve, address),
    discoveries: createDiscoveries(clock),
    certificates: createCertificateOrder(),
    tokens: createSsoTokens(sessionSecretsOf(config.secrets)),
  };
}

export const clientSecretPurpose = (connectionId: string) => `sso-connection:${connectionId}:client-secret`;
export const testPurpose = 'sso-test';
export const samlAnswerPurpose = 'sso-arrival';
