import { createWriteStream, rmSync, statSync } from 'node:fs';
import { type ExportInput, exportUsers } from '../features/users/export-users.ts';
import type { Product } from '../features/users/import/adapters.ts';
import { describeFaults, type FirebaseParameters } from '../features/users/import/candidate.ts';
import { importFromFile } from '../features/users/import/import-file.ts';
import type { ImportCounts, ToldRecord } from '../features/users/import/import-records.ts';
import { atCommandLine } from '../identity/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import { asArray, printText, type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

export type ImportOptions = {
  from: Product;
  dryRun?: boolean;
  json?: boolean;
  firebaseKey?: string;
  firebaseSaltSeparator?: string;
  firebaseRounds?: string;
  firebaseMemory?: string;
};

const shownRefusals = 20;

/** Exit code 2 means that lines were refused: the others are in. */
export async function importFile(config: Config, path: string, options: ImportOptions): Promise<Report> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new UsageError(`There is no file ${path}.`);
  const firebase = firebaseFrom(options);
  const { from, dryRun = false, json } = options;
  const report = dryRun ? shownReport() : writtenReport(`${path}.refused.jsonl`);
  return withDeps(config, async (deps) => {
    const progress = process.stderr.isTTY && !json ? progressBar(file.size) : undefined;
    const tell = async (lines: ToldRecord[]) => {
      const refused = refusedOf(lines);
      if (refused.length > 0) await report.refuse(refused);
    };
    const input = { path, from, firebase, dryRun, tell, progress };
    const counts = await importFromFile(atCommandLine(deps), input).finally(() => report.end());
    if (progress) process.stderr.write('\n');
    if (Object.values(counts).every((count) => count === 0))
      throw new UsageError(
        `There are no users in ${path}. Check that --from names the product it came from.`,
      );
    const refusedFile = counts.refused > 0 ? report.path : null;
    return {
      text: summary(counts, refusedFile, dryRun),
      json: { ...counts, refusedFile, dryRun, ...(dryRun && { refusals: report.shown }) },
      details: report.shown.map(({ line, reason }) => `Line ${line}: ${reason}`),
      exitCode: counts.refused > 0 ? 2 : 0,
    };
  });
}

export type UserExportOptions = Partial<ExportInput> & { format: ExportInput['format']; json?: boolean };

export async function exportFile(config: Config, options: UserExportOptions): Promise<undefined> {
  const { json, ...given } = options;
  const input = { withPasswordHashes: false, ...given };
  await withDeps(config, (deps) => {
    const text = exportUsers(atCommandLine(deps), input);
    return printText(json ? asArray(text) : text);
  });
}

type Refused = { line: number; email: string | null; reason: string };

function refusedOf(lines: readonly ToldRecord[]): Refused[] {
  return lines.flatMap(({ line, email, outcome, faults }) =>
    outcome === 'refused' ? [{ line, email, reason: describeFaults(faults) }] : [],
  );
}

type Refusals = {
  path: string | null;
  /** What a dry run shows, because it writes no file. */
  shown: Refused[];
  refuse(lines: Refused[]): Promise<void>;
  end(): Promise<void>;
};

/** A dry run writes nothing: it shows a few users. */
function shownReport(): Refusals {
  const shown: Refused[] = [];
  return {
    path: null,
    shown,
    async refuse(lines) {
      shown.push(...lines.slice(0, shownRefusals - shown.length));
    },
    end: async () => undefined,
  };
}

/** For this run only: users refused in the previous run are refused again, or were imported now. */
function writtenReport(path: string): Refusals {
  rmSync(path, { force: true });
  let file: ReturnType<typeof createWriteStream> | undefined;
  const text = (lines: Refused[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return {
    path,
    shown: [],
    refuse(lines) {
      // The write below reports a failure.
      file ??= createWriteStream(path, { mode: 0o600, flags: 'wx' }).on('error', () => undefined);
      const to = file;
      return new Promise((resolve, reject) => {
        to.write(text(lines), (error) => (error ? reject(error) : resolve()));
      });
    },
    end: () => new Promise((resolve) => (file ? file.end(resolve) : resolve())),
  };
}

const barLength = 30;

/** By how much of the file has been read. */
function progressBar(size: number): (counts: ImportCounts, bytesRead: number) => void {
  return (counts, bytesRead) => {
    const share = size > 0 ? Math.min(bytesRead / size, 1) : 1;
    const bar = '█'.repeat(Math.round(share * barLength)).padEnd(barLength, '░');
    process.stderr.write(`\r${bar} ${Math.floor(share * 100)}% ${wordsFor(counts)}`);
  };
}

function wordsFor({ imported, alreadyThere, refused }: ImportCounts): string {
  return `${imported} imported, ${alreadyThere} already there, ${refused} refused`;
}

function summary(counts: ImportCounts, refusedFile: string | null, dryRun: boolean): string {
  const where = refusedFile ? `: see ${refusedFile}` : '';
  const would = dryRun ? 'Nothing was written. The result would be: ' : '';
  return `${would}${wordsFor(counts)}${where}`;
}

function firebaseFrom(options: ImportOptions): FirebaseParameters | undefined {
  const { firebaseKey, firebaseSaltSeparator = '', firebaseRounds = '8', firebaseMemory = '14' } = options;
  if (firebaseKey === undefined) return undefined;
  const [rounds, memory] = [Number(firebaseRounds), Number(firebaseMemory)];
  if (!Number.isInteger(rounds) || !Number.isInteger(memory) || rounds < 1 || memory < 1)
    throw new UsageError('--firebase-rounds and --firebase-memory must be whole numbers above zero.');
  return { key: firebaseKey, saltSeparator: firebaseSaltSeparator, rounds, memory };
}
