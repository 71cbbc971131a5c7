import { plainCell } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { SystemContext } from '../../../identity/caller/caller.ts';
import { findDomains, refuseDomain } from '../../../identity/policies/email-domains.ts';
import { transact } from '../../../platform/db/transact.ts';
import { record } from '../../../records/audit/record.ts';
import { adapters, type Product } from './adapters.ts';
import { candidateOf, type FirebaseParameters } from './candidate.ts';
import {
  analyzeUsers,
  findHindrances,
  type Hindrance,
  type ImportedUser,
  insertImported,
} from './import-store.ts';
import { type Piece, type Records, readRecords } from './read-records.ts';

export type Refused = { line: number; email: string | null; reason: string };
export type ImportCounts = { imported: number; alreadyThere: number; refused: number };
type ImportInput = {
  path: string;
  from: Product;
  firebase?: FirebaseParameters | undefined;
  dryRun: boolean;
  refuse(lines: Refused[]): Promise<void>;
  progress?(counts: ImportCounts, bytesRead: number): void;
};

/** `domains`: those that may have an account. Empty: any. */
type Reading = ImportInput & { domains: readonly string[] };
type Placed = { line: number; user: ImportedUser };
type ImportBatch = { nth: number; placed: Placed[]; refused: Refused[] };

// Each address stays locked for as long as its batch takes: lock no more than the server has room for.
const batchSize = 400;
const batchesAtOnce = 4;

/** Accounts from elsewhere, without an organization. Idempotent by email, so an interrupted run can be run again. */
export async function importUsers(context: SystemContext, input: ImportInput): Promise<ImportCounts> {
  const counts = { imported: 0, alreadyThere: 0, refused: 0 };
  const records = await readRecords(input.path);
  const domains = await findDomains(context.deps.sql, null);
  const line = batches(records, context, { ...input, domains });
  const refuse = inTurn(input.refuse);
  // Each lane takes the next batch when done with its own: one batch is read while others are written.
  const lane = async () => {
    for await (const batch of line) {
      const done = await saveBatch(context, batch, input.dryRun);
      counts.imported += done.imported;
      counts.alreadyThere += done.alreadyThere;
      counts.refused += done.refused.length;
      await refuse(batch.nth, done.refused);
      input.progress?.(counts, records.bytesRead());
    }
  };
  const lanes = Array.from({ length: batchesAtOnce }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
    if (!input.dryRun && counts.imported > 0) await conclude(context, { from: input.from, ...counts });
  }
  return counts;
}

/** In the order of the file, whichever batch finishes first. */
function inTurn(refuse: ImportInput['refuse']): (nth: number, lines: Refused[]) => Promise<void> {
  const done = new Map<number, Refused[]>();
  let told = 0;
  return async (nth, lines) => {
    done.set(nth, lines);
    for (let next = done.get(told); next; next = done.get(told)) {
      done.delete(told);
      if (next.length > 0) await refuse(next);
      told++;
    }
  };
}

async function* batches(
  { pieces, isTable }: Records,
  { origin }: SystemContext,
  input: Reading,
): AsyncGenerator<ImportBatch> {
  let batch: ImportBatch = { nth: 0, placed: [], refused: [] };
  for await (const piece of pieces) {
    const read = readPiece(isTable && input.from === 'jsonl' ? unguarded(piece) : piece, input, origin.now);
    if ('reason' in read) batch.refused.push(read);
    else batch.placed.push(read);
    if (batch.placed.length + batch.refused.length < batchSize) continue;
    yield batch;
    batch = { nth: batch.nth + 1, placed: [], refused: [] };
  }
  yield batch;
}

/** Our own export puts an apostrophe before anything that a spreadsheet could run. */
function unguarded(piece: Piece): Piece {
  if ('fault' in piece) return piece;
  const cells = Object.entries(piece.record).map(([name, value]) => [name, plainCell(String(value))]);
  return { line: piece.line, record: Object.fromEntries(cells) };
}

function readPiece(piece: Piece, { from, firebase, domains }: Reading, now: Date): Placed | Refused {
  const { line } = piece;
  if ('fault' in piece) return { line, email: null, reason: piece.fault };
  const fields = adapters[from](piece.record);
  const candidate = candidateOf(fields, { now, firebase });
  const { email } = fields;
  if (!('fault' in candidate)) {
    const reason =
      refuseDomain(domains, candidate.email) && 'email: The policy of the service allows other domains only.';
    if (reason) return { line, email: candidate.email, reason };
    return { line, user: { id: uuidv7(), ...candidate } };
  }
  return { line, email: typeof email === 'string' ? email.slice(0, 255) : null, reason: candidate.fault };
}

async function saveBatch({ deps, origin }: SystemContext, { placed, refused }: ImportBatch, dryRun: boolean) {
  const users = placed.map(({ user }) => user);
  const { now } = origin;
  const inserted =
    dryRun || users.length === 0
      ? new Set<string>()
      : await transact(deps, (tx) => insertImported(tx, users, now));
  const others = users.filter(({ id }) => !inserted.has(id));
  const found = others.length > 0 ? await findHindrances(deps.sql, others, now) : [];
  const hindrances = new Map(found.map((hindrance) => [hindrance.id, hindrance]));
  const outcome = { imported: inserted.size, alreadyThere: 0, refused: [...refused] };
  for (const { line, user } of placed) {
    const hindrance = hindrances.get(user.id);
    if (!hindrance) continue;
    const reason = reasonOf(hindrance, dryRun);
    if (hindrance.isThere) outcome.alreadyThere++;
    else if (reason) outcome.refused.push({ line, email: user.email, reason });
    else outcome.imported++;
  }
  outcome.refused.sort((one, other) => one.line - other.line);
  return outcome;
}

function reasonOf({ isKept, isUsernameTaken }: Hindrance, dryRun: boolean): string | undefined {
  if (isKept) return 'email: An account had this address until recently and can still get it back.';
  if (isUsernameTaken) return 'username: Another account has it.';
  return dryRun ? undefined : 'Another request changed this account meanwhile. Run the import again.';
}

/** One entry for all of them. */
async function conclude({ deps, origin }: SystemContext, metadata: object): Promise<void> {
  await transact(deps, (tx) =>
    record(tx, origin, { action: 'ADMIN_USERS_IMPORTED', user: null, metadata: { ...metadata } }),
  );
  await analyzeUsers(deps.sql);
}
