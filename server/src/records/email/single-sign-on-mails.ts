import { type Content, deviceIn, inert, type Of, oneLine, type Writer } from './content.ts';

const forOwners = ({ t, product }: Writer) => t('mail.reason.owner', { product });

export function domainCheckFailed(mail: Of<'domain_check_failed'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.domain_check_failed.subject'),
    preview: t('mail.domain_check_failed.preview', { time: time(mail.endsAt) }),
    paragraphs: [t('mail.domain_check_failed.text', { product }), t('mail.domain_check_failed.otherwise')],
    facts: [
      [t('mail.fact.domain'), inert(mail.domain, 253)],
      [t('mail.fact.type'), 'TXT'],
      // As it is: it is copied into a zone, where an invisible break would make it another name.
      [t('mail.fact.name'), oneLine(mail.record.name, 253)],
      [t('mail.fact.value'), inert(mail.record.value)],
      [t('mail.fact.verified-until'), time(mail.endsAt)],
    ],
    action: { label: t('mail.open-organization'), link: mail.link },
    notes: [t('mail.domain_check_failed.weekly')],
    reason: forOwners(writer),
  };
}

/** For an account that was set up by someone who never proved that the address is theirs. */
function aboutDeleted({ t }: Writer, organization: string | undefined): string[] {
  return organization ? [t('mail.sso_linked.deleted', { organization: inert(organization) })] : [];
}

export function directoryJoined(mail: Of<'directory_joined'>, writer: Writer): Content {
  const { t, product, time } = writer;
  const organization = inert(mail.organizationName);
  return {
    subject: t('mail.directory_joined.subject'),
    preview: t('mail.directory_joined.preview', { organization }),
    paragraphs: [
      t('mail.directory_joined.text', { product }),
      t('mail.directory_joined.powers'),
      ...aboutDeleted(writer, mail.deletedOrganization),
    ],
    facts: [
      [t('mail.fact.organization'), organization],
      [t('mail.fact.time'), time(mail.at)],
    ],
    action: { label: t('mail.directory_joined.action'), link: mail.link },
    notes: [t('mail.directory_joined.not-you')],
    reason: t('mail.reason.account', { product }),
  };
}

export function ssoLinked(mail: Of<'sso_linked'>, writer: Writer): Content {
  const { t, product, time } = writer;
  const organization = inert(mail.organizationName);
  return {
    subject: t('mail.sso_linked.subject'),
    preview: t('mail.sso_linked.preview', { organization }),
    paragraphs: [
      t('mail.sso_linked.text', { product }),
      t('mail.sso_linked.trust'),
      ...aboutDeleted(writer, mail.deletedOrganization),
    ],
    facts: [
      [t('mail.fact.organization'), organization],
      [t('mail.fact.identity-provider'), inert(mail.connectionName)],
      [t('mail.fact.time'), time(mail.at)],
    ],
    action: { label: t('mail.review-security'), link: mail.link },
    notes: [t('mail.sso_linked.not-you')],
    reason: t('mail.reason.security', { product }),
  };
}

export function breakGlassUsed(mail: Of<'break_glass_used'>, writer: Writer): Content {
  const { t, product, time } = writer;
  const organization = inert(mail.organizationName);
  const email = inert(mail.email, 255);
  return {
    subject: t('mail.break_glass_used.subject'),
    preview: t('mail.break_glass_used.preview', { email, organization }),
    paragraphs: [t('mail.break_glass_used.text', { product }), t('mail.break_glass_used.why')],
    facts: [
      [t('mail.fact.organization'), organization],
      [t('mail.fact.owner'), email],
      [t('mail.fact.device'), deviceIn(t, mail.device)],
      [t('mail.fact.ip-address'), inert(mail.ipAddress)],
      [t('mail.fact.time'), time(mail.at)],
    ],
    action: { label: t('mail.open-organization'), link: mail.link },
    notes: [t('mail.break_glass_used.not-you')],
    reason: forOwners(writer),
  };
}

export function certificateExpiring(mail: Of<'certificate_expiring'>, writer: Writer): Content {
  const { t, product, time } = writer;
  return {
    subject: t('mail.certificate_expiring.subject'),
    preview: t('mail.certificate_expiring.preview', { time: time(mail.expiresAt) }),
    paragraphs: [t('mail.certificate_expiring.text', { product }), t('mail.certificate_expiring.next')],
    facts: [
      [t('mail.fact.organization'), inert(mail.organizationName)],
      [t('mail.fact.identity-provider'), inert(mail.connectionName)],
      [t('mail.fact.fingerprint'), inert(mail.sha256)],
      [t('mail.fact.expires'), time(mail.expiresAt)],
    ],
    action: { label: t('mail.open-organization'), link: mail.link },
    notes: [t('mail.certificate_expiring.add')],
    reason: forOwners(writer),
  };
}
