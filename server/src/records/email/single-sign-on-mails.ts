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
    action: { label: 'Open your organization', link: mail.link },
    notes: ['Publish the record again. We look for it every week, and whenever you verify the domain.'],
    reason: forOwners(product),
  };
}

export function ssoLinked(mail: Of<'sso_linked'>, product: string): Content {
  const { deletedOrganization } = mail;
  return {
    subject: 'You can now sign in with single sign-on',
    preview: `Your account is linked to the identity provider of ${inert(mail.organizationName)}.`,
    paragraphs: [
      `You signed in to ${product} through the identity provider of your organization, and your account is now linked to it.`,
      'The people who manage that identity provider can sign in as you.',
      ...(deletedOrganization
        ? [
            'The address of your account was never verified, so we removed what was set up for it before, and deleted the ' +
              `organization ${inert(deletedOrganization)}, which had no other member.`,
          ]
        : []),
    ],
    facts: [
      ['Organization', inert(mail.organizationName)],
      ['Identity provider', inert(mail.connectionName)],
      ['Time', readableTime(mail.at)],
    ],
    action: { label: 'Review account security', link: mail.link },
    notes: ["If this wasn't you, contact an owner of the organization."],
    reason: `It is a security notice about your ${product} account.`,
  };
}

export function breakGlassUsed(mail: Of<'break_glass_used'>, product: string): Content {
  return {
    subject: 'An owner signed in without single sign-on',
    preview: `${inert(mail.email, 255)} signed in to ${inert(mail.organizationName)} another way.`,
    paragraphs: [
      `Your organization on ${product} requires single sign-on. An owner signed in without it, with a password and ` +
        'two-factor or with a passkey.',
      'Owners can do this when the identity provider is out of reach.',
    ],
    facts: [
      ['Organization', inert(mail.organizationName)],
      ['Owner', inert(mail.email, 255)],
      ['Device', inert(mail.device)],
      ['IP address', inert(mail.ipAddress)],
      ['Time', readableTime(mail.at)],
    ],
    action: { label: 'Open your organization', link: mail.link },
    notes: ["If you don't know why, ask this owner. If it wasn't them, remove them from the organization."],
    reason: forOwners(product),
  };
}

export function certificateExpiring(mail: Of<'certificate_expiring'>, product: string): Content {
  return {
    subject: 'A certificate of your identity provider expires soon',
    preview: `Add the next one before ${readableTime(mail.expiresAt)}.`,
    paragraphs: [
      `A certificate that your organization on ${product} trusts for single sign-on expires soon.`,
      'Your identity provider will sign with another one. People can sign in with it only once it is added here.',
    ],
    facts: [
      ['Organization', inert(mail.organizationName)],
      ['Identity provider', inert(mail.connectionName)],
      ['Fingerprint', inert(mail.sha256)],
      ['Expires', readableTime(mail.expiresAt)],
    ],
    action: { label: 'Open your organization', link: mail.link },
    notes: ['Add the new certificate beside this one, so that no one is locked out in between.'],
    reason: forOwners(product),
  };
}
