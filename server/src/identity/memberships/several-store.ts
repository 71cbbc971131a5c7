import type { Sql } from '../../platform/db/sql.ts';

/**
 * Notes that people may belong to several organizations from now on. The first time, each API key is bound to the
 * organization it acts in, its owner's default: it must not follow them into another one.
 */
export async function openSeveralOrganizations(sql: Sql, now: Date): Promise<void> {
  if ((await sql`SELECT 1 FROM several_organizations`).length > 0) return;
  await sql.begin(async (tx) => {
    // Waits for keys that are being made, and keeps others from being made unbound.
    await tx`LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE`;
    const opened = await tx`
      INSERT INTO several_organizations (since) VALUES (${now}) ON CONFLICT DO NOTHING RETURNING since`;
    if (opened.length > 0)
      await tx`
        UPDATE api_keys k SET organization_id = u.organization_id FROM users u WHERE u.id = k.user_id`;
  });
}
