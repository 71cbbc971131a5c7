import type { ApplicationKind } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ApplicationDeps } from './parts.ts';
import { contradictionsIn } from './policy.ts';
import { type ApplicationFields, holdOrganization } from './store.ts';

/** Why an application cannot be like this. Call in the transaction that is about to write it. */
export async function refuseFields(
  { deps }: { deps: ApplicationDeps },
  tx: Db,
  fields: ApplicationFields & { kind: ApplicationKind },
): Promise<Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'> | undefined> {
  const details = contradictionsIn(fields);
  if (details) return refuse('VALIDATION_FAILED', { details });
  const { backchannelLogoutUri, organizationId } = fields;
  if (backchannelLogoutUri !== null && deps.applications.rules.forbids(backchannelLogoutUri))
    return refuse('LOGOUT_URL_FORBIDDEN');
  if (organizationId !== null && !(await holdOrganization(tx, organizationId)))
    return refuse('VALIDATION_FAILED', { details: { organizationId: ['There is no such organization.'] } });
  return undefined;
}
