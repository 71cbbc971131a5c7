import type { OrganizationRole, SystemRole } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { type AskedHook, hookAt } from '../../records/hooks/hook-store.ts';

export type UserRow = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  role: SystemRole;
  isActive: boolean;
  emailVerifiedAt: Date | null;
  lastLoginAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string | null;
  organizationRole: OrganizationRole;
  twoFactorEnabled: boolean;
  passkeyCount: number;
  /** The language they chose. Null: none. */
  locale: string | null;
  /** Shown only to an ADMIN. Undefined if not looked up, as for a caller. */
  lockedUntil?: Date | null;
};
export type UserWithPassword = UserRow & { passwordHash: string | null };

/** Of `users u`, in an organization, an SQL expression. A user without one has no rank anywhere. */
export const rankIn = (organizationId: string) => `coalesce((
  SELECT m.role FROM organization_members m WHERE m.organization_id = ${organizationId} AND m.user_id = u.id), 'MEMBER')`;

/** Whether `users u` belong to another organization than their default, too. */
export const belongsElsewhere = `EXISTS (
  SELECT 1 FROM organization_members x WHERE x.user_id = u.id AND x.organization_id <> u.organization_id)`;

export function organizationRole(db: Db) {
  return db`${db.unsafe(rankIn('u.organization_id'))} AS organization_role`;
}

/** Columns of `users u`, in their default organization or as members of this one. An expired lock doesn't count. */
export function userColumns(db: Db, now: Date, organizationId?: string) {
  const membership = organizationId
    ? db`${organizationId}::uuid AS organization_id,
         (SELECT m.role FROM organization_members m WHERE m.organization_id = ${organizationId} AND m.user_id = u.id) AS organization_role`
    : db`u.organization_id, ${organizationRole(db)}`;
  return db`
    u.id, u.email, u.username, u.first_name, u.last_name, u.role, u.is_active, u.email_verified_at, u.last_login_at,
    u.created_at, u.updated_at, ${membership}, u.two_factor_enabled,
    u.passkey_count, u.locale,
    (SELECT a.locked_until FROM attempts a
      WHERE a.subject = sha256(convert_to(u.email, 'UTF8')) AND a.locked_until > ${now}) AS locked_until`;
}

export async function findUserByEmail(
  db: Db,
  email: string,
  now: Date,
): Promise<UserWithPassword | undefined> {
  const [user] = await db<UserWithPassword[]>`
    SELECT ${userColumns(db, now)}, u.password_hash FROM users u WHERE u.email = ${email}`;
  return user;
}

/** The same, with the ways of signing in that the service's policy allows, in one statement. Null: all. */
export async function findSigningIn(
  db: Db,
  email: string,
  now: Date,
): Promise<{ methods: string[] | null; user: UserWithPassword | undefined }> {
  const [row] = await db<(UserWithPassword & { id: string | null; systemMethods: string[] | null })[]>`
    SELECT service.methods AS system_methods, ${userColumns(db, now)}, u.password_hash
      FROM (SELECT (SELECT sign_in_methods FROM policies WHERE organization_id IS NULL) AS methods) AS service
      LEFT JOIN users u ON u.email = ${email}`;
  if (!row) return { methods: null, user: undefined };
  const { systemMethods: methods, ...user } = row;
  return { methods, user: user.id === null ? undefined : user };
}

export async function findUser(db: Db, id: string, now: Date): Promise<UserWithPassword | undefined> {
  const [user] = await db<UserWithPassword[]>`
    SELECT ${userColumns(db, now)}, u.password_hash FROM users u WHERE u.id = ${id}`;
  return user;
}

/** A user as an organization sees them, if they belong to it. */
export type SeenUser = UserRow & {
  /** They belong to another organization, too. */
  belongsElsewhere: boolean;
};

/** As this organization sees them; in their default, if they don't belong to it. */
export async function findSeenUser(
  db: Db,
  id: string,
  now: Date,
  organizationId: string | null,
): Promise<SeenUser | undefined> {
  const [row] = await db<(SeenUser & { rankThere: OrganizationRole | null })[]>`
    SELECT ${userColumns(db, now)}, m.role AS rank_there, EXISTS (
             SELECT 1 FROM organization_members x
              WHERE x.user_id = u.id AND x.organization_id IS DISTINCT FROM ${organizationId}) AS belongs_elsewhere
      FROM users u LEFT JOIN organization_members m ON m.user_id = u.id AND m.organization_id = ${organizationId}
     WHERE u.id = ${id}`;
  if (!row) return undefined;
  const { rankThere, ...user } = row;
  return rankThere ? { ...user, organizationId, organizationRole: rankThere } : user;
}

export async function findLockOf(db: Db, { email }: UserRow, now: Date): Promise<Date | null> {
  const [row] = await db<{ lockedUntil: Date }[]>`
    SELECT a.locked_until FROM attempts a
     WHERE a.subject = sha256(convert_to(${email}, 'UTF8')) AND a.locked_until > ${now}`;
  return row?.lockedUntil ?? null;
}

/** The current row, locked until the transaction ends. Take this lock before any other. */
export async function lockUser(db: Db, id: string, now: Date): Promise<UserWithPassword | undefined> {
  // Read under the lock: a statement that waits for it would see other tables as they were before.
  const [, [user]] = await Promise.all([
    db`SELECT 1 FROM users WHERE id = ${id} FOR NO KEY UPDATE`,
    db<UserWithPassword[]>`
      SELECT ${userColumns(db, now)}, u.password_hash FROM users u WHERE u.id = ${id}`,
  ]);
  return user;
}

export type NewUser = {
  id: string;
  email: string;
  username: string | null;
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  role: SystemRole;
  emailVerifiedAt: Date | null;
  locale?: string | null;
  /** An ADMIN set the address. */
  byAdmin?: boolean;
  now: Date;
};

/** With the hook that decides about people who make an account themselves. */
export type NewUserRow = UserRow & { hook: AskedHook | null };

/** Undefined when the email or the username is taken: nothing was written. */
export async function insertUser(tx: Db, user: NewUser): Promise<NewUserRow | undefined> {
  const { id, email, username, passwordHash, firstName, lastName, role, emailVerifiedAt, now } = user;
  const { locale = null, byAdmin = false } = user;
  const [, [row]] = await Promise.all([
    lockAddresses(tx, [email]),
    tx<NewUserRow[]>`
      INSERT INTO users AS u (id, email, username, password_hash, first_name, last_name, role, email_verified_at, locale,
                             email_set_by_admin, created_at, updated_at)
      SELECT ${id}, ${email}, ${username}, ${passwordHash}, ${firstName}, ${lastName}, ${role}, ${emailVerifiedAt}, ${locale},
             ${byAdmin}, ${now}, ${now}
       WHERE NOT EXISTS (${holdersOf(tx, email, now)})
      ON CONFLICT DO NOTHING RETURNING ${userColumns(tx, now)}, ${hookAt(tx, 'registration.before', now)} AS hook`,
  ]);
  return row;
}

/** The accounts that have an address, or can still get it back. */
function holdersOf(db: Db, email: string, now: Date, exceptUserId: string | null = null) {
  return db`
    SELECT 1 FROM users WHERE email = ${email} AND id IS DISTINCT FROM ${exceptUserId}
    UNION ALL
    SELECT 1 FROM email_change_undos u
     WHERE u.email = ${email} AND u.moved_at IS NOT NULL AND u.expires_at > ${now}
       AND u.user_id IS DISTINCT FROM ${exceptUserId}`;
}

/** Whether another account has the address. The answer holds until the end of a transaction that has locked it. */
export async function isEmailTaken(
  db: Db,
  email: string,
  now: Date,
  exceptUserId: string | null = null,
): Promise<boolean> {
  return (await holdersOf(db, email, now, exceptUserId)).length > 0;
}

/** The language of the account that has an address, if it has chosen one. */
export async function findLocaleAt(db: Db, email: string): Promise<string | null> {
  const [row] = await db<{ locale: string | null }[]>`SELECT locale FROM users WHERE email = ${email}`;
  return row?.locale ?? null;
}

/** Which fields of a new account are already taken. */
export async function findTaken(
  db: Db,
  { email, username }: { email: string; username: string | null },
  now: Date,
): Promise<{ email: boolean; username: boolean }> {
  const [taken] = await db<{ email: boolean; username: boolean }[]>`
    SELECT EXISTS (${holdersOf(db, email, now)}) AS email,
           EXISTS (SELECT 1 FROM users WHERE lower(username) = lower(${username})) AS username`;
  return taken ?? { email: false, username: false };
}

export function markEmailVerified(db: Db, userId: string, now: Date): Statement {
  return db`
    UPDATE users SET email_verified_at = ${now}, updated_at = ${now}
     WHERE id = ${userId} AND email_verified_at IS NULL`;
}

/**
 * Whether the account is its owner's as far as anyone knows: they verified an address of it, or an ADMIN set the one it
 * has. Only an ADMIN moves an account from a verified address to one that isn't. Addresses that need no proof all count.
 */
export async function hasKnownOwner(
  db: Db,
  userId: string,
  { emailVerification }: Pick<Config, 'emailVerification'>,
): Promise<boolean> {
  if (!emailVerification) return true;
  const rows = await db`
    SELECT 1 FROM users WHERE id = ${userId} AND (email_verified_at IS NOT NULL OR email_set_by_admin)`;
  return rows.length > 0;
}

export async function setActive(db: Db, userId: string, isActive: boolean, now: Date): Promise<void> {
  await db`UPDATE users SET is_active = ${isActive}, updated_at = ${now} WHERE id = ${userId}`;
}

export function noteLogin(db: Db, userId: string, now: Date): Statement {
  return db`UPDATE users SET last_login_at = ${now} WHERE id = ${userId}`;
}

export async function hasActiveAdmin(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM users WHERE role = 'ADMIN' AND is_active LIMIT 1`;
  return rows.length > 0;
}

export type ProfileChange = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
  locale?: string | null | undefined;
};

/** Changes only what was sent. */
export async function updateNames(db: Db, userId: string, change: ProfileChange, now: Date): Promise<void> {
  const columns = {
    ...(change.firstName !== undefined && { firstName: change.firstName || null }),
    ...(change.lastName !== undefined && { lastName: change.lastName || null }),
    ...(change.username !== undefined && { username: change.username }),
    ...(change.locale !== undefined && { locale: change.locale }),
    updatedAt: now,
  };
  await db`UPDATE users SET ${db(columns)} WHERE id = ${userId}`;
}

/** Sets the language of a user who has chosen none. */
export async function suggestLocale(db: Db, userId: string, locale: string, now: Date): Promise<void> {
  await db`UPDATE users SET locale = ${locale}, updated_at = ${now} WHERE id = ${userId} AND locale IS NULL`;
}

export type Move = { email: string; verifiedAt: Date | null; byAdmin?: boolean; now: Date };

/** Nothing is pending after it. */
export async function updateEmail(db: Db, userId: string, move: Move): Promise<void> {
  const { email, verifiedAt, byAdmin = false, now } = move;
  await db`
    UPDATE users SET email = ${email}, email_verified_at = ${verifiedAt}, pending_email = NULL, pending_email_until = NULL,
           email_set_by_admin = email_set_by_admin OR ${byAdmin}, updated_at = ${now}
     WHERE id = ${userId}`;
}
