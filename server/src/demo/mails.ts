import type { AuditAction } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { AuditRow } from '../audit/store.ts';
import type { Dice } from './dice.ts';

const subjects: { [A in AuditAction]?: readonly [type: string, subject: string] } = {
  AUTH_REGISTER: ['verification', 'Confirm your email address'],
  AUTH_LOGIN_SUCCESS: ['new_device', 'New sign-in to your account'],
  AUTH_2FA_ENABLED: ['two_factor_enabled', 'Two-factor authentication is on'],
  SECURITY_ACCOUNT_LOCKED: ['account_locked', 'Your account is locked'],
  SECURITY_PASSWORD_CHANGED: ['password_changed', 'Your password was changed'],
};

/** The mails that the history caused. A sign-in causes one only now and then: most devices are known. */
export function mailsOf(history: AuditRow[], from: string, dice: Dice) {
  return history.flatMap(({ action, userId, userEmail, createdAt }) => {
    const mail = subjects[action];
    if (!mail || !userEmail || (action === 'AUTH_LOGIN_SUCCESS' && dice.chance(0.96))) return [];
    const failed = dice.chance(0.03);
    return {
      id: uuidv7(),
      userId,
      toAddress: userEmail,
      fromAddress: from,
      type: mail[0],
      subject: mail[1],
      status: failed ? 'FAILED' : 'SENT',
      attempts: failed ? 8 : 1,
      lastError: failed ? 'SMTP: RCPT TO 550 5.1.1' : null,
      sentAt: failed ? null : new Date(createdAt.getTime() + 900),
      createdAt,
    };
  });
}
