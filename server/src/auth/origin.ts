import type { Clock } from '../clock.ts';
import type { Client } from '../http/client.ts';

/** A request as the verbs see it: where it came from, and one `now` for all that it does. */
export type RequestOrigin = Client & { now: Date };

export function originOf(client: Client, clock: Clock): RequestOrigin {
  return { ...client, now: clock.now() };
}
