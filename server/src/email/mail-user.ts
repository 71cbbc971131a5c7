import type { Db, Statement } from '../db/sql.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

type Recipient = { id: string; email: string; firstName: string | null; emailVerifiedAt: Date | null };

/** Mails an account holder, in the transaction of what the mail reports. */
export function mailUser(deps: { outbox: Outbox }, tx: Db, user: Recipient, mail: Mail): Statement {
  const { id: userId, email: to, firstName, emailVerifiedAt } = user;
  return deps.outbox.enqueue(tx, { to, userId, firstName, verified: emailVerifiedAt !== null, mail });
}
