import type { CatalogPermission } from '@latchkey/contract';
import {
  findCatalog,
  lockCatalog,
  saveCatalog,
  takeFromTeamRoles,
} from '../../identity/accounts/team-role-store.ts';
import { type ActorContext, actorOf } from '../../identity/caller/caller.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { findListed } from '../roles/role-store.ts';
import { takePrivileges } from '../users/status.ts';
import { presentCatalog } from './present.ts';

export async function getTeamPermissions({ deps }: ActorContext): Promise<CatalogPermission[]> {
  return presentCatalog(await findCatalog(deps.sql));
}

/** Replaces the catalog. What is left out leaves every role. Roles of the service change under the same lock. */
export function setTeamPermissions(
  context: ActorContext,
  { permissions }: { permissions: readonly CatalogPermission[] },
): Promise<CatalogPermission[] | Refusal<'PERMISSION_DENIED' | 'PERMISSION_NAME_TAKEN'>> {
  const { deps, caller, origin } = context;
  const sorted = [...permissions].sort((one, other) => (one.name < other.name ? -1 : 1));
  const after = {
    names: sorted.map(({ name }) => name),
    descriptions: sorted.map(({ description }) => description),
  };
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const before = await lockCatalog(tx);
    const taken = await findListed(tx, after.names);
    if (taken.length > 0) return refuse('PERMISSION_NAME_TAKEN', { details: { permissions: taken } });
    if (!isChanged(changeOf(before, after, ['names', 'descriptions']))) return presentCatalog(before);
    const removed = before.names.filter((name) => !after.names.includes(name));
    const added = after.names.filter((name) => !before.names.includes(name));
    await saveCatalog(tx, after);
    if (removed.length > 0) await takeFromTeamRoles(tx, removed, origin.now);
    const action = 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED';
    await record(tx, origin, { action, user: actorOf(caller), metadata: { added, removed } });
    return presentCatalog(after);
  });
}
