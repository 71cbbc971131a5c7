import type { UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';

/** The row that the caller was resolved from a moment ago. */
export function getProfile({ caller }: Context): UserRow {
  return caller.user;
}
