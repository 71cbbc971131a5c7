import type { UserRow } from '../accounts/user-store.ts';
import type { Db, Statement } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';

export function mailTwoFactorChange(
  deps: Deps,
  tx: Db,
  user: UserRow,
  change: {
    type: 'two_factor_enabled' | 'two_factor_disabled';
    at: Date;
    byAdmin?: boolean;
    passkeysRemoved?: number;
  },
): Statement {
  return mailUser(deps, tx, user, { ...change, link: `${deps.config.baseUrl}/profile/security` });
}
