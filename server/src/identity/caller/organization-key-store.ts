import {
  type Columns,
  flag,
  list,
  readRecord,
  recordOf,
  serverVersion,
  time,
} from '../../platform/db/lookup-columns.ts';
import type { Lookup, Statements } from '../../platform/db/lookups.ts';
import type { Db } from '../../platform/db/sql.ts';

/** An organization's key as it is judged, in any state and for any caller. */
export type FoundKey = {
  keyId: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  name: string;
  verificationOnly: boolean;
  scopes: string[];
  allowedNetworks: string[];
  rateLimit: number | null;
  rateWindowSeconds: number | null;
  externalId: string | null;
  /** As JSON, parsed only when needed. */
  metadata: string;
  enabled: boolean;
  expiresAt: Date | null;
  /** Of the presented secret. Null: it is the current one. */
  secretExpiresAt: Date | null;
  revokedAt: Date | null;
};

const columns: Columns<FoundKey> = {
  keyId: ['c.id', String],
  organizationId: ['c.organization_id', String],
  organizationName: ['o.name', String],
  organizationSlug: ['o.slug', String],
  name: ['c.name', String],
  verificationOnly: ['c.verification_only', flag],
  scopes: ['c.scopes', list],
  allowedNetworks: ['c.allowed_networks', list],
  rateLimit: ['c.rate_limit', Number],
  rateWindowSeconds: ['c.rate_window_seconds', Number],
  externalId: ['c.external_id', String],
  metadata: ['c.metadata::text', String],
  enabled: ['c.enabled', flag],
  expiresAt: ['c.expires_at', time],
  secretExpiresAt: ['c.secret_expires_at', time],
  revokedAt: ['c.revoked_at', time],
};

const version = `concat_ws('.', c.key_version, c.secret_version, o.version, ${serverVersion}) AS version`;

/** By the hexadecimal hash of a secret, current or earlier. Works as for people's callers: see `callersBy`. */
export const organizationKeys: Lookup<FoundKey> = {
  rows: statementsFor(`c.key, ${version}, ${recordOf(columns)} AS row`),
  versions: statementsFor(`c.key, ${version}`),
  read: readRecord(columns),
};

function statementsFor(selected: string): Statements {
  const secrets = 'SELECT s.*, s.xmin AS version FROM organization_key_secrets s';
  const keys = 'SELECT k.*, k.xmin AS version FROM organization_keys k';
  const organizations = 'SELECT o.*, o.xmin AS version FROM organizations o';
  const joined = (asked: string) => `
    SELECT k.*, k.version AS key_version, s.version AS secret_version, s.expires_at AS secret_expires_at, ${asked} AS key`;
  return {
    one: `SELECT ${selected}
      FROM (${joined('$1::text')} FROM (${secrets}) AS s JOIN (${keys}) AS k ON k.id = s.key_id
             WHERE s.hash = decode($1::text, 'hex')) AS c
      JOIN (${organizations}) AS o ON o.id = c.organization_id`,
    many: `SELECT ${selected}
      FROM (SELECT unnest((SELECT $1::text[])) AS key OFFSET 0) AS asked
     CROSS JOIN LATERAL (${joined('asked.key')}
              FROM (${secrets} WHERE s.hash = decode(asked.key, 'hex') OFFSET 0) AS s
             CROSS JOIN LATERAL (${keys} WHERE k.id = s.key_id OFFSET 0) AS k) AS c
     CROSS JOIN LATERAL (${organizations} WHERE o.id = c.organization_id OFFSET 0) AS o`,
  };
}

/** In the order of ids, so that two nodes don't wait for each other. A key that is gone needs no time. */
export async function touchOrganizationKeys(db: Db, ids: string[], times: Date[]): Promise<void> {
  await db`
    INSERT INTO organization_key_uses AS known (key_id, last_used_at)
    SELECT used.id, used.at
      FROM unnest(${ids}::uuid[], ${times.map((time) => time.toISOString())}::timestamptz[]) AS used (id, at)
      JOIN organization_keys k ON k.id = used.id
     ORDER BY used.id FOR KEY SHARE OF k
        ON CONFLICT (key_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
     WHERE known.last_used_at < EXCLUDED.last_used_at`;
}
