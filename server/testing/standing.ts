import type { OrganizationRole, SystemRole } from '@latchkey/contract';
import type { Db } from '../src/platform/db/sql.ts';

/* What tests do to accounts beside the API, where they aren't about how it came to be. */

type Holder = { sql: Db };
type Id = string | null | undefined;

export async function deactivate({ sql }: Holder, id: Id): Promise<void> {
  await sql`UPDATE users SET is_active = false WHERE id = ${id ?? null}`;
}

export async function reactivate({ sql }: Holder, id: Id): Promise<void> {
  await sql`UPDATE users SET is_active = true WHERE id = ${id ?? null}`;
}

export async function giveSystemRole({ sql }: Holder, id: Id, role: SystemRole): Promise<void> {
  await sql`UPDATE users SET role = ${role} WHERE id = ${id ?? null}`;
}

/** An ADMIN may do nothing without two-factor. */
export async function makeAdmin({ sql }: Holder, id: Id): Promise<void> {
  await sql`UPDATE users SET role = 'ADMIN', two_factor_enabled = true WHERE id = ${id ?? null}`;
}

export async function setTwoFactor({ sql }: Holder, id: Id, on: boolean): Promise<void> {
  await sql`UPDATE users SET two_factor_enabled = ${on} WHERE id = ${id ?? null}`;
}

export async function giveOrganizationRole({ sql }: Holder, id: Id, role: OrganizationRole): Promise<void> {
  await sql`UPDATE organization_members SET role = ${role} WHERE user_id = ${id ?? null}`;
}

/** From all their organizations. */
export async function removeMember({ sql }: Holder, id: Id): Promise<void> {
  await sql`DELETE FROM organization_members WHERE user_id = ${id ?? null}`;
}

export async function takePassword({ sql }: Holder, id: Id): Promise<void> {
  await sql`UPDATE users SET password_hash = NULL WHERE id = ${id ?? null}`;
}

export async function deleteAccount({ sql }: Holder, id: Id): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${id ?? null}`;
}

export async function endSessions({ sql }: Holder, id: Id): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${id ?? null}`;
}

/** A row for each session that counts or counted. */
export async function sessionRows({ sql }: Holder, id: Id): Promise<{ id: string }[]> {
  return sql`SELECT id FROM sessions WHERE user_id = ${id ?? null}`;
}

/** A row if there is an account of this address. */
export async function accountsAt({ sql }: Holder, email: string): Promise<object[]> {
  return sql`SELECT 1 FROM users WHERE email = ${email}`;
}

/** Without asking the mailbox. `proven` counts as if they had verified it. */
export async function moveAddress({ sql }: Holder, id: Id, email: string, proven?: 'proven'): Promise<void> {
  await sql`
    UPDATE users SET email = ${email}, email_verified_at = CASE WHEN ${proven === 'proven'} THEN now() ELSE email_verified_at END
     WHERE id = ${id ?? null}`;
}

/** One more role, beside their own. */
export async function giveRole({ sql }: Holder, id: Id, roleId: Id): Promise<void> {
  await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${id ?? null}, ${roleId ?? null})`;
}

export async function giveNamedRole({ sql }: Holder, id: Id, name: string): Promise<void> {
  await sql`INSERT INTO user_roles (user_id, role_id) SELECT ${id ?? null}, id FROM roles WHERE name = ${name}`;
}

export async function takeRoles({ sql }: Holder, id: Id): Promise<void> {
  await sql`DELETE FROM user_roles WHERE user_id = ${id ?? null}`;
}
