import type { ActorContext, AnyCaller, SystemCaller } from '../../identity/caller/caller.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';

/** Whose endpoints and events: those of the service, or of one organization. */
export type WebhookScope = { of: 'system' } | { of: 'organization'; id: string };

/** Whose webhooks a route is about. An organization's are those of the caller's organization. */
export type Owner = WebhookScope['of'];

/** For reads. */
export function scopeOf(
  { caller }: { caller: AnyCaller | SystemCaller },
  owner: Owner,
): WebhookScope | Refusal<'NO_ORGANIZATION'> {
  if (owner === 'system') return { of: 'system' };
  if (caller.kind === 'system') return refuse('NO_ORGANIZATION');
  return caller.organization ? { of: 'organization', id: caller.organization.id } : refuse('NO_ORGANIZATION');
}

/** What a change to an endpoint works with: the caller's tools, whose endpoint it is, and the transaction. */
export type ScopedChange<C extends ActorContext = ActorContext> = C & { scope: WebhookScope; tx: Db };

/** For changes. The organization is locked, and the caller is still its ADMIN. */
export function changeIn<C extends ActorContext, T>(
  context: C,
  owner: Owner,
  work: (change: ScopedChange<C>) => Promise<T>,
): Promise<T | MembershipRefusal> {
  return transact<T | MembershipRefusal>(context.deps, async (tx) => {
    if (owner === 'system') return work({ ...context, scope: { of: 'system' }, tx });
    if (context.caller.kind === 'system') return refuse('NO_ORGANIZATION');
    const locked = await lockMembership(tx, context.caller, 'ADMIN');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    return work({ ...context, scope: { of: 'organization', id: locked.organization.id }, tx });
  });
}
