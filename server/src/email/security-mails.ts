import { lifetimes } from '@latchkey/contract';
import type { Content, Of } from './content.ts';
import { inert, masked, readableTime } from './safe-text.ts';

const securityNotice = (product: string) => `It is a security notice about your ${product} account.`;
const reviewSecurity = 'Review account security';

export function newDevice(mail: Of<'new_device'>, product: string): Content {
  return {
    subject: 'New sign-in to your account',
    preview: `${inert(mail.device)}, ${readableTime(mail.at)}`,
    paragraphs: [`Your ${product} account was signed in to from a device we have not seen before.`],
    facts: [
      ['Device', inert(mail.device)],
      ['IP address', inert(mail.ipAddress)],
      ['Time', readableTime(mail.at)],
    ],
    action: { label: reviewSecurity, link: mail.link },
    notes: [
      'If this was you, there is nothing to do.',
      'If it was not, change your password now and end the sessions you do not know.',
    ],
    reason: securityNotice(product),
  };
}

export function accountLocked(mail: Of<'account_locked'>, product: string): Content {
  return {
    subject: 'Your account is locked',
    preview: `Too many failed sign-ins. Locked until ${readableTime(mail.lockedUntil)}.`,
    paragraphs: [
      `There were too many failed attempts to sign in to your ${product} account. It is locked for now.`,
      'You can wait until the lock ends, or ask for a link that ends it at once.',
    ],
    facts: [
      ['Locked until', readableTime(mail.lockedUntil)],
      ['Last attempt from', inert(mail.ipAddress)],
    ],
    action: { label: 'Request an unlock link', link: mail.link },
    notes: ['If these attempts were not yours, someone may be guessing your password. They did not get in.'],
    reason: securityNotice(product),
  };
}

export function passwordChanged(mail: Of<'password_changed'>, product: string): Content {
  return {
    subject: 'Your password was changed',
    preview: `Changed ${readableTime(mail.at)}.`,
    paragraphs: [`The password of your ${product} account was changed.`],
    facts: [
      ['Time', readableTime(mail.at)],
      ['IP address', inert(mail.ipAddress)],
    ],
    action: { label: 'Reset your password', link: mail.link },
    notes: ['If this was you, there is nothing to do. If it was not, choose a new one now.'],
    reason: securityNotice(product),
  };
}

export function emailChanged(mail: Of<'email_changed'>, product: string): Content {
  return {
    subject: 'Your email address was changed',
    preview: `Not you? You can undo it within ${lifetimes.emailChangeUndoHours} hours.`,
    paragraphs: [
      `The email address of your ${product} account was changed. The account now uses another one.`,
      'If this was you, there is nothing to do. If it was not, undo the change now.',
    ],
    facts: [
      ['New address', inert(masked(mail.newEmail), 255)],
      ['Time', readableTime(mail.at)],
    ],
    action: { label: 'Undo the change', link: mail.link },
    notes: [
      `The link works once, within ${lifetimes.emailChangeUndoHours} hours of the change. It puts this address back, ` +
        'signs everyone out, and sends you a link to choose a new password.',
      'Do not forward this mail: whoever has the link can take over the account.',
    ],
    reason: `${securityNotice(product)} This was its address until now.`,
  };
}

export function securityAlert(mail: Of<'security_alert'>, product: string): Content {
  return mail.reason === 'session_guessing' ? sessionGuessing(mail, product) : rememberMeTheft(mail, product);
}

type Alert<Reason> = Extract<Of<'security_alert'>, { reason: Reason }>;

function sessionGuessing(mail: Alert<'session_guessing'>, product: string): Content {
  return {
    subject: 'Security alert for your account',
    preview: 'Someone who is signed in to it is guessing your password or a code.',
    paragraphs: [
      `Someone who is signed in to your ${product} account entered a wrong password or code five times, ` +
        'while trying to change your password or your two-factor authentication.',
      'Such changes are blocked for now. You can still sign in.',
    ],
    facts: [
      ['Blocked until', readableTime(mail.lockedUntil)],
      ['Last attempt from', inert(mail.ipAddress)],
    ],
    action: { label: 'Reset your password', link: mail.link },
    notes: [
      'If this was you, wait and try again.',
      'If it was not, reset your password now. That ends every session.',
    ],
    reason: securityNotice(product),
  };
}

function rememberMeTheft(mail: Alert<'remember_me_theft'>, product: string): Content {
  return {
    subject: 'Security alert for your account',
    preview: 'A saved sign-in was used a second time and has been ended.',
    paragraphs: [
      `A saved "remember me" sign-in to your ${product} account was used again after it had been replaced. ` +
        'Someone may have copied it from one of your browsers.',
      'To be safe, it has been ended. You may need to sign in again.',
    ],
    facts: [
      ['Time', readableTime(mail.at)],
      ['IP address', inert(mail.ipAddress)],
    ],
    action: { label: reviewSecurity, link: mail.link },
    notes: ['Please end the sessions you do not know. If in doubt, change your password.'],
    reason: securityNotice(product),
  };
}

export function twoFactor(mail: Of<'two_factor_enabled' | 'two_factor_disabled'>, product: string): Content {
  const on = mail.type === 'two_factor_enabled';
  const state = on ? 'on' : 'off';
  const what = `Two-factor authentication was turned ${state} for your ${product} account`;
  return {
    subject: `Two-factor authentication is ${state}`,
    preview: on ? 'Signing in now needs a code as well.' : 'Signing in now needs your password alone.',
    paragraphs: [
      mail.byAdmin ? `${what} by an administrator.` : `${what}.`,
      on
        ? 'From now on, signing in needs a code from your authenticator app as well as your password.'
        : 'From now on, signing in needs your password alone.',
    ],
    facts: [['Time', readableTime(mail.at)]],
    action: { label: reviewSecurity, link: mail.link },
    notes: [
      mail.byAdmin
        ? 'If you did not expect this, ask your administrator.'
        : 'If this was you, there is nothing to do. If it was not, change your password now.',
    ],
    reason: securityNotice(product),
  };
}
