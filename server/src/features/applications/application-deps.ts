import type { ActorContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';

/** What only this area needs: where logout notices may go. */
export type Applications = { rules: OutboundRules };

export type ApplicationDeps = Deps & { applications: Applications };

/** Also for calls from the command line. */
export type ActingContext = ActorContext & { deps: ApplicationDeps };
