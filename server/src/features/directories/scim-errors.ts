import type { Context } from '../../identity/caller/caller.ts';
import { listScimErrorRows, type ScimErrorRow } from '../../identity/memberships/scim-error-store.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

export async function listScimErrors({
  deps,
  caller,
  origin,
}: Context): Promise<ScimErrorRow[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return listScimErrorRows(deps.sql, organizationId, origin.now);
}
