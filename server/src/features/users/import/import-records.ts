import { plainCell } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { ActorContext } from '../../../identity/caller/caller.ts';
import { findDomains, refuseDomain } from '../../../identity/policies/email-domains.ts';
import type { Db } from '../../../platform/db/sql.ts';
import { transact } from '../../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { adapters, type Product } from './adapters.ts';
import {
  type Candidate,
  candidateFields,
  candidateOf,
  type Fault,
  type FirebaseParameters,
} from './candidate.ts';
import {
  analyzeUsers,
  findHindrances,
  type Hindrance,
  type ImportedUser,
  insertImported,
} from './import-store.ts';
import type { Piece } from './piece.ts';
import type { Records } from './read-records.ts';

/** What became of a record, or would: `faults` say why it was refused. */
export type ToldRecord = {
  line: number;
  email: string | null;
  outcome: 'imported' | 'exists' | 'refused';
  faults: Fault[];
};
export type ImportCounts = { imported: number; alreadyThere: number; refused: number };
type Lost = Refusal<'PERMISSION_DENIED'>;
export type ImportInput = {
  from: Product;
  firebase?: FirebaseParameters | undefined;
  dryRun: boolean;
  /** Why an account may not be made by this caller. */
  forbid?(candidate: Candidate): Fault | undefined;
  /** In the transaction that inserts a batch: whether the caller still may, and the entry of what they did. */
  admit?(tx: Db): Promise<Lost | undefined>;
  enter?(tx: Db, imported: number): Promise<unknown>;
  /** In the order of the file. */
  tell(lines: ToldRecord[]): Promise<void>;
  progress?: ((counts: ImportCounts, bytesRead: number) => void) | undefined;
};

/** `domains`: those that may have an account. Empty: any. */
type Reading = ImportInput & { domains: readonly string[] };
type Placed = { line: number; user: ImportedUser };
type ImportBatch = { nth: number; placed: Placed[]; refused: ToldRecord[] };

// Each address stays locked for as long as its batch takes: lock no more than the server has room for.
const batchSize = 400;
const batchesAtOnce = 4;

/** `lost`: the caller may no longer import. What was imported before stays. */
type ImportOutcome = ImportCounts & { lost?: Lost };

/** Accounts from elsewhere, without an organization. Idempotent by email, so an interrupted run can be run again. */
export async function importRecords(
  context: ActorContext,
  records: Records,
  input: ImportInput & { lanes?: number },
): Promise<ImportOutcome> {
  const counts: ImportOutcome = { imported: 0, alreadyThere: 0, refused: 0 };
  const domains = await findDomains(context.deps.sql, null);
  const line = batches(records, context, { ...input, domains });
  const tell = inTurn(input.tell);
  // Each lane takes the next batch when done with its own: one batch is read while others are written.
  const lane = async () => {
    for await (const batch of line) {
      const lines = counts.lost ?? (await saveBatch(context, batch, input));
      if (isRefusal(lines)) {
        counts.lost = lines;
        return;
      }
      for (const { outcome } of lines) counts[countedAs[outcome]]++;
      await tell(batch.nth, lines);
      input.progress?.(counts, records.bytesRead());
    }
  };
  const lanes = Array.from({ length: input.lanes ?? batchesAtOnce }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
    if (!input.dryRun && counts.imported > 0) await analyzeUsers(context.deps.sql);
  }
  return counts;
}

const countedAs = { imported: 'imported', exists: 'alreadyThere', refused: 'refused' } as const;

/** In the order of the file, whichever batch finishes first. */
function inTurn(tell: ImportInput['tell']): (nth: number, lines: ToldRecord[]) => Promise<void> {
  const done = new Map<number, ToldRecord[]>();
  let told = 0;
  return async (nth, lines) => {
    done.set(nth, lines);
    for (let next = done.get(told); next; next = done.get(told)) {
      done.delete(told);
      if (next.length > 0) await tell(next);
      told++;
    }
  };
}

async function* batches(
  { pieces, isTable }: Records,
  { origin }: ActorContext,
  input: Reading,
): AsyncGenerator<ImportBatch> {
  let batch: ImportBatch = { nth: 0, placed: [], refused: [] };
  for await (const piece of pieces) {
    const read = readPiece(isTable && input.from === 'jsonl' ? unguarded(piece) : piece, input, origin.now);
    if ('outcome' in read) batch.refused.push(read);
    else batch.placed.push(read);
    if (batch.placed.length + batch.refused.length < batchSize) continue;
    yield batch;
    batch = { nth: batch.nth + 1, placed: [], refused: [] };
  }
  yield batch;
}

/**
 * Our own export puts an apostrophe before anything that a spreadsheet could run. Headings may be written as people write
 * them: "E-mail", "First name".
 */
function unguarded(piece: Piece): Piece {
  if ('fault' in piece) return piece;
  const cells = Object.entries(piece.record).map(([name, value]) => [
    fieldOf(name),
    plainCell(String(value)),
  ]);
  return { line: piece.line, record: Object.fromEntries(cells) };
}

const bare = (name: string) => name.toLowerCase().replace(/[ _-]/g, '');
const fieldOf = (heading: string) =>
  candidateFields.find((field) => bare(field) === bare(heading)) ?? heading;

function readPiece(piece: Piece, input: Reading, now: Date): Placed | ToldRecord {
  const { from, firebase, domains } = input;
  const { line } = piece;
  const refused = (email: string | null, ...faults: Fault[]) =>
    ({ line, email, outcome: 'refused', faults }) as const;
  if ('fault' in piece) return refused(null, { message: piece.fault });
  const fields = adapters[from](piece.record);
  const candidate = candidateOf(fields, { now, firebase });
  const { email } = fields;
  if ('faults' in candidate)
    return refused(typeof email === 'string' ? email.slice(0, 255) : null, ...candidate.faults);
  const fault = refuseDomain(domains, candidate.email) ? otherDomain : input.forbid?.(candidate);
  return fault ? refused(candidate.email, fault) : { line, user: { id: uuidv7(), ...candidate } };
}

const otherDomain = { field: 'email', message: 'The policy of the service allows other domains only.' };

async function saveBatch(
  { deps, origin }: ActorContext,
  { placed, refused }: ImportBatch,
  { dryRun, admit, enter }: ImportInput,
): Promise<ToldRecord[] | Lost> {
  const users = placed.map(({ user }) => user);
  const { now } = origin;
  const inserted =
    dryRun || users.length === 0
      ? new Set<string>()
      : await transact(deps, async (tx) => {
          const lost = await admit?.(tx);
          if (lost) return lost;
          const ids = await insertImported(tx, users, now);
          if (ids.size > 0) await enter?.(tx, ids.size);
          return ids;
        });
  if (isRefusal(inserted)) return inserted;
  const others = users.filter(({ id }) => !inserted.has(id));
  const found = others.length > 0 ? await findHindrances(deps.sql, others, now) : [];
  const hindrances = new Map(found.map((hindrance) => [hindrance.id, hindrance]));
  const lines = placed.map(({ line, user: { id, email } }): ToldRecord => {
    const hindrance = hindrances.get(id);
    if (hindrance?.isThere) return { line, email, outcome: 'exists', faults: [] };
    const fault = hindrance && faultOf(hindrance, dryRun);
    return { line, email, outcome: fault ? 'refused' : 'imported', faults: fault ? [fault] : [] };
  });
  return [...lines, ...refused].sort((one, other) => one.line - other.line);
}

function faultOf({ isKept, isUsernameTaken }: Hindrance, dryRun: boolean): Fault | undefined {
  if (isKept)
    return {
      field: 'email',
      message: 'An account had this address until recently and can still get it back.',
    };
  if (isUsernameTaken) return { field: 'username', message: 'Another account has it.' };
  return dryRun
    ? undefined
    : { message: 'Another request changed this account meanwhile. Run the import again.' };
}
