import type { ActorContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { createRules, networksOf, type OutboundRules } from '../../platform/outbound/rules.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';

/** What only this area needs: where deliveries may go, and the key that secrets are sealed under. */
export type Webhooks = { rules: OutboundRules; key: Key };

export type WebhookDeps = Deps & { webhooks: Webhooks };

/** What this area's verbs work with. */
export type WebhookContext = ActorContext & { deps: WebhookDeps };

export const webhookPurpose = 'webhook';

export function createWebhooks({ webhookAllowedNetworks, production }: Config, keys: DataKeys): Webhooks {
  const allowedNetworks = webhookAllowedNetworks.flatMap(networksOf);
  return {
    rules: createRules({ allowedNetworks, httpsOnly: production }),
    key: keys.of(webhookPurpose),
  };
}
