import { type InviteRow, inviteColumns } from '../../identity/memberships/invite-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { Sweep } from '../../platform/db/sweep-store.ts';
import { sweepSome } from '../../platform/db/sweep-store.ts';

/** The address of an account and its former ones, as far as it verified them. Others may be a stranger's. */
export async function listVerified(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId} AND email_verified_at IS NOT NULL
    UNION SELECT email FROM former_emails WHERE user_id = ${userId} AND verified_at IS NOT NULL`;
  return rows.map(({ email }) => email);
}

/** Of these addresses, those that no other account has or had. The caller has locked them. */
export async function findOwnAlone(db: Db, userId: string, addresses: readonly string[]): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    SELECT t.email FROM unnest(${[...addresses]}::text[]) AS t (email)
     WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.email = t.email AND u.id <> ${userId})
       AND NOT EXISTS (SELECT 1 FROM former_emails f WHERE f.email = t.email AND f.user_id <> ${userId})
       AND NOT EXISTS (SELECT 1 FROM audit_logs a WHERE a.user_email = t.email AND a.user_id <> ${userId})`;
  return rows.map(({ email }) => email);
}

/** `own`: addresses that no other account had. `email`: the one that is theirs now, if verified: mail to no account goes, too. */
type Mailed = { id: string; own: string[]; email: string | null };

/**
 * The mail log of a person. What they did not ask for still counts for a day, so that the address is not mailed more
 * often than others when it is used again. What they caused still counts for their organization and its recipients.
 */
export async function eraseMail(db: Db, { id, own, email }: Mailed, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db`
    WITH erased AS (
      DELETE FROM emails
       WHERE user_id = ${id} OR to_address = ANY (${own}) OR (to_address = ${email}::text AND user_id IS NULL)
      RETURNING *)
    INSERT INTO erased_mail
      (address_hash, cause, type, sender_id, sender_organization_id, sender_verified, created_at, erased_at)
    SELECT sha256(convert_to(to_address, 'UTF8')), cause, type, nullif(sender_id, ${id}), sender_organization_id, sender_verified,
           created_at, ${now}
      FROM erased WHERE cause <> 'requested' AND created_at > ${dayAgo}`;
  await db`
    UPDATE emails SET sender_id = NULL, subject = CASE WHEN type = 'invite' THEN 'You are invited' ELSE subject END
     WHERE sender_id = ${id}`;
}

/** The counted failures of a person, and of their addresses. */
export async function eraseFailures(db: Db, userId: string, addresses: readonly string[]): Promise<void> {
  await db`
    DELETE FROM attempts
     WHERE subject = uuid_send(${userId}::uuid)
        OR subject IN (SELECT sha256(convert_to(t.email, 'UTF8')) FROM unnest(${[...addresses]}::text[]) AS t (email))`;
}

type ErasedInvite = InviteRow & { organizationId: string };

export function eraseInvitesTo(db: Db, addresses: readonly string[]): Promise<ErasedInvite[]> {
  return db<ErasedInvite[]>`
    DELETE FROM organization_invites i WHERE email = ANY (${[...addresses]}::text[])
    RETURNING i.organization_id, ${inviteColumns(db)}`;
}

/** In a session that acts as the person. It ends with its next request, and is recorded then, without the address. */
export async function eraseFromImpersonations(db: Db, userId: string): Promise<void> {
  await db`UPDATE sessions SET impersonated_email = '' WHERE impersonated_user_id = ${userId}`;
}

export const sweepErasedMail: Sweep = (db, now) =>
  sweepSome(db, 'erased_mail', db`erased_at < ${new Date(now.getTime() - 86_400_000)}`);
