import type { Db } from '../../platform/db/sql.ts';

/** What a page shows of an organization. Without a name of its own beside a logo, it has the organization's. */
export type PageBrandRow = {
  organizationId: string;
  displayName: string | null;
  accentColor: string | null;
  hasLogo: boolean;
};

const columns = (db: Db) => db`
  b.organization_id, b.accent_color, b.logo_etag IS NOT NULL AS has_logo,
  CASE WHEN b.logo_etag IS NULL THEN b.display_name ELSE coalesce(b.display_name, o.name) END AS display_name`;

export async function brandOfSlug(db: Db, slug: string): Promise<PageBrandRow | undefined> {
  const [row] = await db<PageBrandRow[]>`
    SELECT ${columns(db)} FROM organizations o JOIN organization_branding b ON b.organization_id = o.id
     WHERE o.slug = ${slug}`;
  return row;
}

/** As long as the invitation is open. */
export async function brandOfInvite(db: Db, tokenHash: Buffer, now: Date): Promise<PageBrandRow | undefined> {
  const [row] = await db<PageBrandRow[]>`
    SELECT ${columns(db)} FROM organization_invites i JOIN organizations o ON o.id = i.organization_id
      JOIN organization_branding b ON b.organization_id = o.id
     WHERE ${tokenHash} IN (i.token_hash, i.link_hash) AND i.expires_at > ${now}`;
  return row;
}

export type ApplicationPage = { name: string | null } & (PageBrandRow | { organizationId: null });

/**
 * The application that people are to sign in to, and its organization, or else the one that it asks for. One that registered
 * itself may claim any name, so it has none.
 */
export async function pageOfApplication(
  db: Db,
  clientId: string,
  organizationId: string | null,
): Promise<ApplicationPage | undefined> {
  const [row] = await db<ApplicationPage[]>`
    SELECT CASE WHEN NOT a.dynamic THEN a.name END AS name, ${columns(db)}
      FROM applications a
      LEFT JOIN organizations o ON o.id = coalesce(a.organization_id, ${organizationId})
      LEFT JOIN organization_branding b ON b.organization_id = o.id
     WHERE a.client_id = ${clientId} AND a.enabled`;
  return row;
}
