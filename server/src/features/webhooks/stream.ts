import { Readable } from 'node:stream';
import { lifetimes } from '@latchkey/contract';
import type { AnyContext } from '../../identity/caller/caller.ts';
import type { LateReading } from '../../identity/deps.ts';
import type { Db, Reading } from '../../platform/db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { presentEvent } from './present.ts';
import { type Owner, scopeOf, type WebhookScope } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';
import { findPosition, readStream, type StreamedEvent } from './stream-store.ts';

/** Where a reader of the stream is: after this event. Names the event, so it survives a dump and restore. */
type Cursor = { eventId: string; at: Date };

/** Before every event. */
const start: Cursor = { eventId: '00000000-0000-0000-0000-000000000000', at: new Date(0) };

const idBytes = 16;
const timeBytes = 6;

export function writeCursor({ eventId, at }: Cursor): string {
  const bytes = Buffer.alloc(idBytes + timeBytes);
  bytes.write(eventId.replaceAll('-', ''), 'hex');
  bytes.writeUIntBE(at.getTime(), idBytes, timeBytes);
  return bytes.toString('base64url');
}

/** Undefined for what was never a cursor. */
function readCursor(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== idBytes + timeBytes || bytes.toString('base64url') !== text) return undefined;
  const hex = bytes.toString('hex', 0, idBytes);
  const eventId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { eventId, at: new Date(bytes.readUIntBE(idBytes, timeBytes)) };
}

type StreamInput = { after?: string | undefined; limit: number };
/** An event can be long: this many at a time are in memory while the client takes its time. */
const batchSize = 20;

/** Everything committed before the request is in this answer, or in one of the next. A replica knows only fewer events. */
export async function listEvents(
  context: AnyContext & LateReading,
  owner: Owner,
  { after, limit }: StreamInput,
): Promise<Readable | Refusal<'VALIDATION_FAILED' | 'NO_ORGANIZATION'>> {
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  const { deps, origin } = context;
  const cursor = after === undefined ? start : readCursor(after);
  await sequenceEvents(deps);
  const position = cursor && (await positionOf(deps.sql, scope, cursor, origin.now));
  if (!cursor || position === undefined)
    return refuse('VALIDATION_FAILED', {
      details: { after: ['Must be the nextCursor of an earlier answer. Leave it out to start over.'] },
    });
  return Readable.from(pageText({ reads: context.reads, scope }, cursor, { after: position, limit }), {
    objectMode: false,
  });
}

/** Places are given in the order of commits, so several short reads find what one long one would. */
async function* pageText(
  { reads, scope }: { reads: Reading; scope: WebhookScope },
  from: Cursor,
  { after, limit }: { after: string; limit: number },
): AsyncGenerator<string> {
  yield '{"events":[';
  let last: StreamedEvent | undefined;
  for (let left = limit; left > 0; left -= batchSize) {
    const asked = Math.min(left, batchSize);
    const from = last?.position ?? after;
    const events = await reads.single((db) => readStream(db, scope, { after: from, limit: asked }));
    const text = events.map((event) => JSON.stringify(presentEvent(event))).join();
    if (text) yield last ? `,${text}` : text;
    last = events.at(-1) ?? last;
    if (events.length < asked) break;
  }
  const cursor = last ? { eventId: last.id, at: last.createdAt } : from;
  yield `],"nextCursor":${JSON.stringify(writeCursor(cursor))}}`;
}

/** An event no longer kept is before all that are. One that should be here but isn't was lost with a database. */
async function positionOf(
  db: Db,
  scope: WebhookScope,
  { eventId, at }: Cursor,
  now: Date,
): Promise<string | undefined> {
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  return (await findPosition(db, scope, eventId)) ?? (at < kept ? '0' : undefined);
}
