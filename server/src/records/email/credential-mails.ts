import { type Content, inert, type Of } from './content.ts';

type Listed = Of<'credentials_to_rotate'>['credentials'][number];

function factOf({ kind, name, prefix }: Listed): [label: string, value: string] {
  const label = kind === 'token' ? 'Directory token' : 'API key';
  const named = name ? inert(name) : 'without a description';
  return [label, prefix ? `${named} (${prefix}…)` : named];
}

export function credentialsToRotate(mail: Of<'credentials_to_rotate'>, product: string): Content {
  const who = mail.person ? inert(mail.person, 255) : 'A person whose account was deleted';
  const organization = inert(mail.organizationName);
  return {
    subject: 'Replace credentials of your organization',
    preview: `The person who made them may no longer use them.`,
    paragraphs: [
      `${who} made credentials of the organization ${organization} on ${product}, and no longer has the role for that. The credentials still work, and the person may have kept a copy.`,
      'Replace each of these: create a new one, use it where the old one is used, then revoke the old one.',
    ],
    facts: [
      ...mail.credentials.map(factOf),
      ...(mail.more > 0 ? [['More', String(mail.more)] satisfies [string, string]] : []),
    ],
    action: { label: 'Open your organization', link: mail.link },
    notes: ["Replace them even if you trust the person: a copy can be lost by someone who doesn't need it."],
    reason: `You received it because you own an organization on ${product}.`,
  };
}
