import { presentDestination, withoutPaths } from '../../identity/memberships/present.ts';
import type { WebhookScope } from '../webhooks/scope.ts';
import type { DestinationRow } from './destination-store.ts';

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'SECRET_ROTATED' | 'DISABLED';

/**
 * What every audit entry about a destination says, and where it is filed: those of the service belong to no organization.
 * Of addresses, only the origin is recorded and sent to other receivers: the rest may be as good as a password.
 */
export function aboutDestination(
  scope: WebhookScope,
  what: What,
  row: DestinationRow,
  metadata: Record<string, unknown> = {},
) {
  const action =
    scope.of === 'system' ? (`ADMIN_DESTINATION_${what}` as const) : (`ORG_DESTINATION_${what}` as const);
  const { id: destinationId, name, kind } = row;
  return {
    action,
    organizationId: scope.of === 'system' ? null : scope.id,
    metadata: { destinationId, name, kind, ...metadata },
    about: { destination: presentDestination(withoutPaths(row)) },
  };
}
