import type { Sql } from './sql.ts';

export class NoRoleError extends Error {
  constructor(role: string) {
    super(
      `There is no role ${role} in the database. Create it first: CREATE ROLE ${role} LOGIN PASSWORD '…'`,
    );
  }
}

/**
 * What a role needs to serve, and no more: it may not create, alter or drop anything, nor change what was recorded. It
 * can at once read and add to whatever the migrating role creates from now on, above all partitions of the audit trail.
 */
export async function grantTo(sql: Sql, role: string): Promise<void> {
  const [found] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${role}`;
  if (!found) throw new NoRoleError(role);
  await sql.begin(async (tx) => {
    const [target] = await tx<GrantTarget[]>`
      SELECT quote_ident(current_schema()) AS schema, quote_ident(current_database()) AS database,
             quote_ident(${role}) AS grantee`;
    const trail = await tx<{ name: string }[]>`
      SELECT relname AS name FROM pg_partition_tree('audit_logs') JOIN pg_class ON oid = relid`;
    for (const grant of grantsOf(target ?? { schema: '', database: '', grantee: '' }, trail))
      await tx.unsafe(grant);
  });
}

type GrantTarget = { schema: string; database: string; grantee: string };

function grantsOf({ schema, database, grantee }: GrantTarget, trail: { name: string }[]): string[] {
  const all = (what: string) => `ALL ${what} IN SCHEMA ${schema} TO ${grantee}`;
  return [
    `GRANT CONNECT ON DATABASE ${database} TO ${grantee}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${grantee}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${all('TABLES')}`,
    `GRANT USAGE ON ${all('SEQUENCES')}`,
    `GRANT EXECUTE ON ${all('FUNCTIONS')}`,
    `REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${grantee}`,
    ...trail.map(({ name }) => `REVOKE UPDATE, DELETE ON "${name}" FROM ${grantee}`),
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT ON TABLES TO ${grantee}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${grantee}`,
  ];
}
