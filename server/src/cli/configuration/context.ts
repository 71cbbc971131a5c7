import { destinationPurpose } from '../../features/destinations/destination-deps.ts';
import { createWebhooks } from '../../features/webhooks/webhook-deps.ts';
import { atCommandLine } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { within } from '../../platform/db/transact.ts';
import type { State } from './changes.ts';
import { type Context, thingsIn } from './section.ts';
import { sections } from './sections.ts';

/** Everything that the endpoints' functions do with it is part of this transaction. */
export function contextIn(deps: Deps, config: Config, tx: Tx): Context {
  const webhooks = createWebhooks(config, deps.dataKeys);
  const destinations = { rules: webhooks.rules, key: deps.dataKeys.of(destinationPurpose) };
  const tools = { ...within(deps, tx), webhooks, applications: webhooks, destinations };
  return { ...atCommandLine(deps, 'config'), deps: tools };
}

export async function stateIn(context: Context, names: readonly string[]): Promise<State> {
  const state: State = new Map();
  for (const [name, section] of Object.entries(sections))
    if (names.includes(name)) state.set(name, await thingsIn(context, section));
  return state;
}
