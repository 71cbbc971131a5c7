import { inWords, lifetimes } from '@latchkey/contract';
import { type Content, inert, type Of, oneLine, readableTime } from './content.ts';

const worksOnce = (hours: number) => `The link works once, within ${inWords(hours, 'hour')} of the request.`;

const reclaimed =
  'This address was never confirmed, so someone else may have created the account. To keep them out, this also ends its ' +
  'sessions, password, API keys, passkeys, linked providers, two-factor and its membership in an organization with other ' +
  'members. In an organization of its own, invitations and secrets end, and webhooks and applications are disabled.';

export function verification(mail: Of<'verification'>, product: string): Content {
  return {
    subject: 'Confirm your email address',
    preview: `One more step to use this address with ${product}.`,
    paragraphs: [`Please confirm that this email address belongs to your ${product} account.`],
    facts: [],
    action: { label: 'Confirm email address', link: mail.link },
    notes: [
      worksOnce(lifetimes.emailVerificationHours),
      'You need to be signed in to the account, or know its password.',
      "If you didn't enter this address, ignore this email. The address stays unconfirmed.",
    ],
    reason: `You received it because someone entered this address at ${product}.`,
  };
}

export function passwordReset(mail: Of<'password_reset'>, product: string): Content {
  return {
    subject: 'Reset your password',
    preview: `Choose a new password within ${inWords(lifetimes.passwordResetHours, 'hour')}.`,
    paragraphs: [
      `We received a request to reset the password for your ${product} account.`,
      ...(mail.reclaims ? [reclaimed] : []),
    ],
    facts: [],
    action: { label: 'Choose a new password', link: mail.link },
    notes: [
      worksOnce(lifetimes.passwordResetHours),
      "If you didn't ask for this, ignore this email. Your password stays the same.",
    ],
    reason: `You received it because someone asked to reset the password for this address at ${product}.`,
  };
}

export function signInCode(mail: Of<'sign_in_code'>, product: string): Content {
  const minutes = lifetimes.emailCodeMinutes;
  return {
    subject: 'Your sign-in code',
    preview: `Enter it within ${minutes} minutes.`,
    paragraphs: [`Enter this code to sign in to ${product}.`, ...(mail.reclaims ? [reclaimed] : [])],
    facts: [['Code', mail.code]],
    action: { label: 'Or sign in with this link', link: mail.link },
    notes: [
      `The code and the link work once, within ${minutes} minutes of the request. The link works only in the browser where you asked for it.`,
      "If you didn't ask for this, ignore this email. Never give the code to anyone.",
    ],
    reason: `You received it because someone asked to sign in with this address at ${product}.`,
  };
}

export function accountUnlock(mail: Of<'account_unlock'>, product: string): Content {
  return {
    subject: 'Unlock your account',
    preview: `Unlock it within ${inWords(lifetimes.accountUnlockHours, 'hour')} and sign in again.`,
    paragraphs: [`Use this link to unlock your ${product} account. Then you can sign in again.`],
    facts: [],
    action: { label: 'Unlock account', link: mail.link },
    notes: [
      worksOnce(lifetimes.accountUnlockHours),
      "If you didn't ask for this, ignore this email. The lock ends on its own after a while.",
    ],
    reason: `You received it because someone asked to unlock the account for this address at ${product}.`,
  };
}

export function invite(mail: Of<'invite'>, product: string): Content {
  const organization = inert(mail.organizationName);
  const inviter = inert(mail.inviterName);
  const role = inert(mail.role.toLowerCase(), 40);
  return {
    subject: `${oneLine(mail.inviterName, 80)} invited you to ${oneLine(mail.organizationName)}`,
    heading: `You're invited to ${organization}`,
    preview: `Join ${organization} on ${product} within ${inWords(lifetimes.inviteDays, 'day')}.`,
    paragraphs: [`${inviter} invited you to join the organization ${organization} on ${product}.`],
    facts: [
      ['Your role', role.charAt(0).toUpperCase() + role.slice(1)],
      ['Valid until', readableTime(mail.expiresAt)],
    ],
    action: { label: 'Accept invitation', link: mail.link },
    notes: ["If you didn't expect this invitation, ignore this email. You won't join unless you accept it."],
    reason: `You received it because a member of an organization on ${product} entered this address.`,
  };
}

export function webhookDisabled(mail: Of<'webhook_disabled'>, product: string): Content {
  const why =
    mail.reason === 'gone'
      ? 'The receiver responded that it is gone (status 410).'
      : 'Every delivery in the last five days failed.';
  return {
    subject: 'A webhook was turned off',
    preview: 'It gets no more events until you turn it on again.',
    paragraphs: [
      `We turned off a ${product} webhook. ${why}`,
      'It gets no more events until you turn it on again.',
    ],
    facts: [
      ['Sent to', inert(mail.host)],
      ['Turned off', readableTime(mail.at)],
    ],
    action: { label: 'Review webhooks', link: mail.link },
    notes: [
      'Fix the receiver, turn the webhook on, then replay the events it missed. We keep them for 30 days.',
    ],
    reason: `You received it because you manage webhooks on ${product}.`,
  };
}
