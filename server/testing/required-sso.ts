import { uuidv7 } from 'uuidv7';
import { newOrganization } from './organizations.ts';
import type { TestService } from './service.ts';

let made = 0;

/** An organization with a connection and a proven domain, without an identity provider behind it. */
export async function newRequiring(service: TestService, { required = true } = {}) {
  const organization = await newOrganization(service);
  const [connectionId, domainId, now] = [uuidv7(), uuidv7(), service.clock.now()];
  const domain = `required-${++made}.example.com`;
  const { sql } = service;
  await sql`
    INSERT INTO sso_connections (id, organization_id, kind, name, enabled, required, attributes, created_at, updated_at)
    VALUES (${connectionId}, ${organization.id}, 'oidc', 'Acme login', true, ${required}, '{}', ${now}, ${now})`;
  await sql`
    INSERT INTO organization_domains (id, organization_id, name, challenge, connection_id, verified_at, created_at)
    VALUES (${domainId}, ${organization.id}, ${domain}, 'none', ${connectionId}, ${now}, ${now})`;
  const set = (change: { required?: boolean; enabled?: boolean }) =>
    sql`UPDATE sso_connections SET ${sql(change)} WHERE id = ${connectionId}`;
  /** As if the person had just come through the identity provider. */
  const link = (userId: string, email = `someone@${domain}`) => sql`
    WITH linked AS (
      INSERT INTO sso_links (connection_id, user_id, subject, email, created_at, last_sign_in_at)
      VALUES (${connectionId}, ${userId}, ${userId}, ${email}, ${service.clock.now()}, ${service.clock.now()})
      ON CONFLICT (connection_id, user_id) DO UPDATE SET email = excluded.email, last_sign_in_at = excluded.last_sign_in_at)
    UPDATE users SET last_login_at = ${service.clock.now()} WHERE id = ${userId}`;
  /** As if it had begun all of the person's sessions. */
  const begin = async (userId: string) => {
    await link(userId);
    await sql`
      UPDATE sessions SET connection_id = ${connectionId}, organization_id = ${organization.id}, sign_in_method = 'sso'
       WHERE user_id = ${userId}`;
  };
  const redirectTo = (email: string) =>
    `/api/auth/sso/${connectionId}?${new URLSearchParams({ loginHint: email })}`;
  return {
    ...organization,
    domain,
    connectionId,
    set,
    link,
    begin,
    redirectTo,
    emailHere: () => `m-${++made}@${domain}`,
  };
}
