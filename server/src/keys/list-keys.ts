import { apiKeyLimit } from '@latchkey/contract';
import type { Context } from '../caller/caller.ts';
import { type KeyRow, listKeyRows } from './store.ts';

type Listed = { keys: KeyRow[]; count: number; limit: number };

/** Revoked keys are listed, but don't count toward the limit. */
export async function listKeys({ deps, caller }: Context): Promise<Listed> {
  await deps.lastUse.keys.flush();
  const keys = await listKeyRows(deps.sql, caller.user.id);
  return { keys, count: keys.filter(({ revokedAt }) => revokedAt === null).length, limit: apiKeyLimit };
}
