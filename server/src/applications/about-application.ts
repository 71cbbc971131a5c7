import { presentApplication } from './present.ts';
import type { ApplicationRow } from './store.ts';

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'SECRET_ROTATED';

/** What every audit entry about an application says. They belong to the service. */
export function aboutApplication(
  what: What,
  application: ApplicationRow,
  metadata: Record<string, unknown> = {},
) {
  const { id, clientId, name, kind } = application;
  return {
    action: `ADMIN_APP_${what}` as const,
    organizationId: null,
    metadata: { applicationId: id, clientId, name, kind, ...metadata },
    about: { application: presentApplication(application) },
  };
}
