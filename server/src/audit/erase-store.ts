import type { Sql } from '../db/sql.ts';

/** How many entries it was of. The trail says that, and not of whom. */
export async function eraseAuditPerson(sql: Sql, email: string, now: Date): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`SELECT erase_audit_person(${email}, ${now}) AS erased`;
  return row?.erased ?? 0;
}
