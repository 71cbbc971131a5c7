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
