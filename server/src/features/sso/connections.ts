import { connectionLimit, paginate } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ActorContext, actorOf, type Context } from '../../identity/caller/caller.ts';
import {
  type ConnectionRow,
  deleteConnectionRow,
  findConnection,
  insertConnection,
  listConnectionRows,
} from '../../identity/connections/connection-store.ts';
import {
  deleteLinks,
  type LinkRow,
  listLinkRows,
  totalLinks,
} from '../../identity/connections/link-store.ts';
import { countBreakGlassOwners } from '../../identity/credentials/break-glass-store.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Change } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'TESTED' | 'UNLINKED';

export function recordConnection(
  tx: Db,
  { caller, origin }: Pick<ActorContext, 'caller' | 'origin'>,
  { id: connectionId, organizationId, name, kind }: ConnectionRow,
  { what, more, change }: { what: What; more?: Record<string, unknown>; change?: Change },
) {
  const metadata = { connectionId, name, kind, ...more };
  return record(tx, origin, {
    action: `ORG_CONNECTION_${what}`,
    user: actorOf(caller),
    organizationId,
    metadata,
    ...(change && { change }),
  });
}

/** A change to a connection: the organization is locked, and the caller still owns it. */
export function changeConnection<T>(
  context: Context,
  id: string,
  work: (tx: Tx, row: ConnectionRow) => Promise<T>,
): Promise<T | MembershipRefusal | Refusal<'NOT_FOUND'>> {
  return transact<T | MembershipRefusal | Refusal<'NOT_FOUND'>>(context.deps, async (tx) => {
    const locked = await lockMembership(tx, context.caller, 'OWNER');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    const row = await findConnection(tx, id, locked.organization.id);
    return row ? work(tx, row) : refuse('NOT_FOUND');
  });
}

/** What a connection's page shows about the organization's OWNERs. */
export function breakGlassOwners({ deps }: Pick<Context, 'deps'>, organizationId: string): Promise<number> {
  return countBreakGlassOwners(deps.sql, deps.config, organizationId);
}

export async function listConnections({
  deps,
  caller,
}: Context): Promise<ConnectionRow[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  return organizationId ? listConnectionRows(deps.sql, organizationId) : refuse('NO_ORGANIZATION');
}

export async function getConnection(
  { deps, caller }: Context,
  { id }: { id: string },
): Promise<ConnectionRow | Refusal<'NO_ORGANIZATION' | 'NOT_FOUND'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return (await findConnection(deps.sql, id, organizationId)) ?? refuse('NOT_FOUND');
}

export function createConnection(
  context: Context,
  { kind, name }: { kind: 'oidc' | 'saml'; name: string },
): Promise<ConnectionRow | MembershipRefusal | Refusal<'CONNECTION_LIMIT_REACHED'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked;
    const { id: organizationId } = locked.organization;
    const made = { id: uuidv7(), organizationId, kind, name, now: origin.now };
    const row = await insertConnection(tx, made, connectionLimit);
    if (!row) return refuse('CONNECTION_LIMIT_REACHED', { details: { limit: connectionLimit } });
    await recordConnection(tx, context, row, { what: 'CREATED' });
    return row;
  });
}

export function deleteConnection(
  context: Context,
  { id }: { id: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  return changeConnection(context, id, async (tx, row) => {
    await deleteConnectionRow(tx, id);
    await recordConnection(tx, context, row, { what: 'DELETED' });
    return undefined;
  });
}

export async function listConnectionLinks(
  context: Context,
  { id, page, limit }: { id: string; page: number; limit: number },
): Promise<
  { links: LinkRow[]; pagination: ReturnType<typeof paginate> } | Refusal<'NO_ORGANIZATION' | 'NOT_FOUND'>
> {
  const connection = await getConnection(context, { id });
  if (isRefusal(connection)) return connection;
  const { sql } = context.deps;
  const { total, ...estimate } = await totalLinks(sql, id);
  const links = await listLinkRows(sql, id, { limit, offset: (page - 1) * limit });
  return { links, pagination: { ...paginate(page, limit, total), ...estimate } };
}

export function deleteConnectionLink(
  context: Context,
  link: { id: string; userId: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  return endLinks(context, link);
}

export function deleteConnectionLinks(
  context: Context,
  { id }: { id: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  return endLinks(context, { id });
}

/** Ends one link, which must exist, or all. */
function endLinks(
  context: Context,
  { id, userId }: { id: string; userId?: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  return changeConnection(context, id, async (tx, row) => {
    const ended = await deleteLinks(tx, id, userId ?? null);
    if (userId && ended.length === 0) return refuse('NOT_FOUND');
    for (const targetUserId of ended)
      await recordConnection(tx, context, row, { what: 'UNLINKED', more: { targetUserId } });
    return undefined;
  });
}
