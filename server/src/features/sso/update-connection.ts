import {
  type AttributeNames,
  assignDomains,
  type ConnectionRow,
  findConnection,
  findDomainsNamed,
  saveConnection,
  saveGroupRoles,
} from '../../identity/connections/connection-store.ts';
import { hasLinks } from '../../identity/connections/link-store.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { resolveRoles } from '../../identity/memberships/team-roles.ts';
import { seal } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { readDomainName } from '../../platform/domain-name.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { changeConnection, getConnection, recordConnection } from './connections.ts';
import { type RequireRefusal, requireConnection } from './require-connection.ts';
import { checkOidc, readSaml, type SamlInput, type SamlSettings, type SettingsRefusal } from './settings.ts';
import { clientSecretPurpose, type SsoContext } from './sso-deps.ts';

type OidcInput = {
  issuer?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | null | undefined;
};
type ConnectionEdit = {
  name?: string | undefined;
  enabled?: boolean | undefined;
  required?: boolean | undefined;
  domains?: string[] | undefined;
  provisioning?: boolean | undefined;
  trustsSecondFactor?: boolean | undefined;
  adminGroups?: string[] | undefined;
  groupRoles?: ConnectionRow['groupRoles'] | undefined;
  attributes?: { [N in keyof AttributeNames]?: string | null | undefined } | undefined;
  sessionHours?: number | undefined;
  oidc?: OidcInput | undefined;
  saml?: SamlInput | undefined;
};
type UpdateRefusal =
  | SettingsRefusal
  | MembershipRefusal
  | RequireRefusal
  | Refusal<'NOT_FOUND' | 'CONNECTION_IN_USE' | 'DOMAIN_NOT_VERIFIED' | 'DOMAIN_TAKEN'>;

const invalid = (field: string, message: string) =>
  refuse('VALIDATION_FAILED', { details: { [field]: [message] } });

/** What has to be fetched is fetched before anything is locked. */
export async function updateConnection(
  context: SsoContext,
  { id, ...edit }: ConnectionEdit & { id: string },
): Promise<ConnectionRow | UpdateRefusal> {
  const seen = await getConnection(context, { id });
  if (isRefusal(seen)) return seen;
  const other = seen.kind === 'oidc' ? 'saml' : 'oidc';
  if (edit[other]) return invalid(other, `This connection speaks ${seen.kind}.`);
  if (edit.oidc?.issuer !== undefined) {
    const refused = await checkOidc(context.deps, edit.oidc.issuer);
    if (refused) return refused;
  }
  const saml = edit.saml && (await readSaml(context.deps, edit.saml));
  if (isRefusal(saml)) return saml;
  const groupRoles = edit.groupRoles && sorted(edit.groupRoles);
  return changeConnection(context, id, (tx, row) => save(context, tx, row, { ...edit, groupRoles, saml }));
}

type Prepared = Omit<ConnectionEdit, 'saml'> & { saml: SamlSettings | undefined };

async function save(
  context: SsoContext,
  tx: Tx,
  before: ConnectionRow,
  edit: Prepared,
): Promise<ConnectionRow | UpdateRefusal> {
  const domains = edit.domains && (await claimDomains(tx, before, edit.domains));
  if (isRefusal(domains)) return domains;
  const unknown = await resolveRoles(tx, before.organizationId, keysIn(edit.groupRoles));
  if (isRefusal(unknown)) return unknown;
  const merged = merge(context, before, edit);
  if (isRefusal(merged)) return merged;
  const isNew = (merged.issuer ?? merged.entityId) !== (before.issuer ?? before.entityId);
  if (isNew && (await hasLinks(tx, before.id))) return refuse('CONNECTION_IN_USE');
  const after: ConnectionRow = {
    ...merged,
    domains: domains?.map(({ name }) => name).sort() ?? before.domains,
    ...(isNew && { testedAt: null, enabled: false }),
    updatedAt: context.origin.now,
  };
  // One that is turned off requires nothing.
  if (!after.enabled && !edit.required) after.required = false;
  if (edit.enabled) {
    if (after.domains.length === 0) return refuse('DOMAIN_NOT_VERIFIED');
    if (!after.testedAt) return refuse('CONNECTION_NOT_TESTED');
  }
  const isAsked = after.required && (!before.required || !after.enabled);
  const refused = isAsked && (await requireConnection(context, tx, after));
  if (refused) return refused;
  const change = changeOf(before, after, told);
  const secretChanged = edit.oidc?.clientSecret !== undefined;
  // Even if none that is proven changes: one that lost its proof would come back with it.
  if (domains)
    await assignDomains(
      tx,
      before.id,
      domains.map(({ id }) => id),
    );
  if (!isChanged(change) && !secretChanged) return before;
  await saveConnection(tx, after);
  if (edit.groupRoles) await saveGroupRoles(tx, after, after.groupRoles);
  const more = secretChanged ? { secretChanged } : {};
  await recordConnection(tx, context, after, { what: 'UPDATED', more, change });
  return (await findConnection(tx, before.id)) ?? refuse('NOT_FOUND');
}

/** Each role once, as they are shown. */
const sorted = (groupRoles: ConnectionRow['groupRoles']) =>
  groupRoles.map(({ group, roles }) => ({ group, roles: [...new Set(roles)].sort() }));

const keysIn = (groupRoles: ConnectionRow['groupRoles'] = []) => [
  ...new Set(groupRoles.flatMap(({ roles }) => roles)),
];

const told = [
  'name',
  'enabled',
  'required',
  'domains',
  'provisioning',
  'trustsSecondFactor',
  'adminGroups',
  'groupRoles',
  'attributes',
  'sessionHours',
  'issuer',
  'clientId',
  'entityId',
  'signInUrl',
  'certificates',
  'metadataUrl',
] as const;

function merge(
  { deps }: SsoContext,
  before: ConnectionRow,
  { oidc = {}, saml, attributes, domains: _, ...plain }: Prepared,
): ConnectionRow | Refusal<'VALIDATION_FAILED'> {
  const { issuer, clientId, clientSecret } = oidc;
  const isMoved = issuer !== undefined && before.issuer !== null && issuer !== before.issuer;
  // The secret was given for the issuer before: it must not be sent to another.
  if (isMoved && before.clientSecret && clientSecret === undefined)
    return invalid('oidc', 'Send the clientSecret for the new issuer, too.');
  const key = deps.dataKeys.of(clientSecretPurpose(before.id));
  const sent = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const named = Object.fromEntries(
    Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined),
  );
  return {
    ...before,
    ...sent,
    attributes: { ...before.attributes, ...named },
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && {
      clientSecret: clientSecret === null ? null : seal(key, Buffer.from(clientSecret)),
    }),
    ...saml,
  };
}

/** Every name must be a domain that is proven here, and that no other connection has. */
async function claimDomains(
  tx: Tx,
  { id, organizationId }: ConnectionRow,
  given: readonly string[],
): Promise<{ id: string; name: string }[] | Refusal<'DOMAIN_NOT_VERIFIED' | 'DOMAIN_TAKEN'>> {
  const names = [...new Set(given.map((name) => readDomainName(name) ?? name))];
  const found = await findDomainsNamed(tx, organizationId, names);
  const missing = names.filter((name) => !found.some((each) => each.name === name && each.isProven));
  if (missing.length > 0) return refuse('DOMAIN_NOT_VERIFIED', { details: { domains: missing } });
  const taken = found.filter(({ connectionId }) => connectionId !== null && connectionId !== id);
  if (taken.length > 0)
    return refuse('DOMAIN_TAKEN', { details: { domains: taken.map(({ name }) => name) } });
  return found;
}
