import { type Content, inert, type Of, type Writer } from './content.ts';

type Listed = Of<'credentials_to_rotate'>['credentials'][number];

export function credentialsToRotate(mail: Of<'credentials_to_rotate'>, { t, product }: Writer): Content {
  const organization = inert(mail.organizationName);
  const factOf = ({ kind, name, prefix }: Listed): [label: string, value: string] => {
    const label = kind === 'token' ? t('mail.fact.directory-token') : t('mail.fact.api-key');
    const named = name ? inert(name) : t('mail.credentials_to_rotate.unnamed');
    return [label, prefix ? `${named} (${prefix}…)` : named];
  };
  const text = mail.person
    ? t('mail.credentials_to_rotate.text', { person: inert(mail.person, 255), organization, product })
    : t('mail.credentials_to_rotate.text-deleted', { organization, product });
  return {
    subject: t('mail.credentials_to_rotate.subject'),
    preview: t('mail.credentials_to_rotate.preview'),
    paragraphs: [text, t('mail.credentials_to_rotate.how')],
    facts: [
      ...mail.credentials.map(factOf),
      ...(mail.more > 0 ? [[t('mail.fact.more'), String(mail.more)] satisfies [string, string]] : []),
    ],
    action: { label: t('mail.open-organization'), link: mail.link },
    notes: [t('mail.credentials_to_rotate.trust')],
    reason: t('mail.reason.owner', { product }),
  };
}
