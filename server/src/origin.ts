import type { Clock } from './clock.ts';
import type { Client } from './http/client.ts';

/** A request as the verbs see it: where it came from, and one `now` for all that it does. */
export type RequestOrigin = Client & {
  now: Date;
  /** The ADMIN who acts as the caller, named in every audit entry the request leaves. */
  impersonatedBy?: string | undefined;
};

export function originOf(client: Client, clock: Clock, impersonatedBy?: string): RequestOrigin {
  return { ...client, now: clock.now(), impersonatedBy };
}
