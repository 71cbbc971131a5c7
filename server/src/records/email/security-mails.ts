import { lifetimes, lockout } from '@latchkey/contract';
import { type Content, deviceIn, inert, masked, type Of, type Writer } from './content.ts';

const securityNotice = ({ t, product }: Writer) => t('mail.reason.security', { product });

export function newDevice(mail: Of<'new_device'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.new_device.subject'),
    preview: t('mail.new_device.preview', { device: deviceIn(t, mail.device), time: time(mail.at) }),
    paragraphs: [t('mail.new_device.text', { product })],
    facts: [
      [t('mail.fact.device'), deviceIn(t, mail.device)],
      [t('mail.fact.ip-address'), inert(mail.ipAddress)],
      [t('mail.fact.time'), time(mail.at)],
    ],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t('mail.if-you'), t('mail.end-sessions')],
    reason: securityNotice(writer),
  };
}

export function accountLocked(mail: Of<'account_locked'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.account_locked.subject'),
    preview: t('mail.account_locked.preview', { time: time(mail.lockedUntil) }),
    paragraphs: [t('mail.account_locked.text', { product }), t('mail.account_locked.wait')],
    facts: [
      [t('mail.fact.locked-until'), time(mail.lockedUntil)],
      [t('mail.fact.last-attempt'), inert(mail.ipAddress)],
    ],
    action: { label: t('mail.account_locked.action'), link: mail.link },
    notes: [t('mail.account_locked.not-you')],
    reason: securityNotice(writer),
  };
}

export function passwordChanged(mail: Of<'password_changed'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.password_changed.subject'),
    preview: t('mail.password_changed.preview', { time: time(mail.at) }),
    paragraphs: [t('mail.password_changed.text', { product })],
    facts: [
      [t('mail.fact.time'), time(mail.at)],
      [t('mail.fact.ip-address'), inert(mail.ipAddress)],
    ],
    action: { label: t('mail.reset-password'), link: mail.link },
    notes: [t('mail.password_changed.not-you')],
    reason: securityNotice(writer),
  };
}

export function emailChanged(mail: Of<'email_changed'>, writer: Writer): Content {
  const { t, product, time } = writer;
  const { pending = false, link } = mail;
  const hours = lifetimes.emailChangeUndoHours;
  return {
    subject: t(pending ? 'mail.email_changed.subject-pending' : 'mail.email_changed.subject'),
    preview: link ? t('mail.email_changed.preview', { hours }) : t('mail.email_changed.preview-admin'),
    paragraphs: [
      t(pending ? 'mail.email_changed.text-pending' : 'mail.email_changed.text', { product }),
      t(link ? 'mail.email_changed.not-you' : 'mail.email_changed.by-admin'),
    ],
    facts: [
      [t('mail.fact.new-address'), inert(masked(mail.newEmail), 255)],
      [t('mail.fact.time'), time(mail.at)],
    ],
    ...(link && { action: { label: t('mail.email_changed.action'), link } }),
    notes: link ? [t('mail.email_changed.once', { hours }), t('mail.email_changed.secret')] : [],
    reason: pending ? securityNotice(writer) : t('mail.email_changed.reason', { product }),
  };
}

export function emailInUse(_: Of<'email_in_use'>, { t, product }: Writer): Content {
  return {
    subject: t('mail.email_in_use.subject'),
    preview: t('mail.email_in_use.preview'),
    paragraphs: [t('mail.email_in_use.text', { product })],
    facts: [],
    notes: [t('mail.email_in_use.you'), t('mail.email_in_use.not-you')],
    reason: t('mail.reason.entered', { product }),
  };
}

export function securityAlert(mail: Of<'security_alert'>, writer: Writer): Content {
  if (mail.reason === 'address_claimed') return addressClaimed(mail, writer);
  return mail.reason === 'session_guessing' ? sessionGuessing(mail, writer) : rememberMeTheft(mail, writer);
}

type Alert<Reason> = Extract<Of<'security_alert'>, { reason: Reason }>;

function addressClaimed(mail: Alert<'address_claimed'>, writer: Writer): Content {
  const { t, product } = writer;
  return {
    subject: t('mail.address_claimed.subject'),
    preview: t('mail.address_claimed.preview'),
    paragraphs: [t('mail.address_claimed.text', { product }), t('mail.address_claimed.removed')],
    facts: [],
    action: { label: t('mail.address_claimed.action'), link: mail.link },
    notes: [t('mail.address_claimed.codes')],
    reason: securityNotice(writer),
  };
}

function sessionGuessing(mail: Alert<'session_guessing'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.security_alert.subject'),
    preview: t('mail.session_guessing.preview'),
    paragraphs: [
      t('mail.session_guessing.text', { product, times: lockout.maxFailedAttempts }),
      t('mail.session_guessing.blocked'),
    ],
    facts: [
      [t('mail.fact.blocked-until'), time(mail.lockedUntil)],
      [t('mail.fact.last-attempt'), inert(mail.ipAddress)],
    ],
    action: { label: t('mail.reset-password'), link: mail.link },
    notes: [t('mail.session_guessing.you'), t('mail.session_guessing.not-you')],
    reason: securityNotice(writer),
  };
}

function rememberMeTheft(mail: Alert<'remember_me_theft'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.security_alert.subject'),
    preview: t('mail.remember_me_theft.preview'),
    paragraphs: [t('mail.remember_me_theft.text', { product }), t('mail.remember_me_theft.ended')],
    facts: [
      [t('mail.fact.time'), time(mail.at)],
      [t('mail.fact.ip-address'), inert(mail.ipAddress)],
    ],
    action: { label: t('mail.reset-password'), link: mail.link },
    notes: [t('mail.remember_me_theft.not-you')],
    reason: securityNotice(writer),
  };
}

export function passkeyChanged(mail: Of<'passkey_added' | 'passkey_removed'>, writer: Writer): Content {
  const { t, product, time } = writer;
  const added = mail.type === 'passkey_added';
  return {
    subject: t(`mail.${mail.type}.subject`),
    preview: t('mail.passkey.preview', { name: inert(mail.name), time: time(mail.at) }),
    paragraphs: [t(`mail.${mail.type}.text`, { product })],
    facts: [
      [t('mail.fact.passkey'), inert(mail.name)],
      [t('mail.fact.time'), time(mail.at)],
      [t('mail.fact.ip-address'), inert(mail.ipAddress)],
    ],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t('mail.if-you'), t(added ? 'mail.passkey_added.not-you' : 'mail.end-sessions')],
    reason: securityNotice(writer),
  };
}

export function twoFactor(mail: Of<'two_factor_enabled' | 'two_factor_disabled'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t(`mail.${mail.type}.subject`),
    preview: t(`mail.${mail.type}.preview`),
    paragraphs: [
      t(`mail.${mail.type}.${mail.byAdmin ? 'by-admin' : 'text'}`, { product }),
      ...(mail.passkeysRemoved ? [t('mail.two_factor.passkeys')] : []),
      t(`mail.${mail.type}.next`),
    ],
    facts: [[t('mail.fact.time'), time(mail.at)]],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t(mail.byAdmin ? 'mail.two_factor.ask-admin' : 'mail.two_factor.not-you')],
    reason: securityNotice(writer),
  };
}
