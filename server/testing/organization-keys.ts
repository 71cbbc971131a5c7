import { uuidv7 } from 'uuidv7';
import { insertKey, insertSecret } from '../src/features/organization-keys/key-store.ts';
import { newOrganizationKey } from '../src/identity/caller/organization-key.ts';
import type { Client } from './client.ts';
import { keyClient } from './keys.ts';
import type { TestService } from './service.ts';

export const organizationKeysPath = '/api/organizations/current/keys';

/** As the API shows it, with the secret. */
export type MadeKey = { id: string; key: string; keyPrefix: string; createdAt: string };

/** A key of the organization of `admin`, created over HTTP. */
export async function makeOrganizationKey(admin: Client, more: Record<string, unknown> = {}) {
  const made = await admin.post(organizationKeysPath, { name: 'Orders', ...more });
  if (made.status !== 201) throw new Error(`no key was made: ${made.text}`);
  return made.body as MadeKey;
}

/** A client with nothing but a new key of the organization of `admin`. */
export async function organizationKeyClient(
  service: TestService,
  admin: Client,
  scopes: readonly string[],
): Promise<Client> {
  return keyClient(service, (await makeOrganizationKey(admin, { name: 'Program', scopes })).key);
}

/** A key that no person made. */
export async function insertOrganizationKey(
  service: TestService,
  organizationId: string,
  more: { scopes?: string[] } = {},
): Promise<{ id: string; key: string }> {
  const { key, keyHash, keyPrefix } = newOrganizationKey('lok_');
  const [id, now] = [uuidv7(), service.clock.now()];
  const row = {
    id,
    organizationId,
    name: 'Sample',
    keyPrefix,
    secretPrefix: 'lok_',
    verificationOnly: false,
    scopes: more.scopes ?? [],
    allowedNetworks: [],
    rateLimit: null,
    externalId: null,
    metadata: {},
    expiresAt: null,
    makerId: null,
    now,
  };
  await insertKey(service.sql, row, 1_000_000);
  await insertSecret(service.sql, { keyId: id, keyHash, makerId: null, now });
  return { id, key };
}
