import type { Db } from '../../platform/db/sql.ts';

type Held = { userId: string; organizationId: string };
export type LinkChange = {
  userName?: string | undefined;
  externalId?: string | null | undefined;
  displayName?: string | null | undefined;
  givenName?: string | null | undefined;
  familyName?: string | null | undefined;
  preferredLanguage?: string | null | undefined;
  sentEmail?: string | undefined;
};

/**
 * Keeps what the directory said of a person, and leaves the rest. The organization is locked. A link that is new begins
 * with the name it is given, or the address.
 */
export async function saveLink(
  tx: Db,
  { userId, organizationId }: Held,
  change: LinkChange & { email: string; now: Date },
): Promise<void> {
  const { email, now, ...said } = change;
  const sent = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const columns = { ...sent, updatedAt: now };
  const made = { organizationId, userId, userName: email, createdAt: now, ...columns };
  await tx`
    INSERT INTO scim_links ${tx(made)} ON CONFLICT (organization_id, user_id) DO UPDATE SET ${tx(columns)}`;
}

/** The membership is about to end, but the link stays. */
export async function suspendLink(tx: Db, { userId, organizationId }: Held): Promise<void> {
  await tx`
    UPDATE scim_links SET is_suspended = true WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

/** Ends the link of a person who is no member, with their places in groups. */
export async function deleteLink(tx: Db, { userId, organizationId }: Held): Promise<void> {
  await tx`DELETE FROM scim_links WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx`
    DELETE FROM scim_group_members m USING scim_groups g
     WHERE m.user_id = ${userId} AND g.id = m.group_id AND g.organization_id = ${organizationId}`;
}

/**
 * Whether another person in the directory's reach has this name, in any case of letters. Exact in a transaction that has
 * locked the organization. `domains`: those that it has proven.
 */
export async function isUserNameTaken(
  tx: Db,
  organizationId: string,
  { userName, exceptUserId, domains }: { userName: string; exceptUserId: string | null; domains: string[] },
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM scim_links
     WHERE organization_id = ${organizationId} AND lower(user_name) = lower(${userName})
       AND user_id IS DISTINCT FROM ${exceptUserId}
    UNION ALL
    SELECT 1 FROM organization_members
     WHERE organization_id = ${organizationId} AND email = lower(${userName}) AND NOT is_linked
       AND domain_of(email) = ANY (${domains}) AND user_id IS DISTINCT FROM ${exceptUserId}`;
  return rows.length > 0;
}

/** A directory deactivated the account, and may activate it again. */
export async function noteDeactivation(
  tx: Db,
  { userId, organizationId, now }: Held & { now: Date },
): Promise<void> {
  await tx`
    INSERT INTO scim_deactivations (user_id, organization_id, deactivated_at)
    VALUES (${userId}, ${organizationId}, ${now}) ON CONFLICT DO NOTHING`;
}

/**
 * Whether the organization's directory may lift a deactivation: its own, or one by the directory of an organization that
 * the person has left since. Otherwise, one directory would let people back into another's organization.
 */
export async function mayLiftDeactivation(tx: Db, { userId, organizationId }: Held): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM scim_deactivations d
     WHERE d.user_id = ${userId} AND (d.organization_id = ${organizationId} OR NOT EXISTS (
       SELECT 1 FROM organization_members m WHERE m.organization_id = d.organization_id AND m.user_id = d.user_id))`;
  return rows.length > 0;
}

/** Whether a person may do more in the service than anyone: no directory changes them. */
export async function isPrivileged(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM users u WHERE u.id = ${userId}
       AND (u.role <> 'USER' OR EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id))`;
  return rows.length > 0;
}

/** The directory's token still works. Exact in a transaction that has locked the organization. */
export async function isTokenLive(tx: Db, tokenId: string): Promise<boolean> {
  return (await tx`SELECT 1 FROM scim_tokens WHERE id = ${tokenId}`).length > 0;
}

/** The domains that the organization has proven. */
export async function findProvenDomains(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT name FROM organization_domains WHERE organization_id = ${organizationId} AND verified_at IS NOT NULL`;
  return rows.map(({ name }) => name);
}
