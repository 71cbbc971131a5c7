import type { Context } from '../caller/caller.ts';
import { findPasskeys, type PasskeyRow } from './store.ts';

export function listPasskeys({ deps, caller }: Context): Promise<PasskeyRow[]> {
  return findPasskeys(deps.sql, caller.user.id);
}
