import type { PolicyReason } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** Whom to look for: people without what a policy asks for. Null methods: any way in will do. */
export type Lack = {
  organizationId: string | null;
  secondFactor: boolean;
  passkeysCount: boolean;
  methods: string[] | null;
  /** What an OWNER may use. */
  ownersMethods: string[] | null;
};

export type AffectedRow = { id: string; email: string; reasons: PolicyReason[] };

const shown = 100;

/** Active people who have no second factor, or no allowed way in. */
export async function findAffected(db: Db, lack: Lack): Promise<AffectedRow[]> {
  const rows = await db<{ id: string; email: string; lacksFactor: boolean; lacksWay: boolean }[]>`
    SELECT a.id, a.email, a.lacks_factor, a.lacks_way FROM (${people(db, lack)}) AS a
     WHERE a.lacks_factor OR a.lacks_way ORDER BY a.created_at, a.id LIMIT ${shown}`;
  return rows.map(({ id, email, lacksFactor, lacksWay }) => ({
    id,
    email,
    reasons: [
      ...(lacksWay ? ['SIGN_IN_METHOD_NOT_ALLOWED' as const] : []),
      ...(lacksFactor ? ['TWO_FACTOR_SETUP_REQUIRED' as const] : []),
    ],
  }));
}

export async function countAffected(db: Db, lack: Lack): Promise<number> {
  if (!lack.secondFactor && !lack.methods) return 0;
  const [row] = await db<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (${people(db, lack)}) AS a WHERE a.lacks_factor OR a.lacks_way`;
  return row?.total ?? 0;
}

function people(db: Db, { organizationId, secondFactor, passkeysCount, methods, ownersMethods }: Lack) {
  const hasFactor = db`(u.two_factor_enabled OR (${passkeysCount} AND u.passkey_count > 0))`;
  const allowed = db`(CASE WHEN m.role = 'OWNER' THEN ${ownersMethods}::text[] ELSE ${methods}::text[] END)`;
  return db`
    SELECT u.id, u.email, u.created_at, ${secondFactor} AND NOT ${hasFactor} AS lacks_factor,
           NOT coalesce(
             '{email_code,sso}' && ${allowed}
             OR (u.password_hash IS NOT NULL AND 'password' = ANY (${allowed}))
             OR ('passkey' = ANY (${allowed})
                 AND EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND k.verifies_user))
             OR EXISTS (SELECT 1 FROM oauth_accounts o WHERE o.user_id = u.id AND o.provider = ANY (${allowed})),
             true) AS lacks_way
      FROM users u LEFT JOIN organization_members m ON m.user_id = u.id AND m.organization_id = ${organizationId}
     WHERE u.is_active AND (${organizationId}::uuid IS NULL OR m.user_id IS NOT NULL)`;
}
