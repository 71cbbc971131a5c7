import type { HookPoint } from '@latchkey/contract';
import type { SystemContext } from '../../identity/caller/caller.ts';
import { transact } from '../../platform/db/transact.ts';
import { record } from '../../records/audit/record.ts';
import { disableHooks, type HookRow } from './hook-store.ts';
import { aboutHook } from './present.ts';

/** The way out when a hook locks people out: one point, or all of them. Returns those that were on. */
export function disableAnyHooks(
  { deps, origin }: SystemContext,
  point: HookPoint | null,
): Promise<HookRow[]> {
  return transact(deps, async (tx) => {
    const disabled = await disableHooks(tx, point, origin.now);
    for (const hook of disabled) await record(tx, origin, { user: null, ...aboutHook('DISABLED', hook) });
    return disabled;
  });
}
