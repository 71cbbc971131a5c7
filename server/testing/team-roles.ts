import { uuidv7 } from 'uuidv7';
import type { TestService } from './service.ts';

type Given = { key?: string; permissions?: readonly string[]; isDefault?: boolean };

/** The catalog has exactly these from now on. Roles keep what they list. */
export async function fillCatalog({ sql }: TestService, names: readonly string[]): Promise<void> {
  const sorted = [...new Set(names)].sort();
  await sql`UPDATE organization_permissions SET names = ${sorted}, descriptions = ${sorted.map(() => '')}`;
}

/** A template, or a role of this organization. What it permits is in the catalog. */
export async function newTeamRole(
  { sql, clock }: TestService,
  organizationId: string | null,
  { key, permissions = [], isDefault = false }: Given = {},
): Promise<{ id: string; key: string }> {
  const [id, now] = [uuidv7(), clock.now()];
  const own = key ?? `${organizationId ? 'org-' : ''}r${id.replaceAll('-', '')}`;
  await sql`
    INSERT INTO organization_roles (id, organization_id, key, name, description, permissions, is_default, created_at, updated_at)
    VALUES (${id}, ${organizationId}, ${own}, ${own}, '', ${[...permissions].sort()}, ${isDefault}, ${now}, ${now})`;
  return { id, key: own };
}

/** Gives a member these roles, beside the API, where a test isn't about how they came by them. */
export async function giveTeamRoles(
  { sql }: TestService,
  userId: string,
  organizationId: string,
  roles: readonly { id: string }[],
): Promise<void> {
  const ids = roles.map(({ id }) => id);
  await sql`
    UPDATE organization_members SET role_ids = ${ids}::uuid[]
     WHERE user_id = ${userId} AND organization_id = ${organizationId}`;
}

/** All of them, or one. */
export async function dropTeamRoles({ sql }: TestService, id: string | null = null): Promise<void> {
  await sql`DELETE FROM organization_roles WHERE id = coalesce(${id}, id)`;
}
