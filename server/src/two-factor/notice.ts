import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../users/store.ts';

export function mailTwoFactor(
  deps: Deps,
  tx: Db,
  user: UserRow,
  notice: { type: 'two_factor_enabled' | 'two_factor_disabled'; at: Date; byAdmin?: boolean },
): Promise<void> {
  return deps.outbox.enqueue(tx, {
    to: user.email,
    userId: user.id,
    firstName: user.firstName,
    mail: { ...notice, link: `${deps.config.baseUrl}/profile/security` },
  });
}
