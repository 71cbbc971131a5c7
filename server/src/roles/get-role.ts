import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findRole, type RoleRow } from './store.ts';

export async function getRole({ deps }: Context, id: string): Promise<RoleRow | Refusal<'NOT_FOUND'>> {
  return (await findRole(deps.sql, id)) ?? refuse('NOT_FOUND');
}
