import type { Db } from '../db/sql.ts';

/** When and how the holder of a session proved who they are. */
export type SessionProof = { provenAt: Date | null; methods: string[] };

export async function findSessionProof(db: Db, sessionId: string): Promise<SessionProof | undefined> {
  const [row] = await db<SessionProof[]>`
    SELECT proven_at, coalesce(methods, '{}') AS methods FROM sessions WHERE id = ${sessionId}`;
  return row;
}
