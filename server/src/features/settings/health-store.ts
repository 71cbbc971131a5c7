import type { Db } from '../../platform/db/sql.ts';

/** The highest count of failed mail: one look at the page reads no more rows. */
const mostCounted = 1000;
const mostEnding = 50;

export type Troubles = {
  failedMails: number;
  failingWebhooks: number;
  disabledWebhooks: number;
  failingDestinations: number;
  disabledDestinations: number;
  scimTokens: number;
  refusingDirectories: number;
};

export async function readTroubles(db: Db, since: Date): Promise<Troubles> {
  const [row] = await db<Troubles[]>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM emails WHERE status = 'FAILED' AND created_at >= ${since}
                                        LIMIT ${mostCounted}) AS failed) AS failed_mails,
           w.failing AS failing_webhooks, w.disabled AS disabled_webhooks,
           d.failing AS failing_destinations, d.disabled AS disabled_destinations,
           (SELECT count(*)::int FROM scim_tokens) AS scim_tokens,
           (SELECT count(DISTINCT organization_id)::int FROM scim_errors WHERE at >= ${since}) AS refusing_directories
      FROM (SELECT count(*) FILTER (WHERE enabled AND failing_since IS NOT NULL)::int AS failing,
                   count(*) FILTER (WHERE NOT enabled)::int AS disabled FROM webhooks) AS w,
           (SELECT count(*) FILTER (WHERE enabled AND failing_since IS NOT NULL)::int AS failing,
                   count(*) FILTER (WHERE NOT enabled)::int AS disabled FROM destinations) AS d`;
  if (!row) throw new Error('counts always come in one row');
  return row;
}

export type EndingRow = { name: string; organizationId: string; organizationName: string; at: Date };

/** Certificates of identity providers in use that expire before a time, the first ones first. */
export function findEndingCertificates(db: Db, before: Date): Promise<EndingRow[]> {
  return db<EndingRow[]>`
    SELECT c.name, c.organization_id, o.name AS organization_name, (certificate->>'notAfter')::timestamptz AS at
      FROM sso_connections c JOIN organizations o ON o.id = c.organization_id,
           json_array_elements(c.certificates) AS certificate
     WHERE c.kind = 'saml' AND c.enabled AND (certificate->>'notAfter')::timestamptz < ${before}
     ORDER BY at, c.id LIMIT ${mostEnding}`;
}

/** Organization keys in use that expire before a time, the first ones first. */
export function findEndingKeys(db: Db, { now, before }: { now: Date; before: Date }): Promise<EndingRow[]> {
  return db<EndingRow[]>`
    SELECT k.name, k.organization_id, o.name AS organization_name, k.expires_at AS at
      FROM organization_keys k JOIN organizations o ON o.id = k.organization_id
     WHERE k.revoked_at IS NULL AND k.enabled AND k.expires_at > ${now} AND k.expires_at < ${before}
     ORDER BY k.expires_at, k.id LIMIT ${mostEnding}`;
}

export type EndingPersonalKey = { name: string; userId: string; userEmail: string; at: Date };

/** People's own keys in use that expire before a time, the first ones first. */
export function findEndingPersonalKeys(
  db: Db,
  { now, before }: { now: Date; before: Date },
): Promise<EndingPersonalKey[]> {
  return db<EndingPersonalKey[]>`
    SELECT k.name, k.user_id, u.email AS user_email, k.expires_at AS at
      FROM api_keys k JOIN users u ON u.id = k.user_id
     WHERE k.revoked_at IS NULL AND k.expires_at > ${now} AND k.expires_at < ${before} AND u.is_active
     ORDER BY k.expires_at, k.id LIMIT ${mostEnding}`;
}

/** Proven domains whose record is missing; the time is since when. */
export function findMissingDomains(db: Db): Promise<EndingRow[]> {
  return db<EndingRow[]>`
    SELECT d.name, d.organization_id, o.name AS organization_name, d.missing_since AS at
      FROM organization_domains d JOIN organizations o ON o.id = d.organization_id
     WHERE d.verified_at IS NOT NULL AND d.missing_since IS NOT NULL
     ORDER BY at, d.id LIMIT ${mostEnding}`;
}
