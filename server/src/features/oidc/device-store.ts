import { mcpScopes, type OidcScope } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

type DeviceCode = {
  id: string;
  applicationId: string;
  scopes: OidcScope[];
  resource: string | null;
  askedOrganization: string | null;
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
};

type NewDeviceCode = DeviceCode & { deviceHash: Buffer; userHash: Buffer; intervalSeconds: number };

/** False if another device is being shown this code right now. */
export async function insertDeviceCode(db: Db, code: NewDeviceCode): Promise<boolean> {
  const rows = await db`
    INSERT INTO device_codes (id, device_hash, user_hash, application_id, scopes, resource, asked_organization,
                              ip_address, user_agent, interval_seconds, expires_at, created_at)
    VALUES (${code.id}, ${code.deviceHash}, ${code.userHash}, ${code.applicationId}, ${code.scopes}, ${code.resource},
            ${code.askedOrganization}, ${code.ipAddress}, ${code.userAgent}, ${code.intervalSeconds},
            ${code.expiresAt}, ${code.createdAt})
    ON CONFLICT (user_hash) DO NOTHING RETURNING id`;
  return rows.length === 1;
}

type Asked = DeviceCode & {
  clientId: string;
  name: string;
  /** The organization that the application is for. */
  organizationId: string | null;
};

/** What a device asks for, until that is decided, by its id or the code it shows. */
export async function findAsked(
  db: Db,
  by: { id: string } | { userHashes: Buffer[] },
  now: Date,
): Promise<Asked | undefined> {
  const which = 'id' in by ? db`d.id = ${by.id}` : db`d.user_hash IN ${db(by.userHashes)}`;
  const [row] = await db<Asked[]>`
    SELECT d.id, d.application_id, ARRAY(SELECT s FROM unnest(d.scopes) AS s WHERE s = ANY (a.scopes || ${[...mcpScopes]}::text[])) AS scopes,
           d.resource, d.asked_organization, d.ip_address, d.user_agent, d.created_at, d.expires_at,
           a.client_id, a.name, a.organization_id
      FROM device_codes d JOIN applications a ON a.id = d.application_id
     WHERE ${which} AND d.state = 'pending' AND d.expires_at > ${now} AND a.enabled AND a.device_grant`;
  return row;
}

export type Decided = {
  id: string;
  state: 'allowed' | 'denied';
  userId: string;
  sessionId: string;
  organizationId: string | null;
  organizationBound: boolean;
  authTime: Date | null;
  amr: string[];
};

/** The first decision counts: true for exactly one. */
export async function decide(tx: Db, decided: Decided, now: Date): Promise<boolean> {
  const { id, state, userId, sessionId, organizationId, organizationBound, authTime, amr } = decided;
  const rows = await tx`
    UPDATE device_codes
       SET state = ${state}, user_id = ${userId}, session_id = ${sessionId}, organization_id = ${organizationId},
           organization_bound = ${organizationBound}, auth_time = ${authTime}, amr = ${amr}
     WHERE id = ${id} AND state = 'pending' AND expires_at > ${now}
    RETURNING id`;
  return rows.length === 1;
}

export type Polled = Omit<Decided, 'state'> & {
  state: 'pending' | 'allowed' | 'denied' | 'redeemed';
  applicationId: string;
  scopes: OidcScope[];
  resource: string | null;
  expiresAt: Date;
  isTooSoon: boolean;
};

/** Notes that the device asked. One that asked too soon has to wait longer from then on. */
export async function poll(
  db: Db,
  { deviceHash, applicationId, now }: { deviceHash: Buffer; applicationId: string; now: Date },
): Promise<Polled | undefined> {
  const [row] = await db<Polled[]>`
    WITH before AS (
      SELECT id, polled_at > ${now}::timestamptz - make_interval(secs => interval_seconds) AS is_too_soon
        FROM device_codes WHERE device_hash = ${deviceHash} AND application_id = ${applicationId} FOR NO KEY UPDATE)
    UPDATE device_codes d
       SET polled_at = ${now}, interval_seconds = interval_seconds + CASE WHEN b.is_too_soon THEN 5 ELSE 0 END
      FROM before b WHERE d.id = b.id
    RETURNING d.id, d.application_id, d.state, d.user_id, d.session_id, d.organization_id, d.organization_bound,
              d.scopes, d.resource, d.auth_time, d.amr, d.expires_at, coalesce(b.is_too_soon, false) AS is_too_soon`;
  return row;
}

/** Single use: true for exactly one of the concurrent requests. */
export async function redeem(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE device_codes SET state = 'redeemed' WHERE id = ${id} AND state = 'allowed' AND expires_at > ${now} RETURNING id`;
  return rows.length === 1;
}

/** From then on, the device is told no. */
export async function deny(tx: Db, id: string): Promise<void> {
  await tx`UPDATE device_codes SET state = 'denied' WHERE id = ${id} AND state IN ('allowed', 'redeemed')`;
}
