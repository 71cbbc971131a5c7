import { oidcScopes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { newClientId } from '../../features/applications/applications.ts';
import { newToken } from '../../platform/crypto/credentials.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';
import { certificate } from './certificate.ts';
import type { Resident } from './people.ts';
import { type Integrations, organizationKeysOf, webhooksOf } from './receivers.ts';

const day = 86_400_000;

type Now = { keys: DataKeys; now: Date };

/** What an operator connects: applications, and for the ADMIN's company identity providers, a directory, webhooks and keys. */
export function integrationsOf(people: Resident[], admin: Resident, { keys, now }: Now): Integrations {
  const at = (days: number) => new Date(admin.joinedAt.getTime() + days * day);
  const parts = [
    applicationsOf(at(2)),
    singleSignOnOf(admin, at(20), now),
    directoryOf(people, admin, at(22)),
    webhooksOf(admin, keys, at(30)),
    organizationKeysOf(admin, at(40), now),
  ];
  return { rows: parts.flatMap(({ rows }) => rows), made: parts.flatMap(({ made }) => made) };
}

function applicationsOf(at: Date): Integrations {
  const known = [
    { kind: 'web', name: 'Meridian Store', firstParty: true, home: 'https://store.meridian.example' },
    { kind: 'spa', name: 'Fleet console', firstParty: true, home: 'https://fleet.meridian.example' },
    { kind: 'native', name: 'Otter Orders', firstParty: false, home: 'http://127.0.0.1:8976' },
  ].map(({ home, ...more }, nth) => ({
    ...more,
    id: uuidv7(),
    clientId: newClientId(),
    redirectUris: [`${home}/callback`],
    postLogoutRedirectUris: nth < 2 ? [home] : [],
    signingAlgorithm: 'RS256',
    requirePkce: true,
    scopes: [...oidcScopes],
    createdAt: at,
    updatedAt: at,
  }));
  const made = known.map(({ id: applicationId, clientId, name, kind }) => ({
    action: 'ADMIN_APP_CREATED' as const,
    at,
    metadata: { applicationId, clientId, name, kind },
  }));
  return { rows: [['applications', known]], made };
}

/** No demo person has an address in this domain: they all sign in with their password. */
const domain = 'sso.meridian.example';

function singleSignOnOf({ company }: Resident, at: Date, now: Date): Integrations {
  const shared = {
    organizationId: company.id,
    attributes: { email: null, firstName: null, lastName: null, groups: null },
    createdAt: at,
    updatedAt: at,
  };
  const saml = {
    ...{ ...shared, id: uuidv7(), kind: 'saml', name: 'Okta', enabled: true, testedAt: at },
    entityId: `https://${domain}/metadata`,
    signInUrl: `https://${domain}/sign-in`,
    certificates: [certificate],
  };
  const oidc = {
    ...{ ...shared, id: uuidv7(), kind: 'oidc', name: 'Entra ID' },
    issuer: `https://login.${domain}/v2.0`,
    clientId: 'latchkey-at-meridian',
  };
  const proven = {
    ...{ id: uuidv7(), organizationId: company.id, name: domain, connectionId: saml.id },
    ...{ challenge: `latchkey-domain=${newToken().token}`, createdAt: at },
    ...{ verifiedAt: at, checkedAt: at, nextCheckAt: new Date(now.getTime() + 7 * day) },
  };
  const about = [saml, oidc].map(({ id: connectionId, name, kind }) => ({
    action: 'ORG_CONNECTION_CREATED' as const,
    at,
    metadata: { connectionId, name, kind },
  }));
  const verified = { action: 'ORG_DOMAIN_VERIFIED' as const, at, metadata: { domain } };
  return {
    rows: [
      ['sso_connections', [saml]],
      ['sso_connections', [oidc]],
      ['organization_domains', [proven]],
    ],
    made: [...about, verified],
  };
}

const groups = ['Engineering', 'Support', 'Team leads'];

/** The first people after the ADMIN came by a directory. The last group makes its members ADMINs. */
function directoryOf(people: Resident[], { company, id: createdBy }: Resident, at: Date): Integrations {
  const linked = people.slice(1, 9);
  const links = linked.map(({ id, email, firstName, lastName }) => ({
    organizationId: company.id,
    userId: id,
    userName: email,
    givenName: firstName,
    familyName: lastName,
    createdAt: at,
    updatedAt: at,
  }));
  const made = groups.map((displayName, nth) => ({
    id: uuidv7(),
    organizationId: company.id,
    displayName,
    role: nth === 2 ? 'ADMIN' : null,
    createdAt: at,
    updatedAt: at,
  }));
  // Team leads are those who are ADMINs already.
  const inside = (nth: number, { organizationRole }: Resident, place: number) =>
    nth === 2 ? organizationRole === 'ADMIN' : place % 2 === nth;
  const members = made.flatMap(({ id: groupId }, nth) =>
    linked
      .filter((person, place) => inside(nth, person, place))
      .map(({ id: userId }) => ({ groupId, userId })),
  );
  const token = { id: uuidv7(), organizationId: company.id, description: 'Okta', createdAt: at, createdBy };
  return {
    rows: [
      ['scim_tokens', [{ ...token, hash: newToken().hash }]],
      ['scim_links', links],
      ['scim_groups', made],
      ['scim_group_members', members],
    ],
    made: [
      {
        action: 'ORG_SCIM_TOKEN_CREATED',
        at,
        metadata: { tokenId: token.id, description: token.description },
      },
    ],
  };
}
