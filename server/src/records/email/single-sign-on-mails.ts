import { type Content, inert, type Of, type Writer } from './content.ts';

export function domainCheckFailed(mail: Of<'domain_check_failed'>, { t, product, time }: Writer): Content {
  return {
    subject: t('mail.domain_check_failed.subject'),
    preview: t('mail.domain_check_failed.preview', { time: time(mail.endsAt) }),
    paragraphs: [t('mail.domain_check_failed.text', { product }), t('mail.domain_check_failed.otherwise')],
    facts: [
      [t('mail.fact.domain'), inert(mail.domain, 253)],
      [t('mail.fact.type'), 'TXT'],
      [t('mail.fact.name'), inert(mail.record.name, 253)],
      [t('mail.fact.value'), inert(mail.record.value)],
      [t('mail.fact.verified-until'), time(mail.endsAt)],
    ],
    action: { label: t('mail.domain_check_failed.action'), link: mail.link },
    notes: [t('mail.domain_check_failed.weekly')],
    reason: t('mail.reason.owner', { product }),
  };
}

export function ssoLinked(mail: Of<'sso_linked'>, { t, product, time }: Writer): Content {
  const { deletedOrganization } = mail;
  return {
    subject: t('mail.sso_linked.subject'),
    preview: t('mail.sso_linked.preview', { organization: inert(mail.organizationName) }),
    paragraphs: [
      t('mail.sso_linked.text', { product }),
      t('mail.sso_linked.trust'),
      ...(deletedOrganization
        ? [t('mail.sso_linked.deleted', { organization: inert(deletedOrganization) })]
        : []),
    ],
    facts: [
      [t('mail.fact.organization'), inert(mail.organizationName)],
      [t('mail.fact.identity-provider'), inert(mail.connectionName)],
      [t('mail.fact.time'), time(mail.at)],
    ],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t('mail.sso_linked.not-you')],
    reason: t('mail.reason.security', { product }),
  };
}
