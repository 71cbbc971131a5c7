import { inWords, lifetimes, lockout } from '@latchkey/contract';
import { type Content, inert, masked, type Of, readableTime } from './content.ts';

const securityNotice = (product: string) => `It is a security notice about your ${product} account.`;
const reviewSecurity = 'Review account security';
const ifYou = 'If this was you, you can ignore this email.';

export function newDevice(mail: Of<'new_device'>, product: string): Content {
  return {
    subject: 'New sign-in to your account',
    preview: `${inert(mail.device)}, ${readableTime(mail.at)}`,
    paragraphs: [`Someone signed in to your ${product} account from a new device.`],
    facts: [
      ['Device', inert(mail.device)],
      ['IP address', inert(mail.ipAddress)],
      ['Time', readableTime(mail.at)],
    ],
    action: { label: reviewSecurity, link: mail.link },
    notes: [ifYou, "If it wasn't, change your password now and end any session you don't recognize."],
    reason: securityNotice(product),
  };
}

export function accountLocked(mail: Of<'account_locked'>, product: string): Content {
  return {
    subject: 'Your account is locked',
    preview: `Too many failed sign-ins. It unlocks on ${readableTime(mail.lockedUntil)}.`,
    paragraphs: [
      `We locked your ${product} account after too many failed attempts to sign in.`,
      'Wait until the lock ends, or request a link to unlock it now.',
    ],
    facts: [
      ['Locked until', readableTime(mail.lockedUntil)],
      ['Last attempt from', inert(mail.ipAddress)],
    ],
    action: { label: 'Request an unlock link', link: mail.link },
    notes: ["If these attempts weren't yours, someone may be guessing your password. They didn't get in."],
    reason: securityNotice(product),
  };
}

export function passwordChanged(mail: Of<'password_changed'>, product: string): Content {
  return {
    subject: 'Your password was changed',
    preview: `Changed on ${readableTime(mail.at)}.`,
    paragraphs: [`The password for your ${product} account was changed.`],
    facts: [
      ['Time', readableTime(mail.at)],
      ['IP address', inert(mail.ipAddress)],
    ],
    action: { label: 'Reset your password', link: mail.link },
    notes: [`${ifYou} If it wasn't, reset your password now.`],
    reason: securityNotice(product),
  };
}

export function emailChanged(mail: Of<'email_changed'>, product: string): Content {
  const { pending = false, link } = mail;
  const hours = inWords(lifetimes.emailChangeUndoHours, 'hour');
  const said = pending
    ? `Someone asked to change the email address for your ${product} account. It changes once the new address is confirmed.`
    : `The email address for your ${product} account was changed. The account no longer uses this one.`;
  const next = link
    ? `${ifYou} If it wasn't, undo the change now.`
    : "An administrator did this. If you didn't expect it, ask them.";
  return {
    subject: pending ? 'Your email address is about to change' : 'Your email address was changed',
    preview: link
      ? `Not you? You can undo it until ${hours} after the change.`
      : 'An administrator changed it.',
    paragraphs: [said, next],
    facts: [
      ['New address', inert(masked(mail.newEmail), 255)],
      ['Time', readableTime(mail.at)],
    ],
    ...(link && { action: { label: 'Undo the change', link } }),
    notes: link
      ? [
          `The link works once. Before the change, it cancels it. For ${hours} after it, if this address was confirmed, it ` +
            'restores this address, signs everyone out, and sends you a link to choose a new password.',
          "Don't forward this email: anyone with the link can use it.",
        ]
      : [],
    reason: pending
      ? securityNotice(product)
      : `${securityNotice(product)} This was the account's address until the change.`,
  };
}

export function emailInUse(product: string): Content {
  return {
    subject: 'Someone tried to use your email address',
    preview: 'Nothing has changed.',
    paragraphs: [
      `Someone asked to use this email address for another ${product} account. It already belongs to an account, so nothing has changed.`,
    ],
    facts: [],
    notes: [
      "If this was you, sign in to the account that has the address. If you didn't create it, reset its password: that makes the account yours.",
      "If it wasn't you, ignore this email.",
    ],
    reason: `You received it because someone entered this address at ${product}.`,
  };
}

export function securityAlert(mail: Of<'security_alert'>, product: string): Content {
  if (mail.reason === 'address_claimed') return addressClaimed(mail, product);
  return mail.reason === 'session_guessing' ? sessionGuessing(mail, product) : rememberMeTheft(mail, product);
}

type Alert<Reason> = Extract<Of<'security_alert'>, { reason: Reason }>;

function addressClaimed(mail: Alert<'address_claimed'>, product: string): Content {
  return {
    subject: 'Choose a new password',
    preview: 'You signed in with a code. The old password no longer works.',
    paragraphs: [
      `You confirmed this address by signing in to ${product} with a code. Until then, anyone could have created the account.`,
      'To be safe, we removed its password and every other way to sign in to it, signed everyone else out, and took it out of ' +
        'an organization with other members.',
    ],
    facts: [],
    action: { label: 'Choose a password', link: mail.link },
    notes: ['You can also keep signing in with codes.'],
    reason: securityNotice(product),
  };
}

function sessionGuessing(mail: Alert<'session_guessing'>, product: string): Content {
  return {
    subject: 'Security alert for your account',
    preview: 'Someone who is signed in may be guessing your password or a code.',
    paragraphs: [
      `Someone who is signed in to your ${product} account entered a wrong password or code ` +
        `${lockout.maxFailedAttempts} times while trying to change your password or two-factor authentication.`,
      'We blocked these changes for now. You can still sign in.',
    ],
    facts: [
      ['Blocked until', readableTime(mail.lockedUntil)],
      ['Last attempt from', inert(mail.ipAddress)],
    ],
    action: { label: 'Reset your password', link: mail.link },
    notes: [
      'If this was you, wait and try again.',
      "If it wasn't, reset your password now. That ends every session.",
    ],
    reason: securityNotice(product),
  };
}

function rememberMeTheft(mail: Alert<'remember_me_theft'>, product: string): Content {
  return {
    subject: 'Security alert for your account',
    preview: 'A saved sign-in was used twice, so we signed you out everywhere.',
    paragraphs: [
      `A saved "remember me" sign-in to your ${product} account was used again after we had replaced it. ` +
        'Someone may have copied it from one of your browsers.',
      'To be safe, we ended every session. Sign in again to continue.',
    ],
    facts: [
      ['Time', readableTime(mail.at)],
      ['IP address', inert(mail.ipAddress)],
    ],
    action: { label: 'Reset your password', link: mail.link },
    notes: ["If you don't recognize the address above, reset your password now."],
    reason: securityNotice(product),
  };
}

export function passkeyChanged(mail: Of<'passkey_added' | 'passkey_removed'>, product: string): Content {
  const added = mail.type === 'passkey_added';
  return {
    subject: added ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    preview: `${inert(mail.name)}, ${readableTime(mail.at)}`,
    paragraphs: [
      added
        ? `You can now sign in to your ${product} account with a new passkey.`
        : `You can no longer sign in to your ${product} account with this passkey.`,
    ],
    facts: [
      ['Passkey', inert(mail.name)],
      ['Time', readableTime(mail.at)],
      ['IP address', inert(mail.ipAddress)],
    ],
    action: { label: reviewSecurity, link: mail.link },
    notes: [
      ifYou,
      added
        ? "If it wasn't, remove the passkey, change your password and end any session you don't recognize."
        : "If it wasn't, change your password now and end any session you don't recognize.",
    ],
    reason: securityNotice(product),
  };
}

export function twoFactor(mail: Of<'two_factor_enabled' | 'two_factor_disabled'>, product: string): Content {
  const on = mail.type === 'two_factor_enabled';
  const state = on ? 'on' : 'off';
  const what = `Two-factor authentication was turned ${state} for your ${product} account`;
  return {
    subject: `Two-factor authentication is ${state}`,
    preview: on ? 'You now need a code to sign in.' : 'You now sign in with your password alone.',
    paragraphs: [
      mail.byAdmin ? `${what} by an administrator.` : `${what}.`,
      ...(mail.passkeysRemoved ? ['Your passkeys were removed, too.'] : []),
      on
        ? 'From now on, you sign in with your password and a code from your authenticator app.'
        : 'From now on, you sign in with your password alone.',
    ],
    facts: [['Time', readableTime(mail.at)]],
    action: { label: reviewSecurity, link: mail.link },
    notes: [
      mail.byAdmin
        ? "If you didn't expect this, ask your administrator."
        : `${ifYou} If it wasn't, change your password now.`,
    ],
    reason: securityNotice(product),
  };
}
