import type { ActorContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { createSender, type Sender } from '../../platform/outbound/sender.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';

/** What only this area needs: where events may go, what sends them, and the key that secrets are sealed under. */
export type Destinations = { rules: OutboundRules; sender: Sender; key: Key };

export type DestinationDeps = Deps & { destinations: Destinations };

/** What this area's verbs work with: most of them send nothing. */
export type DestinationContext = ActorContext & {
  deps: Deps & { destinations: Pick<Destinations, 'rules' | 'key'> };
};

export const destinationPurpose = 'destination';

export function createDestinations(rules: OutboundRules, resolve: Resolve, keys: DataKeys): Destinations {
  return { rules, sender: createSender(rules, resolve), key: keys.of(destinationPurpose) };
}
