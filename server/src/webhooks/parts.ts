import type { Context } from '../caller/caller.ts';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/seal.ts';
import type { Deps } from '../deps.ts';
import { networksOf } from '../outbound/networks.ts';
import { createRules, type OutboundRules } from '../outbound/rules.ts';

/** What only this area needs: where deliveries may go, and the key that secrets are sealed under. */
export type Webhooks = { rules: OutboundRules; key: Buffer };

export type WebhookDeps = Deps & { webhooks: Webhooks };

/** What this area's verbs work with. */
export type WebhookContext = Context & { deps: WebhookDeps };

export function createWebhooks({ webhookAllowedNetworks, production, secrets }: Config): Webhooks {
  const allowedNetworks = webhookAllowedNetworks.flatMap(networksOf);
  return {
    rules: createRules({ allowedNetworks, httpsOnly: production }),
    key: deriveKey(secrets.session, 'webhook'),
  };
}
