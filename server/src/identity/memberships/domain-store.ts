import type { Db } from '../../platform/db/sql.ts';

export type DomainRow = {
  id: string;
  organizationId: string;
  name: string;
  challenge: string;
  autoJoin: boolean;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  missingSince: Date | null;
  nextCheckAt: Date | null;
  createdAt: Date;
};

function domainColumns(db: Db) {
  return db`id, organization_id, name, challenge, auto_join, verified_at, checked_at, missing_since, next_check_at,
            created_at`;
}

export function listDomainRows(db: Db, organizationId: string): Promise<DomainRow[]> {
  return db<DomainRow[]>`
    SELECT ${domainColumns(db)} FROM organization_domains WHERE organization_id = ${organizationId}
     ORDER BY created_at, id`;
}

export async function findDomain(db: Db, organizationId: string, id: string): Promise<DomainRow | undefined> {
  const [row] = await db<DomainRow[]>`
    SELECT ${domainColumns(db)} FROM organization_domains WHERE id = ${id} AND organization_id = ${organizationId}`;
  return row;
}

/** The one claim that is proven. */
export async function findProof(db: Db, name: string): Promise<DomainRow | undefined> {
  const [row] = await db<DomainRow[]>`
    SELECT ${domainColumns(db)} FROM organization_domains WHERE name = ${name} AND verified_at IS NOT NULL`;
  return row;
}

/** `taken`: the organization has this domain. The organization is locked, so domains are added one at a time. */
export async function insertDomain(
  tx: Db,
  domain: Pick<DomainRow, 'id' | 'organizationId' | 'name' | 'challenge'> & { now: Date },
  most: number,
): Promise<DomainRow | 'taken' | 'full'> {
  const { id, organizationId, name, challenge, now } = domain;
  const [held] = await tx<{ count: number; taken: boolean }[]>`
    SELECT count(*)::int AS count, coalesce(bool_or(name = ${name}), false) AS taken
      FROM organization_domains WHERE organization_id = ${organizationId}`;
  if (held?.taken) return 'taken';
  if ((held?.count ?? 0) >= most) return 'full';
  const [row] = await tx<DomainRow[]>`
    INSERT INTO organization_domains (id, organization_id, name, challenge, created_at)
    VALUES (${id}, ${organizationId}, ${name}, ${challenge}, ${now}) RETURNING ${domainColumns(tx)}`;
  if (!row) throw new Error('a domain that was just added is not there');
  return row;
}

export async function setAutoJoin(tx: Db, id: string, autoJoin: boolean): Promise<void> {
  await tx`UPDATE organization_domains SET auto_join = ${autoJoin} WHERE id = ${id}`;
}

type Checked = Pick<DomainRow, 'verifiedAt' | 'checkedAt' | 'missingSince' | 'nextCheckAt'>;

/** Violates an index if another organization has proven the domain meanwhile. */
export async function saveCheck(tx: Db, id: string, checked: Checked): Promise<DomainRow | undefined> {
  const { verifiedAt, checkedAt, missingSince, nextCheckAt } = checked;
  const [row] = await tx<DomainRow[]>`
    UPDATE organization_domains SET verified_at = ${verifiedAt}, checked_at = ${checkedAt},
           missing_since = ${missingSince}, next_check_at = ${nextCheckAt}
     WHERE id = ${id} RETURNING ${domainColumns(tx)}`;
  return row;
}

/** The outcome of a check by hand that found no record: it ends nothing, and the weekly check keeps its day. */
export async function saveLooked(db: Db, id: string, now: Date): Promise<void> {
  await db`UPDATE organization_domains SET checked_at = ${now} WHERE id = ${id}`;
}

/** Undefined when it isn't proven any more. */
export async function endProofRow(tx: Db, id: string): Promise<DomainRow | undefined> {
  const [row] = await tx<DomainRow[]>`
    UPDATE organization_domains SET verified_at = NULL, missing_since = NULL, next_check_at = NULL
     WHERE id = ${id} AND verified_at IS NOT NULL RETURNING ${domainColumns(tx)}`;
  return row;
}

export async function deleteDomain(
  tx: Db,
  organizationId: string,
  id: string,
): Promise<DomainRow | undefined> {
  const [row] = await tx<DomainRow[]>`
    DELETE FROM organization_domains WHERE id = ${id} AND organization_id = ${organizationId}
    RETURNING ${domainColumns(tx)}`;
  return row;
}

/** Takes proven domains whose check is due: no other node takes them before `until`. */
export function claimDueDomains(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<DomainRow[]> {
  return db<DomainRow[]>`
    UPDATE organization_domains SET next_check_at = ${until} WHERE id IN (
      SELECT id FROM organization_domains WHERE next_check_at <= ${now}
       ORDER BY next_check_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING ${domainColumns(db)}`;
}

/** The outcome of a check that found no record, if the claim is still proven and held until then. */
export async function saveMissing(
  tx: Db,
  { id, nextCheckAt: heldUntil }: DomainRow,
  checked: { missingSince: Date; now: Date; nextCheckAt: Date },
): Promise<boolean> {
  const { missingSince, now, nextCheckAt } = checked;
  const rows = await tx`
    UPDATE organization_domains
       SET checked_at = ${now}, missing_since = ${missingSince}, next_check_at = ${nextCheckAt}
     WHERE id = ${id} AND verified_at IS NOT NULL AND next_check_at = ${heldUntil} RETURNING id`;
  return rows.length === 1;
}

/** The same for one that found it. */
export async function saveFound(
  db: Db,
  { id, nextCheckAt: heldUntil }: DomainRow,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date },
): Promise<void> {
  await db`
    UPDATE organization_domains SET checked_at = ${now}, missing_since = NULL, next_check_at = ${nextCheckAt}
     WHERE id = ${id} AND verified_at IS NOT NULL AND next_check_at = ${heldUntil}`;
}

/** The organization that people with an address in this domain join by themselves. */
export async function findOpenOrganization(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db<{ organizationId: string }[]>`
    SELECT organization_id FROM organization_domains
     WHERE name = ${name} AND verified_at IS NOT NULL AND auto_join`;
  return row?.organizationId;
}
