import type { Db } from '../../platform/db/sql.ts';

/** Takes SAML connections whose day is over, for this node alone. Returns their ids. */
export async function claimDueConnections(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    UPDATE sso_connections SET next_check_at = ${until} WHERE id IN (
      SELECT id FROM sso_connections WHERE kind = 'saml' AND next_check_at <= ${now}
       ORDER BY next_check_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows.map(({ id }) => id);
}

export async function setNextCheck(db: Db, id: string, nextCheckAt: Date): Promise<void> {
  await db`UPDATE sso_connections SET next_check_at = ${nextCheckAt} WHERE id = ${id}`;
}

/** The certificates that OWNERs were warned of, by fingerprint, and how many days were left. */
type Warned = Record<string, number>;

export async function findWarned(tx: Db, id: string): Promise<Warned> {
  const [row] = await tx<{ warned: Warned }[]>`SELECT warned FROM sso_connections WHERE id = ${id}`;
  return row?.warned ?? {};
}

export async function saveWarned(tx: Db, id: string, warned: Warned): Promise<void> {
  await tx`UPDATE sso_connections SET warned = ${JSON.stringify(warned)}::text::json WHERE id = ${id}`;
}
