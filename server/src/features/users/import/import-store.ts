import type { Db } from '../../../platform/db/sql.ts';
import { lockAddresses } from '../../../records/email/address-store.ts';
import type { Candidate } from './candidate.ts';

export type ImportedUser = Candidate & { id: string };
/** What keeps a user from being imported. */
export type Hindrance = { id: string; isThere: boolean; isKept: boolean; isUsernameTaken: boolean };

/**
 * Inserts the new users, all at once, and returns their ids. Existing users stay as they are. By username: two batches
 * that share some wait for each other in the same order, so they can't deadlock.
 */
export async function insertImported(tx: Db, candidates: ImportedUser[], now: Date): Promise<Set<string>> {
  const [, , rows] = await Promise.all([
    // If the machine fails, the import is run again; its entry in the trail is committed in full.
    tx`SET LOCAL synchronous_commit = off`,
    lockAddresses(
      tx,
      candidates.map(({ email }) => email),
    ),
    tx<{ id: string }[]>`
      INSERT INTO users (id, email, username, password_hash, first_name, last_name, role, is_active, email_verified_at,
                         public_metadata, private_metadata, created_at, updated_at)
      SELECT id, email, username, "passwordHash", "firstName", "lastName", 'USER', "isActive",
             CASE WHEN "emailVerified" THEN ${now}::timestamptz END, "publicMetadata", "privateMetadata", "createdAt", ${now}
        FROM (${given(tx, candidates)}) AS g
       WHERE NOT EXISTS (${keptFor(tx, now)})
       ORDER BY lower(username), n
      ON CONFLICT DO NOTHING RETURNING id`,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** For users who were not imported, or would not be. */
export async function findHindrances(db: Db, candidates: ImportedUser[], now: Date): Promise<Hindrance[]> {
  return db<Hindrance[]>`
    SELECT g.id, EXISTS (SELECT 1 FROM users u WHERE u.email = g.email) AS is_there,
           EXISTS (${keptFor(db, now)}) AS is_kept,
           EXISTS (SELECT 1 FROM users u WHERE lower(u.username) = lower(g.username)) AS is_username_taken
      FROM (${given(db, candidates)}) AS g`;
}

function given(db: Db, candidates: ImportedUser[]) {
  return db`
    SELECT * FROM ROWS FROM (json_to_recordset(${JSON.stringify(candidates)}::text::json) AS (
      id uuid, email text, username text, "passwordHash" text, "firstName" text, "lastName" text, "isActive" boolean,
      "emailVerified" boolean, "publicMetadata" json, "privateMetadata" json, "createdAt" timestamptz)) WITH ORDINALITY AS r (
      id, email, username, "passwordHash", "firstName", "lastName", "isActive", "emailVerified", "publicMetadata",
      "privateMetadata", "createdAt", n)`;
}

/** The user who gave up the address recently can still get it back. */
function keptFor(db: Db, now: Date) {
  return db`SELECT 1 FROM email_change_undos k WHERE k.email = g.email AND k.moved_at IS NOT NULL AND k.expires_at > ${now}`;
}

/**
 * Lets the planner see who came: it estimates totals and chooses how to search. A role that doesn't own the table can't
 * do this, and PostgreSQL does it by itself within minutes.
 */
export async function analyzeUsers(db: Db): Promise<void> {
  await db`ANALYZE users`;
}
