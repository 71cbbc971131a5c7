import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

type SamlAnswer = { tokenHash: Buffer; connectionId: string; content: Buffer; expiresAt: Date };

export async function insertSamlAnswer(db: Db, answer: SamlAnswer): Promise<void> {
  const { tokenHash, connectionId, content, expiresAt } = answer;
  await db`
    INSERT INTO saml_answers (token_hash, connection_id, content, expires_at)
    VALUES (${tokenHash}, ${connectionId}, ${content}, ${expiresAt})`;
}

/** Single use: only the first caller gets it. */
export async function takeSamlAnswer(
  db: Db,
  { tokenHash, connectionId, now }: { tokenHash: Buffer; connectionId: string; now: Date },
): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`
    DELETE FROM saml_answers
     WHERE token_hash = ${tokenHash} AND connection_id = ${connectionId} AND expires_at > ${now} RETURNING content`;
  return row?.content;
}

export const sweepSamlAnswers: Sweep = (db, now) => sweepSome(db, 'saml_answers', db`expires_at < ${now}`);
