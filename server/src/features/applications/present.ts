import type { GrantedApplication } from '@latchkey/contract';
import { registrationOf } from '../../identity/memberships/present.ts';
import type { GrantedRow } from './application-store.ts';

export function presentGranted({ dynamic, ...row }: GrantedRow): GrantedApplication {
  return {
    ...row,
    ...registrationOf({ dynamic }),
    grantedAt: row.grantedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
