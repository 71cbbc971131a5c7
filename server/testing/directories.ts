import { uuidv7 } from 'uuidv7';
import { insertScimToken as insertRow } from '../src/identity/memberships/scim-token-store.ts';
import { sha256 } from '../src/platform/crypto/credentials.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

export const scimTokensPath = '/api/organizations/current/scim-tokens';
export const scimErrorsPath = '/api/organizations/current/scim-errors';

/** As the API shows it, with the secret. */
type MadeToken = { id: string; description: string | null; secret: string };

/** A token for the directory of the organization of `owner`, created over HTTP. */
export async function makeScimToken(owner: Client, more: Record<string, unknown> = {}): Promise<MadeToken> {
  const made = await owner.post(scimTokensPath, more);
  if (made.status !== 201) throw new Error(`no token was made: ${made.text}`);
  return { ...made.body.token, secret: made.body.secret };
}

/** A token that is there, however many others are. */
export async function insertScimToken(
  service: TestService,
  organizationId: string,
  makerId: string | null = null,
): Promise<{ id: string; secret: string }> {
  const [id, now] = [uuidv7(), service.clock.now()];
  const secret = `lsd_${id}`;
  const token = { id, organizationId, description: null, hash: sha256(secret), makerId, now };
  await insertRow(service.sql, token, 1_000_000);
  return { id, secret };
}

/** The organization's directory manages the person. */
export async function linkToDirectory(
  service: TestService,
  organizationId: string,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const now = service.clock.now();
  await service.sql`
    INSERT INTO scim_links (organization_id, user_id, user_name, external_id, sent_email, created_at, updated_at)
    VALUES (${organizationId}, ${id}, ${email}, ${id}, ${email}, ${now}, ${now})`;
}
