import type { Application, GrantedApplication } from '@latchkey/contract';
import type { GrantedRow } from './grant-store.ts';
import type { ApplicationRow } from './store.ts';

/** The only way an application leaves the service. Its secrets are not here to be shown. */
export function presentApplication({ dynamic, ...row }: ApplicationRow): Application {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export function presentGranted(row: GrantedRow): GrantedApplication {
  return {
    ...row,
    grantedAt: row.grantedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
