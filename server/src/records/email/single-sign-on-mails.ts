import { type Content, inert, type Of, readableTime } from './content.ts';

const forOwners = (product: string) => `You received it because you own an organization on ${product}.`;

export function domainCheckFailed(mail: Of<'domain_check_failed'>, product: string): Content {
  return {
    subject: 'The DNS record of a domain is missing',
    preview: `Publish it again before ${readableTime(mail.endsAt)}.`,
    paragraphs: [
      `We couldn't find the DNS record that proves a domain of your organization on ${product}.`,
      'If it stays missing, the domain is no longer verified: people can no longer join or sign in through it.',
    ],
    facts: [
      ['Domain', inert(mail.domain, 253)],
      ['Type', 'TXT'],
      ['Name', inert(mail.record.name, 253)],
      ['Value', inert(mail.record.value)],
      ['Verified until', readableTime(mail.endsAt)],
    ],
    action: { label: 'Review domains', link: mail.link },
    notes: ['Publish the record again. We look for it every week, and whenever you verify the domain.'],
    reason: forOwners(product),
  };
}
