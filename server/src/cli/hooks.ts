import { hookPoints } from '@latchkey/contract';
import { disableAnyHooks } from '../features/hooks/at-command-line.ts';
import { atCommandLine } from '../identity/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import { type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

export async function disableHook(
  config: Config,
  given: string | undefined,
  { all = false }: { all?: boolean },
): Promise<Report> {
  const point = hookPoints.find((each) => each === given);
  if (all === (given !== undefined) || (!all && !point))
    throw new UsageError(`Name a point (${hookPoints.join(', ')}), or use --all.`);
  return withDeps(config, async (deps) => {
    const disabled = await disableAnyHooks(atCommandLine(deps), point ?? null);
    const points = disabled.map((hook) => hook.point);
    const text = points.map((each) => `Turned off: ${each}`).join('\n') || 'No such hook was turned on.';
    return { text, json: { disabled: points } };
  });
}
