import { uuidv7 } from 'uuidv7';
import type { TestService } from './service.ts';

/** As if an identity provider of the organization had begun all of a person's sessions. Returns its connection. */
export async function vouchFor(
  service: TestService,
  userId: string,
  organizationId: string,
): Promise<string> {
  const [id, now] = [uuidv7(), service.clock.now()];
  const { sql } = service;
  const unset = JSON.stringify({ email: null, firstName: null, lastName: null, groups: null });
  await sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, enabled, attributes, created_at, updated_at)
    VALUES (${id}, ${organizationId}, 'oidc', 'Acme login', true, ${unset}::text::json, ${now}, ${now})`;
  await sql`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at, last_sign_in_at)
    VALUES (${id}, ${userId}, ${userId}, 'someone@idp.test', ${now}, ${now})`;
  await sql`
    UPDATE sessions SET connection_id = ${id}, organization_id = ${organizationId}, sign_in_method = 'sso'
     WHERE user_id = ${userId}`;
  return id;
}
