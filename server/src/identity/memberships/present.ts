import type {
  ApiKey,
  Application,
  Destination,
  Invite,
  Member,
  NewInvite,
  Organization,
  OrganizationBranding,
  OrganizationKey,
  PublicInvite,
  TeamRole,
  Webhook,
} from '@latchkey/contract';
import type { TeamRoleRow } from '../accounts/team-role-store.ts';
import type { BrandingRow } from './branding-store.ts';
import type { InviteRow, ListedInvite, OpenedInvite, SentInvite } from './invite-store.ts';
import type { ApplicationRow, MachineDestination, WebhookRow } from './machine-store.ts';
import type { MemberRow } from './member-store.ts';
import type { OrganizationKeyRow } from './organization-key-store.ts';
import type { MembershipRow, OrganizationRow } from './organization-store.ts';
import type { KeyRow } from './user-key-store.ts';

export function presentOrganization(organization: MembershipRow): Organization {
  const { role, memberCount } = organization;
  return { ...presentBareOrganization(organization), role, memberCount };
}

/** The same for every viewer, as events show it. */
export function presentBareOrganization({ id, name, slug, createdAt, updatedAt }: OrganizationRow) {
  return { id, name, slug, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function presentMember(member: MemberRow): Member {
  const { id, email, username, firstName, lastName, organizationRole, roles, isActive } = member;
  return {
    id,
    email,
    username,
    firstName,
    lastName,
    organizationRole,
    roles,
    isActive,
    lastLoginAt: member.lastLoginAt?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
  };
}

export function presentTeamRole({ organizationId, ...role }: TeamRoleRow): TeamRole {
  const [createdAt, updatedAt] = [role.createdAt.toISOString(), role.updatedAt.toISOString()];
  return { ...role, source: organizationId ? 'organization' : 'service', createdAt, updatedAt };
}

/** An invitation without the secret that opens it. */
export function presentBareInvite({ id, email, role, roles, expiresAt, createdAt }: InviteRow) {
  return { id, email, role, roles, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
}

export function presentNewInvite({ invite, token, url }: SentInvite): NewInvite {
  return { ...presentBareInvite(invite), ...(token !== undefined && { token, url }) };
}

export function presentInvite(invite: ListedInvite): Invite {
  return { ...presentBareInvite(invite), invitedBy: invite.invitedBy };
}

/** For anyone who holds the link, with or without an account: no ids, and no address but the invited one. */
export function presentPublicInvite(invite: OpenedInvite): PublicInvite {
  const { email, role, expiresAt, organizationName, organizationSlug, invitedBy } = invite;
  return {
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    organization: { name: organizationName, slug: organizationSlug },
    invitedBy: invitedBy && { firstName: invitedBy.firstName, lastName: invitedBy.lastName },
  };
}

/** The only form in which an endpoint leaves the service. Its secrets are not included. */
export function presentWebhook(webhook: WebhookRow): Webhook {
  const { id, url, events, description, enabled, failingSince, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    events,
    description,
    enabled,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Without its status, which changes with every batch, and without what is sealed. */
export function presentDestination(row: MachineDestination): Omit<Destination, 'status'> {
  const { id, name, kind, enabled, events, settings } = row;
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  return { id, name, kind, enabled, events, settings, createdAt, updatedAt };
}

/** The rest of an address may be a secret. */
export function withoutPaths<R extends Pick<MachineDestination, 'settings'>>(row: R): R {
  const { url, endpoint } = row.settings;
  const origins = {
    ...(url !== undefined && { url: new URL(url).origin }),
    ...(endpoint !== undefined && { endpoint: new URL(endpoint).origin }),
  };
  return { ...row, settings: { ...row.settings, ...origins } };
}

/** The only form in which an application leaves the service. Its secrets are not included. */
export function presentApplication({ dynamic, ...row }: ApplicationRow): Application {
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  return { ...row, ...registrationOf({ dynamic }), createdAt, updatedAt };
}

/** Shown to users and administrators alike. */
export function registrationOf({ dynamic }: Pick<ApplicationRow, 'dynamic'>): { selfRegistered?: true } {
  return dynamic ? { selfRegistered: true } : {};
}

/** The only form in which an organization's key leaves the service. Its secrets are not included. */
export function presentOrganizationKey(row: OrganizationKeyRow, now: Date): OrganizationKey {
  const { id, name, keyPrefix, enabled, scopes, allowedNetworks, externalId, metadata, createdBy } = row;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    name,
    keyPrefix,
    enabled,
    scopes,
    allowedNetworks,
    rateLimit: row.rateLimit,
    externalId,
    metadata,
    expiresAt: iso(row.expiresAt),
    previousExpiresAt: iso(previousEnd(row, now)),
    lastUsedAt: iso(row.lastUsedAt),
    createdAt: row.createdAt.toISOString(),
    createdBy,
    revokedAt: iso(row.revokedAt),
  };
}

/** When the earlier secret ends: never after the key itself. Null if none works any more. */
function previousEnd(
  { previousExpiresAt, expiresAt, revokedAt }: OrganizationKeyRow,
  now: Date,
): Date | null {
  if (!previousExpiresAt || revokedAt) return null;
  const end = expiresAt && expiresAt < previousExpiresAt ? expiresAt : previousExpiresAt;
  return end > now ? end : null;
}

/** The only form in which a stored key of a person leaves the service. The key itself is not included. */
export function presentKey(row: KeyRow): ApiKey {
  const { id, name, keyPrefix, permission, organizationId } = row;
  return {
    id,
    name,
    keyPrefix,
    permission,
    organizationId,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** A path: every address of the service leads there. */
export const logoPath = (organizationId: string, hasLogo: boolean) =>
  hasLogo ? `/api/branding/${organizationId}/logo` : null;

export function presentBranding(organizationId: string, row: BrandingRow | undefined): OrganizationBranding {
  if (!row) return { displayName: null, accentColor: null, logoUrl: null, updatedAt: null };
  const { displayName, accentColor, hasLogo, updatedAt } = row;
  const logoUrl = logoPath(organizationId, hasLogo);
  return { displayName, accentColor, logoUrl, updatedAt: updatedAt.toISOString() };
}
