import type { ActorContext, Context } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import type { OutboundRules } from '../outbound/rules.ts';

/** What only this area needs: where logout notices may go. */
export type Applications = { rules: OutboundRules };

export type ApplicationDeps = Deps & { applications: Applications };

export type ApplicationContext = Context & { deps: ApplicationDeps };
/** The same, also for what the command line does. */
export type ActingContext = ActorContext & { deps: ApplicationDeps };
