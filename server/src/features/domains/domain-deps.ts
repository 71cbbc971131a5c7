import type { Context } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { FindTxt } from '../../platform/outbound/txt-records.ts';

/** What only this area needs: the name servers. */
export type Domains = { findTxt: FindTxt };

type DomainDeps = Deps & { domains: Domains };

/** What this area's verbs work with. */
export type DomainContext = Context & { deps: DomainDeps };
