import type { Content, Of } from './content.ts';
import { inert, oneLine, readableTime } from './safe-text.ts';

export function verification(mail: Of<'verification'>, product: string): Content {
  return {
    subject: 'Confirm your email address',
    preview: `One step left to use this address with ${product}.`,
    paragraphs: [`Please confirm that this email address belongs to your ${product} account.`],
    facts: [],
    action: { label: 'Confirm email address', link: mail.link },
    notes: [
      'The link works once, within 24 hours of the request.',
      'If you did not enter this address, ignore this mail. It then stays unconfirmed.',
    ],
    reason: `It was sent because this address was entered at ${product}.`,
  };
}

export function passwordReset(mail: Of<'password_reset'>, product: string): Content {
  return {
    subject: 'Reset your password',
    preview: 'Choose a new password within 1 hour.',
    paragraphs: [`We received a request to choose a new password for your ${product} account.`],
    facts: [],
    action: { label: 'Choose a new password', link: mail.link },
    notes: [
      'The link works once, within 1 hour of the request.',
      'If you did not ask for this, ignore this mail. Your password stays as it is.',
    ],
    reason: `It was sent because someone asked to reset the password of this address at ${product}.`,
  };
}

export function accountUnlock(mail: Of<'account_unlock'>, product: string): Content {
  return {
    subject: 'Unlock your account',
    preview: 'Unlock it within 1 hour and sign in again.',
    paragraphs: [`This link unlocks your ${product} account, so that you can sign in again.`],
    facts: [],
    action: { label: 'Unlock account', link: mail.link },
    notes: [
      'The link works once, within 1 hour of the request.',
      'If you did not ask for this, ignore this mail. The lock ends by itself after a while.',
    ],
    reason: `It was sent because someone asked to unlock the account of this address at ${product}.`,
  };
}

export function invite(mail: Of<'invite'>, product: string): Content {
  const organization = inert(mail.organizationName);
  const inviter = inert(mail.inviterName);
  const role = inert(mail.role.toLowerCase(), 40);
  return {
    subject: `${oneLine(mail.inviterName, 80)} invited you to ${oneLine(mail.organizationName)}`,
    heading: `You are invited to ${organization}`,
    preview: `Join ${organization} on ${product}.`,
    paragraphs: [`${inviter} invites you to join the organization ${organization} on ${product}.`],
    facts: [
      ['Your role', role.charAt(0).toUpperCase() + role.slice(1)],
      ['Valid until', readableTime(mail.expiresAt)],
    ],
    action: { label: 'Accept invitation', link: mail.link },
    notes: ['If you did not expect this invitation, ignore this mail. You join only by accepting.'],
    reason: `It was sent because a member of an organization on ${product} entered this address.`,
  };
}
