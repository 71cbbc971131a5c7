import { uuidv7 } from 'uuidv7';
import { webhookPurpose } from '../../features/webhooks/webhook-deps.ts';
import { newToken } from '../../platform/crypto/credentials.ts';
import { newSecret } from '../../platform/outbound/sign.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';
import type { Made } from './history.ts';
import type { Resident } from './people.ts';

const day = 86_400_000;

/** Rows by table, in the order in which they are inserted, and what the audit log says about them. */
export type Integrations = { rows: [table: string, rows: Record<string, unknown>[]][]; made: Made[] };

/** They are off: no one is at these addresses. */
export function webhooksOf({ company }: Resident, keys: DataKeys, at: Date): Integrations {
  const key = keys.of(webhookPurpose);
  const webhooks = [
    {
      organizationId: company.id,
      url: 'https://crm.meridian.example/hooks/latchkey',
      events: ['member.joined', 'member.removed', 'invite.created'],
      description: 'Keeps the CRM in sync',
    },
    {
      organizationId: null,
      url: 'https://warehouse.meridian.example/events',
      events: ['user.created', 'user.updated', 'user.deleted'],
      description: 'Nightly load of the data warehouse',
    },
  ].map((webhook) => ({ ...webhook, id: uuidv7(), enabled: false, createdAt: at, updatedAt: at }));
  const secrets = webhooks.map(({ id }) => ({
    id: uuidv7(),
    webhookId: id,
    sealed: newSecret(key).sealed,
    createdAt: at,
  }));
  const made = webhooks.map(({ id: webhookId, organizationId, url, events }) => ({
    action: organizationId ? ('ORG_WEBHOOK_CREATED' as const) : ('ADMIN_WEBHOOK_CREATED' as const),
    at,
    metadata: { webhookId, origin: new URL(url).origin, events },
  }));
  return {
    rows: [
      ['webhooks', webhooks],
      ['webhook_secrets', secrets],
    ],
    made,
  };
}

/** Two that the company gave to its customers, and one of its own that ends soon. */
export function organizationKeysOf({ company, id: createdBy }: Resident, at: Date, now: Date): Integrations {
  const known = [
    { name: 'Acme production', externalId: 'customer-7', scopes: ['orders:read', 'orders:write'] },
    { name: 'Bolt Ltd', externalId: 'customer-8', scopes: ['orders:read'] },
    { name: 'Nightly report', externalId: null, scopes: ['latchkey:read', 'latchkey:audit'] },
  ];
  const keys = known.map((key, nth) => ({
    ...key,
    id: uuidv7(),
    organizationId: company.id,
    keyPrefix: `lok_${['Qm3x', 'b7Zk', 'T0pV'][nth]}`,
    secretPrefix: 'lok_',
    verificationOnly: false,
    allowedNetworks: [],
    metadata: key.externalId ? { plan: nth === 0 ? 'pro' : 'team' } : {},
    expiresAt: nth === 2 ? new Date(now.getTime() + 12 * day) : null,
    createdAt: at,
    createdBy,
  }));
  const secrets = keys.map(({ id: keyId }) => ({ hash: newToken().hash, keyId, createdAt: at, createdBy }));
  const made = keys.map(({ id: keyId, keyPrefix, name, scopes, expiresAt }) => ({
    action: 'ORG_KEY_CREATED' as const,
    at,
    metadata: { keyId, keyPrefix, name, scopes, expiresAt },
  }));
  return {
    rows: [
      ['organization_keys', keys],
      ['organization_key_secrets', secrets],
    ],
    made,
  };
}
