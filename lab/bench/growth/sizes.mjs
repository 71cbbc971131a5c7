/** Which tables belong together. Partitions count with their table. */
const groups = {
  users: ['users', 'user_logins', 'organization_members', 'member_logins'],
  'sessions and devices': ['sessions', 'devices'],
  organizations: ['organizations'],
  'audit trail': ['audit_logs', 'audit_emails', 'audit_days', 'audit_organizations', 'audit_unfolded'],
};
const per = { 'audit trail': 'entries', organizations: 'organizations' };

/** How much space a database takes. @param {import('./subject.mjs').Subject} subject */
export async function sizesOf({ sql, size }) {
  const rows = [];
  for (const [name, tables] of Object.entries(groups)) {
    const [{ bytes }] = await sql`
      SELECT sum(pg_total_relation_size(coalesce(part.relid, t.name::regclass)))::float8 AS bytes
        FROM unnest(${tables}::text[]) AS t (name) LEFT JOIN LATERAL pg_partition_tree(t.name::regclass) AS part ON true`;
    const count = size[per[name] ?? 'users'];
    rows.push([name, count, bytes / 1e6, bytes / count]);
  }
  return {
    caption: 'What the large database takes, indexes included.',
    columns: ['', 'rows', 'MB', 'bytes a row'],
    digits: [0, 0, 0, 0],
    rows,
  };
}
