import type { Sql } from '../db/sql.ts';

/** Returns how many entries were erased. The trail records that number, but not whose they were. */
export async function eraseAuditPerson(sql: Sql, email: string, now: Date): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`SELECT erase_audit_person(${email}, ${now}) AS erased`;
  return row?.erased ?? 0;
}
