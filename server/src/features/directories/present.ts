import type { ScimError, ScimToken } from '@latchkey/contract';
import type { ScimErrorRow } from '../../identity/memberships/scim-error-store.ts';
import type { ScimTokenRow } from '../../identity/memberships/scim-token-store.ts';

/** The only form in which a directory's token leaves the service. Its secret is not included. */
export function presentScimToken(row: ScimTokenRow): ScimToken {
  const { id, description, createdBy, createdAt, lastUsedAt } = row;
  return {
    id,
    description,
    createdBy,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

export function presentScimError({ at, ...error }: ScimErrorRow): ScimError {
  return { at: at.toISOString(), ...error };
}
