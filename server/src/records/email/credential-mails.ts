import { type Content, inert, type Of, type Writer } from './content.ts';

type Listed = Of<'credentials_to_rotate'>['credentials'][number];

function factOf({ t }: Writer, { kind, name, prefix }: Listed): [label: string, value: string] {
  const label = t(kind === 'token' ? 'mail.fact.directory-token' : 'mail.fact.api-key');
  const named = name ? inert(name) : t('mail.credentials_to_rotate.unnamed');
  return [label, prefix ? `${named} (${prefix}…)` : named];
}

export function credentialsToRotate(mail: Of<'credentials_to_rotate'>, writer: Writer): Content {
  const { t, product } = writer;
  const about = { organization: inert(mail.organizationName), product };
  return {
    subject: t('mail.credentials_to_rotate.subject'),
    preview: t('mail.credentials_to_rotate.preview'),
    paragraphs: [
      mail.person
        ? t('mail.credentials_to_rotate.text', { person: inert(mail.person, 255), ...about })
        : t('mail.credentials_to_rotate.text-deleted', about),
      t('mail.credentials_to_rotate.replace'),
    ],
    facts: [
      ...mail.credentials.map((each) => factOf(writer, each)),
      ...(mail.more > 0 ? [[t('mail.fact.more'), String(mail.more)] satisfies [string, string]] : []),
    ],
    action: { label: t('mail.open-organization'), link: mail.link },
    notes: [t('mail.credentials_to_rotate.trust')],
    reason: t('mail.reason.owner', { product }),
  };
}
