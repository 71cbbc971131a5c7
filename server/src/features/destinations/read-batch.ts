import { destinationLimits } from '@latchkey/contract';
import type { Sql } from '../../platform/db/sql.ts';
import { lockStream } from '../webhooks/stream-store.ts';
import type { SentEvent, Written } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';
import {
  type Lease,
  type Passed,
  putOff,
  resolveStart,
  rest,
  type ScannedEvent,
  scanSize,
  scanStream,
} from './reading-store.ts';

/**
 * `passed`: the last event before the batch that it doesn't want. `taken`: the last one that is behind it once the batch is
 * taken.
 */
export type Batch = { turn: Lease; written: Written; passed: Passed | undefined; taken: Passed };

type Collected = {
  records: string[];
  bytes: number;
  first: SentEvent | undefined;
  last: SentEvent | undefined;
  passed: Passed | undefined;
  taken: Passed | undefined;
  /** Whether there may be more than it holds. */
  full: boolean;
};

/** How far to look for enough to fill a batch. */
const mostScans = 20;

/** What a turn sends. Undefined if there is nothing yet: then the turn is over. */
export async function readBatch(sql: Sql, leased: Lease, now: Date): Promise<Batch | undefined> {
  const position = leased.position ?? (await resolveStart(sql, leased));
  const turn = { ...leased, position };
  const batch = await collect(sql, turn);
  const { records, first, last, passed, taken, full } = batch;
  if (!first || !last || !taken) {
    if (full) await putOff(sql, turn, taken, now);
    else await comeToRest(sql, turn, taken, now);
    return undefined;
  }
  const { windowMs, write } = kinds[turn.kind];
  // A clock that was ahead when it happened makes nothing wait longer.
  const since = Math.min(first.createdAt.getTime(), now.getTime());
  if (!full && turn.failures === 0 && since + windowMs > now.getTime()) {
    await putOff(sql, turn, passed, new Date(since + windowMs));
    return undefined;
  }
  return { turn, written: { text: write(records), first, last }, passed, taken };
}

function comeToRest(sql: Sql, turn: Lease, passed: Passed | undefined, now: Date): Promise<void> {
  return sql.begin(async (tx) => {
    await lockStream(tx);
    await rest(tx, turn, passed, now);
  });
}

async function collect(sql: Sql, turn: Lease): Promise<Collected> {
  const batch: Collected = {
    records: [],
    bytes: 0,
    first: undefined,
    last: undefined,
    passed: undefined,
    taken: undefined,
    full: false,
  };
  if (turn.position === null) return batch;
  for (let scan = 0, after = turn.position; scan < mostScans; scan++) {
    const events = await scanStream(sql, turn, after);
    for (const event of events) if (!add(batch, turn, event)) return { ...batch, full: true };
    if (events.length < scanSize) return batch;
    after = events.at(-1)?.position ?? after;
  }
  return { ...batch, full: true };
}

/** False if it doesn't fit. A batch holds at least one, however long it is. */
function add(batch: Collected, { kind, settings }: Lease, event: ScannedEvent): boolean {
  const { position, id, createdAt, wanted, body } = event;
  if (wanted) {
    if (body === null) return false;
    const sent = { id, createdAt, body };
    const record = kinds[kind].record(sent, settings);
    const bytes = batch.bytes + Buffer.byteLength(record) + 1;
    const { length } = batch.records;
    if (length === destinationLimits.events || (length > 0 && bytes > destinationLimits.bytes)) return false;
    batch.records.push(record);
    batch.bytes = bytes;
    batch.first ??= sent;
    batch.last = sent;
  } else if (!batch.first) batch.passed = { position, id, createdAt };
  batch.taken = { position, id, createdAt };
  return true;
}
