import type { Metadata } from '@latchkey/contract';
import { findUser } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { isWithinReach } from '../caller/policy.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMetadata } from './metadata-store.ts';

export async function getUserMetadata(
  { deps, caller, origin }: Context,
  id: string,
): Promise<Metadata | Refusal<'NOT_FOUND'>> {
  const user = await findUser(deps.sql, id, origin.now);
  return isWithinReach(caller, user) ? findMetadata(deps.sql, id) : refuse('NOT_FOUND');
}
