import type { Db } from '../../platform/db/sql.ts';

/** How an organization looks. Null: as the service does. */
export type Brand = { displayName: string | null; accentColor: string | null };
export type BrandingRow = Brand & { hasLogo: boolean; updatedAt: Date };

/** For a mail, or for the organization's own administrators. Most organizations have none. */
export async function findBranding(db: Db, organizationId: string | null): Promise<BrandingRow | undefined> {
  const [row] = await db<BrandingRow[]>`
    SELECT display_name, accent_color, logo_etag IS NOT NULL AS has_logo, updated_at
      FROM organization_branding WHERE organization_id = ${organizationId}`;
  return row;
}

export async function saveBrand(
  db: Db,
  organizationId: string,
  { displayName, accentColor }: Brand,
  now: Date,
): Promise<void> {
  await db`
    INSERT INTO organization_branding (organization_id, display_name, accent_color, updated_at)
    VALUES (${organizationId}, ${displayName}, ${accentColor}, ${now})
    ON CONFLICT (organization_id) DO UPDATE
       SET display_name = excluded.display_name, accent_color = excluded.accent_color, updated_at = excluded.updated_at`;
}

export type Logo = { contentType: string; content: Buffer; etag: string };

export async function findLogoTag(db: Db, organizationId: string): Promise<string | undefined> {
  const [row] = await db<{ etag: string }[]>`
    SELECT logo_etag AS etag FROM organization_branding
     WHERE organization_id = ${organizationId} AND logo_etag IS NOT NULL`;
  return row?.etag;
}

export async function findLogo(db: Db, organizationId: string): Promise<Logo | undefined> {
  const [row] = await db<Logo[]>`
    SELECT logo_type AS content_type, logo AS content, logo_etag AS etag FROM organization_branding
     WHERE organization_id = ${organizationId} AND logo_etag IS NOT NULL`;
  return row;
}

export async function saveLogo(db: Db, organizationId: string, logo: Logo, now: Date): Promise<void> {
  const { contentType, content, etag } = logo;
  await db`
    INSERT INTO organization_branding (organization_id, logo, logo_type, logo_etag, updated_at)
    VALUES (${organizationId}, ${content}, ${contentType}, ${etag}, ${now})
    ON CONFLICT (organization_id) DO UPDATE
       SET logo = excluded.logo, logo_type = excluded.logo_type, logo_etag = excluded.logo_etag,
           updated_at = excluded.updated_at`;
}

export async function removeLogo(db: Db, organizationId: string, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE organization_branding SET logo = NULL, logo_type = NULL, logo_etag = NULL, updated_at = ${now}
     WHERE organization_id = ${organizationId} AND logo_etag IS NOT NULL RETURNING organization_id`;
  return rows.length === 1;
}
