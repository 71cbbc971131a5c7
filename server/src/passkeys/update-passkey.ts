import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type PasskeyRow, renamePasskey } from './store.ts';

export async function updatePasskey(
  { deps, caller }: Context,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow | Refusal<'NOT_FOUND'>> {
  return (await renamePasskey(deps.sql, caller.user.id, id, name)) ?? refuse('NOT_FOUND');
}
