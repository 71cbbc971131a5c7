import { lifetimes } from '@latchkey/contract';
import type { Content, Of, Writer } from './content.ts';

const aboutAccount = ({ t, product }: Writer) => t('mail.reason.account', { product });

export function dataExported(mail: Of<'data_exported'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.data_exported.subject'),
    preview: t('mail.data_exported.preview', { time: time(mail.at) }),
    paragraphs: [t(mail.byAdmin ? 'mail.data_exported.by-admin' : 'mail.data_exported.text', { product })],
    facts: [[t('mail.fact.time'), time(mail.at)]],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t(mail.byAdmin ? 'mail.data_exported.ask-admin' : 'mail.data_exported.not-you')],
    reason: aboutAccount(writer),
  };
}

export function deletionScheduled(mail: Of<'deletion_scheduled'>, writer: Writer): Content {
  const { t, product } = writer;
  const { link } = mail;
  const time = writer.time(mail.scheduledFor);
  return {
    subject: t('mail.deletion_scheduled.subject'),
    preview: link
      ? t('mail.deletion_scheduled.preview', { time })
      : t('mail.deletion_scheduled.preview-soon'),
    paragraphs: [t('mail.deletion_scheduled.text', { product }), t('mail.deletion_scheduled.everything')],
    facts: [[t('mail.fact.deleted-on'), time]],
    ...(link && { action: { label: t('mail.deletion_scheduled.action'), link } }),
    notes: link ? [t('mail.deletion_scheduled.once'), t('mail.deletion_scheduled.not-you')] : [],
    reason: aboutAccount(writer),
  };
}

export function accountDeleted(mail: Of<'account_deleted'>, { t, product, time }: Writer): Content {
  return {
    subject: t('mail.account_deleted.subject'),
    preview: t('mail.account_deleted.preview'),
    paragraphs: [t('mail.account_deleted.text', { product }), t('mail.account_deleted.record')],
    facts: [[t('mail.fact.time'), time(mail.at)]],
    notes: [t('mail.account_deleted.again')],
    reason: t('mail.account_deleted.reason', { product }),
  };
}

export function inactivityWarning(mail: Of<'inactivity_warning'>, writer: Writer): Content {
  const { t, product } = writer;
  const left = lifetimes.inactivityWarningDays;
  return {
    subject: t('mail.inactivity_warning.subject'),
    preview: t('mail.inactivity_warning.preview', { left }),
    paragraphs: [t('mail.inactivity_warning.text', { product, days: mail.days, left })],
    facts: [],
    action: { label: t('mail.inactivity_warning.action'), link: mail.link },
    notes: [t('mail.inactivity_warning.kept')],
    reason: aboutAccount(writer),
  };
}
