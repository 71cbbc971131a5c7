import type { Db } from '../../platform/db/sql.ts';

/** Who sets a password: a user, or a person who registers, perhaps by an invitation. */
export type Setter = { userId?: string; inviteHash?: Buffer };

export type PasswordRules = { strength: number; breachCheck: boolean };

/** The strictest of the service, the invitation's organization, and all of the user's. */
export async function findPasswordRules(db: Db, { userId, inviteHash }: Setter): Promise<PasswordRules> {
  const [row] = await db<PasswordRules[]>`
    SELECT coalesce(max(p.password_strength), 0)::int AS strength,
           coalesce(bool_or(p.password_breach_check), false) AS breach_check
      FROM policies p
     WHERE p.organization_id IS NULL
        OR p.organization_id IN (SELECT organization_id FROM organization_members WHERE user_id = ${userId ?? null})
        OR p.organization_id IN (SELECT organization_id FROM organization_invites WHERE token_hash = ${inviteHash ?? null})`;
  return row ?? { strength: 0, breachCheck: false };
}

/** The domains that the service's policy lists, and the organization's. An empty list allows any. */
export async function findDomainLists(
  db: Db,
  organizationId: string | null,
): Promise<{ system: string[]; organization: string[] }> {
  const rows = await db<{ organizationId: string | null; emailDomains: string[] }[]>`
    SELECT organization_id, email_domains FROM policies
     WHERE organization_id IS NULL OR organization_id = ${organizationId}`;
  const of = (isSystem: boolean) => rows.find((row) => (row.organizationId === null) === isSystem);
  return { system: of(true)?.emailDomains ?? [], organization: of(false)?.emailDomains ?? [] };
}

/** Whether any policy asks for a check against breaches. */
export async function isBreachCheckAsked(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM policies WHERE password_breach_check LIMIT 1`;
  return rows.length > 0;
}
