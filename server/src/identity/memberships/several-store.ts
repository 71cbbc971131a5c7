import type { Sql } from '../../platform/db/sql.ts';

/** Notes that people may belong to several organizations from now on. */
export async function openSeveralOrganizations(sql: Sql, now: Date): Promise<void> {
  await sql`INSERT INTO several_organizations (since) VALUES (${now}) ON CONFLICT DO NOTHING`;
}
