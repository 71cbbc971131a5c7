import type { Db } from '../../platform/db/sql.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import type { EmailRow } from '../emails/email-store.ts';

type RememberedRow = { createdAt: Date; expiresAt: Date };

export function listRemembered(db: Db, userId: string, now: Date): Promise<RememberedRow[]> {
  return db<RememberedRow[]>`
    SELECT created_at, expires_at FROM remember_me WHERE user_id = ${userId} AND expires_at > ${now}
     ORDER BY created_at DESC, series`;
}

type DeviceRow = { network: string; browser: string; os: string; lastSeenAt: Date };

export function listDevices(db: Db, userId: string): Promise<DeviceRow[]> {
  return db<DeviceRow[]>`
    SELECT network, browser, os, last_seen_at FROM devices WHERE user_id = ${userId} ORDER BY last_seen_at DESC`;
}

type FormerEmailRow = { email: string; changedAt: Date };

export function listFormerEmails(db: Db, userId: string): Promise<FormerEmailRow[]> {
  return db<FormerEmailRow[]>`
    SELECT email, changed_at FROM former_emails WHERE user_id = ${userId} ORDER BY changed_at DESC, email`;
}

type PersonalInviteRow = {
  id: string;
  organizationId: string;
  organizationName: string;
  role: string;
  createdAt: Date;
  expiresAt: Date;
};

/** Without the people they invited. */
export function listInvitesBy(db: Db, userId: string): Promise<PersonalInviteRow[]> {
  return invitesWhere(db, db`i.invited_by_id = ${userId}`);
}

/** What goes by an address is there from when the account verified it: before that, it may be a stranger's. */
type Address = { email: string; emailVerifiedAt: Date | null };

/** Without the people who sent them. */
export function listInvitesTo(db: Db, { email, emailVerifiedAt }: Address): Promise<PersonalInviteRow[]> {
  return invitesWhere(db, db`i.email = ${email} AND i.created_at >= ${emailVerifiedAt}::timestamptz`);
}

function invitesWhere(db: Db, condition: ReturnType<Db>): Promise<PersonalInviteRow[]> {
  return db<PersonalInviteRow[]>`
    SELECT i.id, i.organization_id, o.name AS organization_name, i.role, i.created_at, i.expires_at
      FROM organization_invites i JOIN organizations o ON o.id = i.organization_id
     WHERE ${condition} ORDER BY i.created_at DESC, i.id`;
}

type PersonalLinkRow = {
  connectionId: string;
  connectionName: string;
  organizationId: string;
  subject: string;
  email: string;
  createdAt: Date;
  lastSignInAt: Date | null;
};

/** As what identity providers of organizations know the person. */
export function listLinksOf(db: Db, userId: string): Promise<PersonalLinkRow[]> {
  return db<PersonalLinkRow[]>`
    SELECT l.connection_id, c.name AS connection_name, c.organization_id, l.subject, l.email, l.created_at,
           l.last_sign_in_at
      FROM sso_links l JOIN sso_connections c ON c.id = l.connection_id
     WHERE l.user_id = ${userId} ORDER BY l.created_at DESC, l.connection_id`;
}

type PersonalDirectoryRow = { organizationId: string; userName: string; externalId: string | null };

/** As what directories of organizations know the person. */
export function listDirectoriesOf(db: Db, userId: string): Promise<PersonalDirectoryRow[]> {
  return db<PersonalDirectoryRow[]>`
    SELECT organization_id, user_name, external_id FROM scim_links WHERE user_id = ${userId}
     ORDER BY created_at DESC, organization_id`;
}

export type PageStart = { exactly: string; id: string } | undefined;

function before(db: Db, from: PageStart) {
  return from ? db`AND (created_at, id) < (${from.exactly}::text::timestamptz, ${from.id})` : db``;
}

type PersonalEmailRow = EmailRow & { exactly: string };

/** Mail to the account, and mail to its address that names no account. Newest first. */
export function nextEmails(
  db: Db,
  { id, email, emailVerifiedAt }: Address & { id: string },
  from: PageStart,
  limit: number,
): Promise<PersonalEmailRow[]> {
  return db<PersonalEmailRow[]>`
    SELECT id, to_address, from_address, subject, type, status, attempts, last_error, sent_at, created_at, user_id,
           created_at::text AS exactly
      FROM emails
     WHERE (user_id = ${id} AND (to_address = ${email} OR to_address IN (
              SELECT f.email FROM former_emails f WHERE f.user_id = ${id}))
            OR user_id IS NULL AND to_address = ${email} AND created_at >= ${emailVerifiedAt}::timestamptz)
       ${before(db, from)}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

type PersonalEntryRow = AuditRow & { exactly: string };

/** What the person did, and what was done to them. Newest first. */
export function nextEntriesOf(
  db: Db,
  userId: string,
  from: PageStart,
  limit: number,
): Promise<PersonalEntryRow[]> {
  const page = db`${before(db, from)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  return db<PersonalEntryRow[]>`
    SELECT *, created_at::text AS exactly FROM (
      (SELECT * FROM audit_logs WHERE user_id = ${userId} ${page})
      UNION ALL
      (SELECT * FROM audit_logs
        WHERE metadata ? 'targetUserId' AND metadata ->> 'targetUserId' = ${userId}
          AND user_id IS DISTINCT FROM ${userId} ${page})) AS found
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}
