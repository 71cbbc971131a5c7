import type { Connection, ConnectionLink, ConnectionTest } from '@latchkey/contract';
import type { ConnectionRow } from '../../identity/connections/connection-store.ts';
import type { LinkRow } from '../../identity/connections/link-store.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Texts } from '../../platform/languages/texts.ts';
import { isTold } from '../../platform/languages/told.ts';

/** Where the identity provider sends people. */
export function addressesOf({ baseUrl }: Pick<Config, 'baseUrl'>, id: string) {
  const loginUrl = `${baseUrl}/api/auth/sso/${id}`;
  return {
    loginUrl,
    redirectUri: `${loginUrl}/callback`,
    acsUrl: `${loginUrl}/acs`,
    metadataUrl: `${loginUrl}/metadata`,
  };
}

/** The only form in which a connection leaves the service: never with its secret. */
export function presentConnection(
  config: Pick<Config, 'baseUrl'>,
  row: ConnectionRow,
  breakGlassOwners: number,
): Connection {
  const { id, kind, issuer, clientId, clientSecret, entityId, signInUrl, certificates, metadataUrl } = row;
  const { loginUrl, redirectUri, ...saml } = addressesOf(config, id);
  return {
    id,
    kind,
    name: row.name,
    enabled: row.enabled,
    required: row.required,
    domains: row.domains,
    provisioning: row.provisioning,
    trustsSecondFactor: row.trustsSecondFactor,
    adminGroups: row.adminGroups,
    groupRoles: row.groupRoles,
    attributes: row.attributes,
    sessionHours: row.sessionHours,
    ...(kind === 'oidc'
      ? { oidc: { issuer, clientId, hasClientSecret: clientSecret !== null } }
      : { saml: { entityId, signInUrl, certificates, metadataUrl } }),
    serviceProvider:
      kind === 'oidc' ? { redirectUri, loginUrl } : { entityId: saml.metadataUrl, ...saml, loginUrl },
    breakGlassOwners,
    testedAt: row.testedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentLink({ userId, email, subject, createdAt, lastSignInAt }: LinkRow): ConnectionLink {
  return {
    userId,
    email,
    subject,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

/** The result of a test is kept by key and values, so its fault follows the language of each reader. */
export function presentTest(test: ConnectionTest, texts: () => Texts): ConnectionTest {
  const { fault } = test.received;
  return isTold(fault) ? { ...test, received: { ...test.received, fault: texts().tell(fault) } } : test;
}
