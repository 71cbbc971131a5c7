import type { Mail } from '../../records/email/mail.ts';

type Samples = { [Type in Mail['type']]: Mail & { type: Type } };

const at = new Date('2030-01-31T14:05:00Z');
const ipAddress = '203.0.113.9';
const organizationName = 'Analytical Engines';
const device = { browser: 'Firefox', os: 'Linux' };

/** One mail of each type, with made-up facts. Its link leads nowhere. */
export function samplesFor(baseUrl: string): Samples {
  const link = `${baseUrl}/example`;
  return { ...aboutAccounts(link), ...aboutOrganizations(link) };
}

type AboutOrganizations =
  | 'invite'
  | 'sso_linked'
  | 'directory_joined'
  | 'break_glass_used'
  | 'certificate_expiring'
  | 'domain_check_failed'
  | 'credentials_to_rotate'
  | 'webhook_disabled'
  | 'destination_disabled';

function aboutAccounts(link: string): Omit<Samples, AboutOrganizations> {
  return {
    verification: { type: 'verification', link },
    password_reset: { type: 'password_reset', link },
    account_created: { type: 'account_created', link },
    sign_in_code: { type: 'sign_in_code', code: '042917', link },
    registration_code: { type: 'registration_code', code: '042917' },
    new_device: { type: 'new_device', device, ipAddress, at, link },
    account_locked: { type: 'account_locked', lockedUntil: at, ipAddress, link },
    account_unlock: { type: 'account_unlock', link },
    password_changed: { type: 'password_changed', at, ipAddress, link },
    email_changed: { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at, link },
    email_in_use: { type: 'email_in_use' },
    two_factor_enabled: { type: 'two_factor_enabled', at, link },
    two_factor_disabled: { type: 'two_factor_disabled', at, link },
    passkey_added: { type: 'passkey_added', name: 'My laptop', at, ipAddress, link },
    passkey_removed: { type: 'passkey_removed', name: 'My laptop', at, ipAddress, link },
    data_exported: { type: 'data_exported', at, link },
    deletion_scheduled: { type: 'deletion_scheduled', scheduledFor: at, link },
    account_deleted: { type: 'account_deleted', at },
    test_email: { type: 'test_email', at, link },
    inactivity_warning: { type: 'inactivity_warning', days: 400, link },
    security_alert: { type: 'security_alert', reason: 'remember_me_theft', at, ipAddress, link },
  };
}

function aboutOrganizations(link: string): Pick<Samples, AboutOrganizations> {
  return {
    invite: {
      type: 'invite',
      link,
      organizationName,
      inviterName: 'Charles Babbage',
      role: 'MEMBER',
      expiresAt: at,
    },
    sso_linked: { type: 'sso_linked', organizationName, connectionName: 'Okta', at, link },
    directory_joined: { type: 'directory_joined', organizationName, at, link },
    break_glass_used: {
      type: 'break_glass_used',
      organizationName,
      email: 'grace@example.com',
      device,
      ipAddress,
      at,
      link,
    },
    certificate_expiring: {
      type: 'certificate_expiring',
      organizationName,
      connectionName: 'Okta',
      sha256: 'ab'.repeat(32),
      expiresAt: at,
      link,
    },
    domain_check_failed: {
      type: 'domain_check_failed',
      domain: 'example.com',
      record: { name: '_latchkey-challenge.example.com', value: 'latchkey-domain=abc' },
      endsAt: at,
      link,
    },
    credentials_to_rotate: {
      type: 'credentials_to_rotate',
      person: 'charles@example.com',
      organizationName,
      credentials: [{ kind: 'key', name: 'Orders', prefix: 'lok_abcd' }],
      more: 0,
      link,
    },
    webhook_disabled: { type: 'webhook_disabled', host: 'hooks.example.com', reason: 'failing', at, link },
    destination_disabled: { type: 'destination_disabled', name: 'Audit archive', at, link },
  };
}
