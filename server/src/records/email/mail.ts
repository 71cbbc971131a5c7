import type { OrganizationBrand, OrganizationRole } from '@latchkey/contract';

/** How the organization that a mail is about looks. */
type Branded = { brand?: OrganizationBrand | undefined };

/** What a mail calls a device: a browser and a system by the names of their makers. Null: unknown. */
export type MailedDevice = { browser: string | null; os: string | null };

/** Every mail the service sends, with what it says. `link` is the one thing in it to click. */
export type Mail =
  | { type: 'verification'; link: string }
  | {
      type: 'password_reset';
      link: string;
      /** No address of the account was ever verified: what was set up for it ends. */
      reclaims?: boolean;
      /** An identity provider set up two-factor in the person's name: it ends. */
      endsTwoFactor?: boolean;
    }
  | {
      type: 'sign_in_code';
      /** Six digits. Never in the subject, which administrators and lock screens show. */
      code: string;
      link: string;
      /** As for a reset. */
      reclaims?: boolean;
    }
  | {
      /** For someone who has no account yet. */
      type: 'registration_code';
      /** As for a sign-in. */
      code: string;
    }
  /** An ADMIN made the account; the link sets its first password. */
  | { type: 'account_created'; link: string }
  | (Branded & {
      type: 'invite';
      link: string;
      organizationName: string;
      inviterName: string;
      role: OrganizationRole;
      expiresAt: Date;
    })
  | {
      type: 'new_device';
      /** Such as "Firefox on Linux". */
      device: MailedDevice;
      ipAddress: string;
      at: Date;
      /** The security page. */
      link: string;
    }
  | {
      type: 'account_locked';
      lockedUntil: Date;
      ipAddress: string;
      /** The page that asks for an unlock link. */
      link: string;
    }
  | { type: 'account_unlock'; link: string }
  | {
      type: 'password_changed';
      at: Date;
      ipAddress: string;
      /** The forgot-password page, for someone who did not do this. */
      link: string;
    }
  | {
      type: 'email_changed';
      /** Shown partly masked: the mail goes to the old address. */
      newEmail: string;
      at: Date;
      /** Undoes the change. An ADMIN's has none. */
      link?: string;
      /** It waits for the new address to be verified. */
      pending?: boolean;
    }
  | {
      /** For the owner of an address that another account asked for. Names neither, and has nothing to click. */
      type: 'email_in_use';
    }
  | {
      type: 'two_factor_enabled' | 'two_factor_disabled';
      at: Date;
      link: string;
      byAdmin?: boolean;
      /** How many were removed with it. */
      passkeysRemoved?: number;
    }
  | {
      type: 'passkey_added' | 'passkey_removed';
      /** As its owner calls it. */
      name: string;
      at: Date;
      ipAddress: string;
      /** The security page. */
      link: string;
    }
  | {
      type: 'webhook_disabled';
      /** Where it was sent. Not the whole address, which may hold a secret. */
      host: string;
      /** The receiver said it is gone, or nothing arrived for days. */
      reason: 'gone' | 'failing';
      at: Date;
      /** The webhooks page. */
      link: string;
    }
  | {
      type: 'destination_disabled';
      /** As its administrators call it. */
      name: string;
      at: Date;
      /** The page of event destinations. */
      link: string;
    }
  | {
      type: 'data_exported';
      at: Date;
      byAdmin?: boolean;
      /** The security page. */
      link: string;
    }
  | {
      type: 'domain_check_failed';
      domain: string;
      /** The record that is missing, and what it must say. */
      record: { name: string; value: string };
      /** When the proof ends unless the record is back. */
      endsAt: Date;
      /** The organization's page. */
      link: string;
    }
  | {
      type: 'credentials_to_rotate';
      /** The address of the person who made them. Undefined: erased. */
      person: string | undefined;
      organizationName: string;
      credentials: readonly { kind: 'token' | 'key'; name: string | null; prefix: string | null }[];
      /** How many are not listed. */
      more: number;
      /** The page that lists them. */
      link: string;
    }
  | (Branded & {
      type: 'sso_linked';
      organizationName: string;
      /** As its OWNERs call it. */
      connectionName: string;
      /** An organization that was deleted because the account, which was never verified, was alone in it. */
      deletedOrganization?: string | undefined;
      at: Date;
      /** The security page. */
      link: string;
    })
  | (Branded & {
      type: 'directory_joined';
      organizationName: string;
      /** As in sso_linked. */
      deletedOrganization?: string | undefined;
      at: Date;
      /** The profile. */
      link: string;
    })
  | {
      type: 'break_glass_used';
      organizationName: string;
      /** Of the OWNER who signed in. */
      email: string;
      device: MailedDevice;
      ipAddress: string;
      at: Date;
      /** The organization's page. */
      link: string;
    }
  | {
      type: 'certificate_expiring';
      organizationName: string;
      /** As its OWNERs call it. */
      connectionName: string;
      /** The fingerprint, in hex. */
      sha256: string;
      expiresAt: Date;
      /** The organization's page. */
      link: string;
    }
  | {
      type: 'test_email';
      at: Date;
      /** The settings page. */
      link: string;
    }
  | {
      type: 'deletion_scheduled';
      scheduledFor: Date;
      /** Cancels the deletion. Absent if there is no time for that. */
      link?: string;
    }
  | { type: 'account_deleted'; at: Date }
  | {
      type: 'inactivity_warning';
      /** How long the account has not been used. */
      days: number;
      /** The sign-in page. */
      link: string;
    }
  | {
      type: 'security_alert';
      reason: 'address_claimed';
      /** The security page. */
      link: string;
    }
  | { type: 'security_alert'; reason: 'remember_me_theft'; at: Date; ipAddress: string; link: string }
  | {
      type: 'security_alert';
      reason: 'session_guessing';
      lockedUntil: Date;
      ipAddress: string;
      /** The forgot-password page: a reset ends the session that is guessing. */
      link: string;
    };
