import { lifetimes, messageOf } from '@latchkey/contract';
import type { Refusal } from '../refusal.ts';

/** A refusal for the person at the terminal, who named an account by its email. */
export function wordsOf({ refused, details }: Refusal, email: string): string {
  if (refused === 'NOT_FOUND') return `There is no account with the email ${email}.`;
  if (refused === 'LAST_ADMIN') return `${email} is the last active ADMIN. Make someone else an ADMIN first.`;
  if (refused === 'TWO_FACTOR_NOT_ENABLED') return `${email} has no two-factor authentication.`;
  if (refused === 'EMAIL_TAKEN' && details?.hasAccount)
    return `An account with the email ${email} already exists. Anyone can register an address. If it's yours, promote it: latchkey user set-role ${email} ADMIN`;
  if (refused === 'EMAIL_TAKEN')
    return `An account had the email ${email} until recently and can still get it back. Try again in ${lifetimes.emailChangeUndoHours} hours.`;
  if (refused === 'VALIDATION_FAILED')
    return Object.entries(details ?? {})
      .map(([field, faults]) => `The ${field} is refused: ${[faults].flat().join(' ')}`)
      .join(' ');
  return messageOf(refused);
}
