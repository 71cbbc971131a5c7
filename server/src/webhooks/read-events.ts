import { lifetimes } from '@latchkey/contract';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Cursor, readCursor, start, writeCursor } from './cursor.ts';
import type { Scope } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';
import { findPosition, readStream, type StreamedEvent } from './stream-store.ts';

export type StreamInput = { after?: string | undefined; limit: number };
export type StreamPage = { events: StreamedEvent[]; nextCursor: string };
export type StreamRefusal = Refusal<'VALIDATION_FAILED'>;

/** Everything committed before the request is in this answer, or in one of the next. */
export async function readEvents(
  { deps, origin }: Pick<Context, 'deps' | 'origin'>,
  scope: Scope,
  { after, limit }: StreamInput,
): Promise<StreamPage | StreamRefusal> {
  const cursor = after === undefined ? start : readCursor(after);
  await sequenceEvents(deps);
  const position = cursor && (await positionOf(deps.sql, scope, cursor, origin.now));
  if (!cursor || position === undefined)
    return refuse('VALIDATION_FAILED', {
      details: { after: ['Must be the nextCursor of an earlier answer. Leave it out to start over.'] },
    });
  const events = await readStream(deps.sql, scope, { after: position, limit });
  const last = events.at(-1);
  return { events, nextCursor: writeCursor(last ? { eventId: last.id, at: last.createdAt } : cursor) };
}

/** An event no longer kept is before all that are. One that should be here but isn't was lost with a database. */
async function positionOf(
  db: Db,
  scope: Scope,
  { eventId, at }: Cursor,
  now: Date,
): Promise<string | undefined> {
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  return (await findPosition(db, scope, eventId)) ?? (at < kept ? '0' : undefined);
}
