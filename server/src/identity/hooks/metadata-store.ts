import type { Db } from '../../platform/db/sql.ts';

/** As when it is written by the API: null is no value. */
export async function savePublicMetadata(
  tx: Db,
  userId: string,
  given: Record<string, unknown>,
): Promise<void> {
  const metadata = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  await tx`UPDATE users SET public_metadata = ${JSON.stringify(metadata)}::text::json WHERE id = ${userId}`;
}
