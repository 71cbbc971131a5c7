import type { SendTest } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../identity/caller/caller.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { presentDestination, withoutPaths } from '../../identity/memberships/present.ts';
import { toldOf } from '../../platform/outbound/send-signed.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { Owner } from '../webhooks/scope.ts';
import type { DestinationDeps } from './destination-deps.ts';
import { getDestination } from './destinations.ts';
import { kinds } from './kinds/kinds.ts';
import { sendBatch } from './send.ts';

const type = 'destination.test';

/** One event, sent at once as a batch would be. It has no place in the stream, and moves nothing. */
export async function testDestination(
  context: Context & Pick<AskingContext, 'aside'> & { deps: DestinationDeps },
  owner: Owner,
  input: { id: string },
): Promise<SendTest | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION' | 'OVERLOADED'>> {
  const row = await getDestination(context, owner, input);
  if (isRefusal(row)) return row;
  const { deps, caller, origin } = context;
  const { id, email } = caller.user;
  const { organizationId } = row;
  const destination = presentDestination(withoutPaths(row));
  const data = { action: null, actor: { id, email }, organizationId, metadata: {}, destination };
  const body = JSON.stringify({ type, timestamp: origin.now.toISOString(), data });
  const event = { id: uuidv7(), createdAt: origin.now, body };
  const { record, write } = kinds[row.kind];
  const text = write([record(event, row.settings)]);
  const { clock, destinations } = deps;
  const batch = { text, first: event, last: event };
  const sent = await context.aside(() => sendBatch({ clock, ...destinations }, row, batch));
  if (isRefusal(sent)) return sent;
  const { responseStatus, error, durationMs } = toldOf(sent.attempt);
  const { method = 'POST', url = row.settings.url ?? '' } = sent.request ?? {};
  return {
    succeeded: sent.taken,
    responseStatus,
    error,
    durationMs,
    answer: sent.answer,
    sent: { method, url, body: text },
  };
}
