import type { Db } from '../../platform/db/sql.ts';
import type { AuditRow, Erased } from './audit-store.ts';
import type { Salts } from './entry-leaf.ts';
import type { OwnParts } from './personal-fields.ts';
import { saltColumns } from './seal-store.ts';

/** A person whose entries are erased. `emails`: those that no other account has had. */
export type Erasure = { personId: string; emails: string[]; isDone: boolean };

/** In the transaction that erases the account: its entries are erased once they are sealed. */
export async function queueErasure(
  db: Db,
  { personId, emails, now }: { personId: string; emails: string[]; now: Date },
): Promise<void> {
  await db`
    INSERT INTO audit_erasures (person_id, emails, next_check_at) VALUES (${personId}, ${emails}, ${now})
    ON CONFLICT (person_id) DO UPDATE SET emails = EXCLUDED.emails, next_check_at = EXCLUDED.next_check_at`;
}

export function findErasures(
  db: Db,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<Erasure[]> {
  return db<Erasure[]>`
    SELECT person_id, emails, is_done FROM audit_erasures
     WHERE next_check_at <= ${now} ${after ? db`AND person_id > ${after}` : db``} ORDER BY person_id LIMIT ${limit}`;
}

/** The addresses are no longer needed: what comes later names the person by id. */
export async function markErased(db: Db, personId: string, nextCheckAt: Date): Promise<void> {
  await db`
    UPDATE audit_erasures SET emails = '{}', is_done = true, next_check_at = ${nextCheckAt} WHERE person_id = ${personId}`;
}

export async function forgetErasure(db: Db, personId: string): Promise<void> {
  await db`DELETE FROM audit_erasures WHERE person_id = ${personId}`;
}

/** An entry by or about the person. Without a `leaf`, it is not sealed yet. */
export type PersonalRow = AuditRow & Salts & { exactly: string; leaf: Buffer | null };

/** In the order of time. */
export function nextPersonal(
  db: Db,
  { personId, emails }: Erasure,
  after: { exactly: string; id: string } | undefined,
  limit: number,
): Promise<PersonalRow[]> {
  const page = db`
    ${after ? db`AND (created_at, id) > (${after.exactly}::text::timestamptz, ${after.id})` : db``}
    ORDER BY created_at, id LIMIT ${limit}`;
  return db<PersonalRow[]>`
    SELECT a.*, a.created_at::text AS exactly, ${saltColumns(db)}, s.leaf FROM (
      (SELECT created_at, id FROM audit_logs WHERE user_id = ${personId} ${page})
      UNION (SELECT created_at, id FROM audit_logs
              WHERE metadata ? 'targetUserId' AND metadata ->> 'targetUserId' = ${personId} ${page})
      UNION (SELECT created_at, id FROM audit_logs
              WHERE metadata ? 'impersonatedBy' AND metadata ->> 'impersonatedBy' = ${personId} ${page})
      UNION (SELECT created_at, id FROM audit_logs WHERE user_email = ANY (${emails}::text[]) ${page})
      UNION (SELECT created_at, id FROM audit_logs
              WHERE metadata ? 'email' AND metadata ->> 'email' = ANY (${emails}::text[]) ${page})) AS found
      JOIN audit_logs a ON a.created_at = found.created_at AND a.id = found.id
      LEFT JOIN audit_sealed s ON s.entry_id = a.id AND s.created_at = a.created_at
     ORDER BY a.created_at, a.id LIMIT ${limit}`;
}

/** Erases these parts of sealed entries. Each month of entries gets a record, which the caller writes. */
export function eraseFields(tx: Db, own: readonly (OwnParts & { id: string })[]): Promise<Erased[]> {
  const of = (part: keyof OwnParts) => own.map((each) => String(each[part]));
  return tx<Erased[]>`
    SELECT * FROM erase_audit_fields(${own.map(({ id }) => id)}::uuid[], ${of('actor')}::text[]::boolean[],
                                     ${of('client')}::text[]::boolean[], ${of('subject')}::text[]::boolean[])`;
}
