import type { Application, GrantedApplication } from '@latchkey/contract';
import type { ApplicationRow, GrantedRow } from './application-store.ts';

/** The only form in which an application leaves the service. Its secrets are not included. */
export function presentApplication({ dynamic, ...row }: ApplicationRow): Application {
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  return { ...row, ...registrationOf({ dynamic }), createdAt, updatedAt };
}

/** Shown to users and administrators alike. */
export function registrationOf({ dynamic }: Pick<ApplicationRow, 'dynamic'>): { selfRegistered?: true } {
  return dynamic ? { selfRegistered: true } : {};
}

export function presentGranted({ dynamic, ...row }: GrantedRow): GrantedApplication {
  return {
    ...row,
    ...registrationOf({ dynamic }),
    grantedAt: row.grantedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
