import type { Caller } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Whose endpoints and events: those of the whole service, or of one organization. */
export type Scope = { of: 'system' } | { of: 'organization'; id: string };

export const system: Scope = { of: 'system' };

/** The caller's organization. The declaration of a route has asked for one. */
export function organizationScope({ organization }: Caller): Scope | Refusal<'NO_ORGANIZATION'> {
  return organization ? { of: 'organization', id: organization.id } : refuse('NO_ORGANIZATION');
}
