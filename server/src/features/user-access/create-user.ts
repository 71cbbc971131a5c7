import type { NewAccount } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { insertUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { type DomainRefusal, findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { refuseUnsolicited, senderOf } from '../../records/email/unsolicited.ts';
import { refuseTaken } from '../auth/create-account.ts';
import { mailFirstPassword } from '../auth/reset-password.ts';
import { takePrivileges } from '../users/status.ts';

type CreateRefusal =
  | DomainRefusal
  | Refusal<
      'PERMISSION_DENIED' | 'EMAIL_TAKEN' | 'USERNAME_TAKEN' | 'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'
    >;

/** Nothing of the account is anyone's yet: who gets the mail sets the first password, and with it proves the address. */
export function createUser(context: Context, input: NewAccount): Promise<UserRow | CreateRefusal> {
  const { deps, caller, origin } = context;
  const { now } = origin;
  const { email, username = null, firstName, lastName } = input;
  const account = {
    id: uuidv7(),
    email,
    username,
    passwordHash: null,
    firstName: firstName || null,
    lastName: lastName || null,
    role: 'USER',
    emailVerifiedAt: deps.config.emailVerification ? null : now,
    byAdmin: true,
    now,
  } as const;
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    // Takes the lock of the address, so it goes before the look at who has it.
    const limited = await refuseUnsolicited(context, tx, { recipient: email });
    const refused =
      refuseDomain(await findDomains(tx, null), email) ?? (await refuseTaken(tx, input, now)) ?? limited;
    if (refused) return refused;
    const user = await insertUser(tx, account);
    if (!user) return refuse('USERNAME_TAKEN');
    mailFirstPassword(context, tx, user, senderOf(context));
    tx.send(record(tx, origin, { action: 'ADMIN_USER_CREATED', user: caller.user, ...aboutUser(user) }));
    return user;
  });
}
