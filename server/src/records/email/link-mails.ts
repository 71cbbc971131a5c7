import { lifetimes } from '@latchkey/contract';
import { type Content, inert, type Of, oneLine, type Writer } from './content.ts';

export function verification(mail: Of<'verification'>, { t, product }: Writer): Content {
  return {
    subject: t('mail.verification.subject'),
    preview: t('mail.verification.preview', { product }),
    paragraphs: [t('mail.verification.text', { product })],
    facts: [],
    action: { label: t('mail.verification.action'), link: mail.link },
    notes: [
      t('mail.works-once', { hours: lifetimes.emailVerificationHours }),
      t('mail.verification.proof'),
      t('mail.verification.not-you'),
    ],
    reason: t('mail.reason.entered', { product }),
  };
}

export function passwordReset(mail: Of<'password_reset'>, { t, product }: Writer): Content {
  const hours = lifetimes.passwordResetHours;
  return {
    subject: t('mail.password_reset.subject'),
    preview: t('mail.password_reset.preview', { hours }),
    paragraphs: [
      t('mail.password_reset.text', { product }),
      ...(mail.reclaims ? [t('mail.reclaimed')] : []),
      ...(mail.endsTwoFactor ? [t('mail.password_reset.ends-two-factor')] : []),
    ],
    facts: [],
    action: { label: t('mail.password_reset.action'), link: mail.link },
    notes: [t('mail.works-once', { hours }), t('mail.password_reset.not-you')],
    reason: t('mail.password_reset.reason', { product }),
  };
}

export function signInCode(mail: Of<'sign_in_code'>, { t, product }: Writer): Content {
  const minutes = lifetimes.emailCodeMinutes;
  return {
    subject: t('mail.sign_in_code.subject'),
    preview: t('mail.sign_in_code.preview', { minutes }),
    paragraphs: [t('mail.sign_in_code.text', { product }), ...(mail.reclaims ? [t('mail.reclaimed')] : [])],
    facts: [[t('mail.fact.code'), mail.code]],
    action: { label: t('mail.sign_in_code.action'), link: mail.link },
    notes: [t('mail.sign_in_code.once', { minutes }), t('mail.sign_in_code.not-you')],
    reason: t('mail.sign_in_code.reason', { product }),
  };
}

export function registrationCode(mail: Of<'registration_code'>, { t, product }: Writer): Content {
  const minutes = lifetimes.emailCodeMinutes;
  return {
    subject: t('mail.registration_code.subject'),
    preview: t('mail.sign_in_code.preview', { minutes }),
    paragraphs: [t('mail.registration_code.text', { product })],
    facts: [[t('mail.fact.code'), mail.code]],
    notes: [t('mail.registration_code.once', { minutes }), t('mail.registration_code.not-you')],
    reason: t('mail.registration_code.reason', { product }),
  };
}

export function accountUnlock(mail: Of<'account_unlock'>, { t, product }: Writer): Content {
  const hours = lifetimes.accountUnlockHours;
  return {
    subject: t('mail.account_unlock.subject'),
    preview: t('mail.account_unlock.preview', { hours }),
    paragraphs: [t('mail.account_unlock.text', { product })],
    facts: [],
    action: { label: t('mail.account_unlock.action'), link: mail.link },
    notes: [t('mail.works-once', { hours }), t('mail.account_unlock.not-you')],
    reason: t('mail.account_unlock.reason', { product }),
  };
}

export function accountCreated(mail: Of<'account_created'>, { t, product }: Writer): Content {
  const days = lifetimes.accountCreatedDays;
  return {
    subject: t('mail.account_created.subject'),
    preview: t('mail.account_created.preview', { days }),
    paragraphs: [t('mail.account_created.text', { product })],
    facts: [],
    action: { label: t('mail.account_created.action'), link: mail.link },
    notes: [t('mail.account_created.once', { days }), t('mail.account_created.not-you')],
    reason: t('mail.account_created.reason', { product }),
  };
}

const roles = {
  OWNER: 'mail.role.OWNER',
  ADMIN: 'mail.role.ADMIN',
  MEMBER: 'mail.role.MEMBER',
} as const;

export function invite(mail: Of<'invite'>, { t, product, time }: Writer): Content {
  const organization = inert(mail.organizationName);
  const inviter = inert(mail.inviterName);
  return {
    subject: t('mail.invite.subject', {
      inviter: oneLine(mail.inviterName, 80),
      organization: oneLine(mail.organizationName),
    }),
    heading: t('mail.invite.heading', { organization }),
    preview: t('mail.invite.preview', { organization, product, days: lifetimes.inviteDays }),
    paragraphs: [t('mail.invite.text', { inviter, organization, product })],
    facts: [
      [t('mail.fact.role'), t(roles[mail.role])],
      [t('mail.fact.valid-until'), time(mail.expiresAt)],
    ],
    action: { label: t('mail.invite.action'), link: mail.link },
    notes: [t('mail.invite.not-you')],
    reason: t('mail.invite.reason', { product }),
  };
}

export function webhookDisabled(mail: Of<'webhook_disabled'>, { t, product, time }: Writer): Content {
  return {
    subject: t('mail.webhook_disabled.subject'),
    preview: t('mail.webhook_disabled.next'),
    paragraphs: [t(`mail.webhook_disabled.${mail.reason}`, { product }), t('mail.webhook_disabled.next')],
    facts: [
      [t('mail.fact.sent-to'), inert(mail.host)],
      [t('mail.fact.turned-off'), time(mail.at)],
    ],
    action: { label: t('mail.webhook_disabled.action'), link: mail.link },
    notes: [t('mail.webhook_disabled.replay')],
    reason: t('mail.webhook_disabled.reason', { product }),
  };
}

export function destinationDisabled(mail: Of<'destination_disabled'>, { t, product, time }: Writer): Content {
  return {
    subject: t('mail.destination_disabled.subject'),
    preview: t('mail.destination_disabled.next'),
    paragraphs: [t('mail.destination_disabled.failing', { product }), t('mail.destination_disabled.next')],
    facts: [
      [t('mail.fact.destination'), inert(mail.name)],
      [t('mail.fact.turned-off'), time(mail.at)],
    ],
    action: { label: t('mail.destination_disabled.action'), link: mail.link },
    notes: [t('mail.destination_disabled.kept')],
    reason: t('mail.destination_disabled.reason', { product }),
  };
}

export function testEmail(mail: Of<'test_email'>, { t, product, time }: Writer): Content {
  return {
    subject: t('mail.test_email.subject', { product }),
    preview: t('mail.test_email.text', { product }),
    paragraphs: [t('mail.test_email.text', { product })],
    facts: [[t('mail.fact.time'), time(mail.at)]],
    action: { label: t('mail.test_email.action'), link: mail.link },
    notes: [],
    reason: t('mail.test_email.reason', { product }),
  };
}
