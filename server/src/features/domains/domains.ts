import { randomBytes } from 'node:crypto';
import { domainLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../identity/caller/caller.ts';
import {
  type DomainRow,
  deleteDomain,
  findDomain,
  insertDomain,
  listDomainRows,
  setAutoJoin,
} from '../../identity/memberships/domain-store.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { presentBareOrganization } from '../../identity/memberships/present.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isSharedSuffix, readDomainName } from '../../platform/domain-name.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf } from '../../records/audit/change.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { presentDomain } from './present.ts';

type Told = { what: 'ADDED' | 'VERIFIED' | 'LOST' | 'REMOVED'; actor: AuditEvent['user']; reason?: string };

export function recordDomain(tx: Db, origin: Origin, row: DomainRow, { what, actor, reason }: Told) {
  return record(tx, origin, {
    action: `ORG_DOMAIN_${what}`,
    user: actor,
    organizationId: row.organizationId,
    metadata: { domain: row.name, ...(reason && { reason }) },
    about: { domain: presentDomain(row) },
  });
}

/** A change to the organization's domains: it is locked, and the caller still owns it. */
export function changeDomains<T>(
  context: Context,
  work: (tx: Tx, organization: OrganizationRow) => Promise<T>,
): Promise<T | MembershipRefusal> {
  return transact<T | MembershipRefusal>(context.deps, async (tx) => {
    const locked = await lockMembership(tx, context.caller, 'OWNER');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    return work(tx, locked.organization);
  });
}

export async function listDomains({
  deps,
  caller,
}: Context): Promise<DomainRow[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  return organizationId ? listDomainRows(deps.sql, organizationId) : refuse('NO_ORGANIZATION');
}

type AddRefusal = MembershipRefusal | Refusal<'VALIDATION_FAILED' | 'DOMAIN_TAKEN' | 'DOMAIN_LIMIT_REACHED'>;

/** Anyone may claim a domain: only its DNS proves it. */
export async function addDomain(
  context: Context,
  { name: given }: { name: string },
): Promise<DomainRow | AddRefusal> {
  const { caller, origin } = context;
  const invalid = (message: string) => refuse('VALIDATION_FAILED', { details: { name: [message] } });
  const name = readDomainName(given);
  if (!name) return invalid('Must be a domain such as example.com.');
  if (await isSharedSuffix(name)) return invalid('Must be a domain of your own, not one that others share.');
  return changeDomains(context, async (tx, { id: organizationId }) => {
    const challenge = `latchkey-domain=${randomBytes(32).toString('base64url')}`;
    const domain = { id: uuidv7(), organizationId, name, challenge, now: origin.now };
    const row = await insertDomain(tx, domain, domainLimit);
    if (row === 'taken') return refuse('DOMAIN_TAKEN');
    if (row === 'full') return refuse('DOMAIN_LIMIT_REACHED', { details: { limit: domainLimit } });
    await recordDomain(tx, origin, row, { what: 'ADDED', actor: caller.user });
    return row;
  });
}

export function updateDomain(
  context: Context,
  { id, autoJoin }: { id: string; autoJoin: boolean },
): Promise<DomainRow | MembershipRefusal | Refusal<'NOT_FOUND' | 'DOMAIN_NOT_VERIFIED'>> {
  const { caller, origin } = context;
  return changeDomains(context, async (tx, organization) => {
    const row = await findDomain(tx, organization.id, id);
    if (!row) return refuse('NOT_FOUND');
    if (!row.verifiedAt) return refuse('DOMAIN_NOT_VERIFIED');
    if (row.autoJoin === autoJoin) return row;
    await setAutoJoin(tx, id, autoJoin);
    await record(tx, origin, {
      action: 'ORG_UPDATED',
      user: caller.user,
      organizationId: organization.id,
      metadata: { domain: row.name },
      change: changeOf(row, { ...row, autoJoin }, ['autoJoin']),
      about: { organization: presentBareOrganization(organization) },
    });
    return { ...row, autoJoin };
  });
}

export function removeDomain(
  context: Context,
  { id }: { id: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  const { caller, origin } = context;
  return changeDomains(context, async (tx, organization) => {
    const row = await deleteDomain(tx, organization.id, id);
    if (!row) return refuse('NOT_FOUND');
    await recordDomain(tx, origin, row, { what: 'REMOVED', actor: caller.user });
    return undefined;
  });
}
