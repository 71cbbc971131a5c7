import type { Db } from '../../platform/db/sql.ts';

export type PasswordRules = { strength: number; breachCheck: boolean };

/** The strictest of the service and all of the user's organizations. */
export async function findPasswordRules(db: Db, userId: string | null): Promise<PasswordRules> {
  const [row] = await db<PasswordRules[]>`
    SELECT coalesce(max(p.password_strength), 0)::int AS strength,
           coalesce(bool_or(p.password_breach_check), false) AS breach_check
      FROM policies p
     WHERE p.organization_id IS NULL
        OR p.organization_id IN (SELECT organization_id FROM organization_members WHERE user_id = ${userId})`;
  return row ?? { strength: 0, breachCheck: false };
}

/** What the service's policy, and that of the organization that invited, ask of a person who is about to come in. */
export type EntryRules = PasswordRules & {
  /** The service's. Null: all are allowed. */
  signInMethods: string[] | null;
  system: string[];
  organization: string[];
  twoFactorRequired: boolean;
};

export async function findEntryRules(db: Db, inviteHash: Buffer | null): Promise<EntryRules> {
  const rows = await db<
    (PasswordRules & {
      organizationId: string | null;
      signInMethods: string[] | null;
      emailDomains: string[];
      twoFactorRequired: boolean;
    })[]
  >`
    SELECT organization_id, sign_in_methods, email_domains, two_factor_required, password_strength AS strength,
           password_breach_check AS breach_check
      FROM policies
     WHERE organization_id IS NULL
        OR organization_id = (SELECT organization_id FROM organization_invites WHERE ${inviteHash} IN (token_hash, link_hash))`;
  const system = rows.find((row) => row.organizationId === null);
  const organization = rows.find((row) => row.organizationId !== null);
  return {
    signInMethods: system?.signInMethods ?? null,
    system: system?.emailDomains ?? [],
    organization: organization?.emailDomains ?? [],
    strength: Math.max(0, ...rows.map((row) => row.strength)),
    breachCheck: rows.some((row) => row.breachCheck),
    twoFactorRequired: rows.some((row) => row.twoFactorRequired),
  };
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
