import type { Db } from '../db/sql.ts';

export type GrantedRow = {
  id: string;
  clientId: string;
  name: string;
  firstParty: boolean;
  scopes: string[];
  grantedAt: Date;
  lastUsedAt: Date | null;
};

export function listGranted(db: Db, userId: string): Promise<GrantedRow[]> {
  return db<GrantedRow[]>`
    SELECT a.id, a.client_id, a.name, a.first_party, c.scopes, c.created_at AS granted_at,
           (SELECT max(g.last_used_at) FROM application_grants g
             WHERE g.user_id = c.user_id AND g.application_id = a.id) AS last_used_at
      FROM application_consents c JOIN applications a ON a.id = c.application_id
     WHERE c.user_id = ${userId} ORDER BY c.created_at DESC, a.id`;
}

/** All that a user granted to an application. True if there was anything. Whom they were signed in to by it is told. */
export async function withdraw(tx: Db, userId: string, applicationId: string): Promise<boolean> {
  const of = tx`user_id = ${userId} AND application_id = ${applicationId}`;
  // In the order they come about: whoever is redeeming a code at this moment is waited for, and their grant is seen.
  const consents = await tx`DELETE FROM application_consents WHERE ${of}`;
  await tx`DELETE FROM application_codes WHERE ${of}`;
  const grants = await tx`DELETE FROM application_grants WHERE ${of}`;
  await tx`DELETE FROM application_sessions WHERE ${of}`;
  return consents.count + grants.count > 0;
}
