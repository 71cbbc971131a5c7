import type { UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { shownToSelf } from '../caller/shown-to-self.ts';

/** The row the caller was resolved from a moment ago. */
export function getProfile(context: Context): Promise<UserRow> {
  return shownToSelf(context);
}
