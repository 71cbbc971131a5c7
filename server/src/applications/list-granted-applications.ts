import type { Context } from '../caller/caller.ts';
import { type GrantedRow, listGranted } from './grant-store.ts';

export function listGrantedApplications({ deps, caller }: Context): Promise<GrantedRow[]> {
  return listGranted(deps.sql, caller.user.id);
}
