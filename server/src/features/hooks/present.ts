import type { Hook } from '@latchkey/contract';
import type { HookRow } from './hook-store.ts';

/** The only form in which a hook leaves the service. Its secrets are not included. */
export function presentHook({ createdAt, updatedAt, ...hook }: HookRow): Hook {
  return { ...hook, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'SECRET_ROTATED' | 'DISABLED';

/** What every audit entry about a hook says. The rest of its address may be as good as a password. */
export function aboutHook(what: What, hook: HookRow, metadata: Record<string, unknown> = {}) {
  const { origin } = new URL(hook.url);
  return {
    action: `ADMIN_HOOK_${what}` as const,
    organizationId: null,
    metadata: { hookId: hook.id, point: hook.point, origin, ...metadata },
    about: { hook: { ...presentHook(hook), url: origin } },
  };
}
