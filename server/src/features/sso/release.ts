import type { SystemContext } from '../../identity/caller/caller.ts';
import { releaseConnections } from '../../identity/connections/connection-store.ts';
import { lockOrganization } from '../../identity/memberships/organization-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { changeOf } from '../../records/audit/change.ts';
import { recordConnection } from './connections.ts';

/** Ends the requirement of all connections of an organization. Returns the ids of those that had one. */
export function releaseOrganization(context: SystemContext, organizationId: string): Promise<string[]> {
  return transact(context.deps, async (tx) => {
    await lockOrganization(tx, organizationId);
    const released = await releaseConnections(tx, organizationId, context.origin.now);
    const change = changeOf({ required: true }, { required: false }, ['required']);
    for (const connection of released)
      await recordConnection(tx, context, connection, { what: 'UPDATED', change });
    return released.map(({ id }) => id);
  });
}
