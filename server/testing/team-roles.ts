import { uuidv7 } from 'uuidv7';
import {
  chosenImpersonatedCallers,
  chosenSessionCallers,
  impersonatedCallers,
  inOrganization,
  keyCallers,
  sessionCallers,
} from '../src/identity/caller/caller-store.ts';
import type { Lookup } from '../src/platform/db/lookups.ts';
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

/** What nodes compare before they use what they remember of a person's callers: it changes when they have to read again. */
export async function callerVersions(
  { sql }: TestService,
  userId: string,
  organizationId: string,
): Promise<string[]> {
  const read = async ({ versions }: Pick<Lookup<unknown>, 'versions'>, key: string) =>
    (await sql.unsafe<{ version: string }[]>(versions.one, [key])).map(({ version }) => version);
  const chosen = inOrganization(userId, organizationId);
  const [sessions, keys] = [
    await sql<{ id: string }[]>`SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY id`,
    await sql<{ hash: string }[]>`
      SELECT encode(key_hash, 'hex') AS hash FROM api_keys WHERE user_id = ${userId} ORDER BY id`,
  ];
  const versions = [
    ...sessions.map(({ id }) => read(sessionCallers, id)),
    ...sessions.map(({ id }) => read(chosenSessionCallers, inOrganization(id, organizationId))),
    ...keys.map(({ hash }) => read(keyCallers, hash)),
    read(impersonatedCallers, userId),
    read(chosenImpersonatedCallers, chosen),
  ];
  return (await Promise.all(versions)).flat();
}

/** Which transactions wrote the rows of people, organizations and memberships last. */
export async function writersOf({ sql }: TestService): Promise<unknown> {
  return sql`
    SELECT id AS one, id AS other, xmin::text FROM users UNION ALL SELECT id, id, xmin::text FROM organizations
     UNION ALL SELECT organization_id, user_id, xmin::text FROM organization_members ORDER BY 1, 2`;
}
