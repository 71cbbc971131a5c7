import type { Context } from '../caller/caller.ts';
import { findRoles, type RoleRow } from './store.ts';

export function listRoles({ deps }: Context): Promise<RoleRow[]> {
  return findRoles(deps.sql);
}
