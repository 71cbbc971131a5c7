import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findKey, type KeyRow } from './store.ts';

export async function getKey(
  { deps, caller }: Context,
  { keyId }: { keyId: string },
): Promise<KeyRow | Refusal<'NOT_FOUND'>> {
  await deps.lastUse.keys.flush();
  return (await findKey(deps.sql, caller.user.id, keyId)) ?? refuse('NOT_FOUND');
}
