import { inWords, lifetimes } from '@latchkey/contract';
import { type Content, type Of, readableTime } from './content.ts';

const aboutAccount = (product: string) => `It is a notice about your ${product} account.`;

export function dataExported(mail: Of<'data_exported'>, product: string): Content {
  return {
    subject: 'Your data was downloaded',
    preview: `Downloaded on ${readableTime(mail.at)}.`,
    paragraphs: [
      mail.byAdmin
        ? `An administrator downloaded a copy of everything about your ${product} account.`
        : `Someone downloaded a copy of everything about your ${product} account.`,
    ],
    facts: [['Time', readableTime(mail.at)]],
    action: { label: 'Review account security', link: mail.link },
    notes: [
      mail.byAdmin
        ? "If you didn't ask for this, ask your administrator."
        : "If this was you, you can ignore this email. If it wasn't, change your password now and end any session you don't recognize.",
    ],
    reason: aboutAccount(product),
  };
}

export function deletionScheduled(mail: Of<'deletion_scheduled'>, product: string): Content {
  const { link } = mail;
  const when = readableTime(mail.scheduledFor);
  return {
    subject: 'Your account will be deleted',
    preview: link ? `You can keep it until ${when}.` : 'It is deleted within minutes.',
    paragraphs: [
      `Someone who is signed in asked to delete your ${product} account. It is deactivated, and every session has ended.`,
      "When it is deleted, everything about it goes, including organizations that have no other member. That can't be undone.",
    ],
    facts: [['Deleted on', when]],
    ...(link && { action: { label: 'Keep the account', link } }),
    notes: link
      ? [
          'The link works once, until the account is deleted. It makes the account active again.',
          "If you didn't ask for this, use the link now, then choose a new password.",
        ]
      : [],
    reason: aboutAccount(product),
  };
}

export function accountDeleted(mail: Of<'account_deleted'>, product: string): Content {
  return {
    subject: 'Your account was deleted',
    preview: 'Everything about it is gone.',
    paragraphs: [
      `Your ${product} account and everything about it were deleted. This is the last email you get about it.`,
      'The record of what was done stays, without your name, address or device.',
    ],
    facts: [['Time', readableTime(mail.at)]],
    notes: ['You can use this address for a new account.'],
    reason: `You received it because this was the address of an account at ${product}.`,
  };
}

export function inactivityWarning(mail: Of<'inactivity_warning'>, product: string): Content {
  const left = inWords(lifetimes.inactivityWarningDays, 'day');
  return {
    subject: 'Your account is about to be deactivated',
    preview: `Sign in within ${left} to keep it active.`,
    paragraphs: [
      `You haven't used your ${product} account for ${inWords(mail.days, 'day')}. If you don't sign in within ${left}, it is deactivated.`,
    ],
    facts: [],
    action: { label: 'Sign in', link: mail.link },
    notes: ['Nothing is deleted. An administrator can activate the account again.'],
    reason: aboutAccount(product),
  };
}
