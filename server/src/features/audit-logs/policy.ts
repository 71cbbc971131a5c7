import { Id } from '@latchkey/contract';
import { type AnyCaller, may } from '../../identity/caller/caller.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { AuditFilter } from './entry-store.ts';

/**
 * The entries this caller may see, narrowed to those they ask for. A caller with audit:read chooses the organization;
 * other callers see only their own organization, whatever they ask for.
 */
export function filterForCaller(
  caller: AnyCaller,
  query: AuditFilter,
): AuditFilter | Refusal<'VALIDATION_FAILED'> {
  const { category, action, userEmail, userId, ipAddress, reason, from, to } = query;
  const filter = { category, action, userEmail: userEmail?.trim(), userId, ipAddress, reason, from, to };
  const bound = boundOf(caller);
  if (bound) return { ...filter, organizationId: bound };
  const asked = query.organizationId;
  if (!asked) return { ...filter, organizationId: caller.organization?.id };
  if (asked === 'all') return filter;
  if (Id.safeParse(asked).success) return { ...filter, organizationId: asked };
  return refuse('VALIDATION_FAILED', { details: { organizationId: ['Must be an id, or all.'] } });
}

/** The one organization whose entries this caller may see. Undefined: those of all. */
export function boundOf(caller: AnyCaller): string | undefined {
  if (caller.kind === 'organizationKey') return caller.organization.id;
  if (may(caller, 'audit:read')) return undefined;
  if (!caller.organization) throw new Error('a caller without an organization came past the guard');
  return caller.organization.id;
}
