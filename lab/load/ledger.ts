import type { Sql } from 'postgres';

const kinds = [
  'key made',
  'key revoked',
  'key renamed',
  'invited',
  'organization made',
  'organization deleted',
  'registered',
] as const;
type Kind = (typeof kinds)[number];

/** What the service acknowledged, by the key to find it with. */
export type Ledger = Record<Kind, Set<string>>;

export function newLedger(): Ledger {
  return Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Ledger;
}

export const sizeOf = (ledger: Ledger) => Object.values(ledger).reduce((sum, { size }) => sum + size, 0);

/** Everything that is completely there: the row, its audit entry, its email. */
const present: Record<Kind, string> = {
  'key made': `SELECT k.id::text AS id FROM api_keys k
    JOIN audit_logs a ON a.action = 'API_KEY_CREATED' AND a.metadata->>'keyId' = k.id::text`,
  'key revoked': `SELECT k.id::text AS id FROM api_keys k
    JOIN audit_logs a ON a.action = 'API_KEY_REVOKED' AND a.metadata->>'keyId' = k.id::text
    WHERE k.revoked_at IS NOT NULL`,
  'key renamed': `SELECT metadata->'changes'->>'name' AS id FROM audit_logs WHERE action = 'API_KEY_UPDATED'`,
  invited: `SELECT i.email AS id FROM organization_invites i
    JOIN audit_logs a ON a.action = 'ORG_INVITE_CREATED' AND a.metadata->>'inviteId' = i.id::text
    JOIN emails e ON e.to_address = i.email`,
  'organization made': `SELECT a.organization_id::text AS id FROM audit_logs a
    WHERE a.action = 'ORG_CREATED' AND (
      EXISTS (SELECT 1 FROM organizations o JOIN organization_members m ON m.organization_id = o.id AND m.role = 'OWNER'
               WHERE o.id = a.organization_id)
      OR EXISTS (SELECT 1 FROM audit_logs d WHERE d.action = 'ORG_DELETED' AND d.organization_id = a.organization_id))`,
  'organization deleted': `SELECT a.organization_id::text AS id FROM audit_logs a
    WHERE a.action = 'ORG_DELETED' AND NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = a.organization_id)`,
  registered: `SELECT u.email AS id FROM users u
    JOIN organizations o ON o.id = u.organization_id
    JOIN audit_logs a ON a.action = 'AUTH_REGISTER' AND a.user_id = u.id
    JOIN emails e ON e.to_address = u.email AND e.type = 'verification'`,
};

/** What no crash may leave behind, acknowledged or not. */
const halves: Record<string, string> = {
  'organizations without an OWNER': `SELECT 1 FROM organizations o WHERE NOT EXISTS
    (SELECT 1 FROM organization_members m WHERE m.organization_id = o.id AND m.role = 'OWNER')`,
  'organizations without an entry': `SELECT 1 FROM organizations o WHERE NOT EXISTS
    (SELECT 1 FROM audit_logs a WHERE a.action = 'ORG_CREATED' AND a.organization_id = o.id)`,
  'keys without an entry': `SELECT 1 FROM api_keys k LEFT JOIN audit_logs a
    ON a.action = 'API_KEY_CREATED' AND a.metadata->>'keyId' = k.id::text WHERE a.id IS NULL`,
  'invitations without a mail': `SELECT 1 FROM organization_invites i LEFT JOIN emails e ON e.to_address = i.email
    WHERE e.id IS NULL`,
  'entries of keys that are not there': `SELECT 1 FROM audit_logs a LEFT JOIN api_keys k ON k.id::text = a.metadata->>'keyId'
    WHERE a.action = 'API_KEY_CREATED' AND k.id IS NULL`,
};

/** What was acknowledged but is missing, and what is only half there. */
export async function audit(sql: Sql, ledger: Ledger): Promise<{ lost: string[]; halfWritten: string[] }> {
  const lost: string[] = [];
  for (const kind of kinds) {
    const rows = await sql.unsafe(present[kind]);
    const found = new Set(rows.map(({ id }) => String(id)));
    for (const id of ledger[kind]) if (!found.has(id)) lost.push(`${kind}: ${id}`);
  }
  const halfWritten: string[] = [];
  for (const [what, query] of Object.entries(halves)) {
    const { length } = await sql.unsafe(query);
    if (length > 0) halfWritten.push(`${length} ${what}`);
  }
  return { lost, halfWritten };
}
