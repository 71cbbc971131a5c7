/** A piece of a file, by the line it begins on: a record, or why it is not one. */
export type Piece = { line: number; record: Record<string, unknown> } | { line: number; fault: string };
export type Chunks = AsyncIterable<string>;

/** Longer than any record needs to be, so a file without line ends does not fill the memory. */
export const maxPieceLength = 1_000_000;

export const tooLong = 'The record is too long.';
export const cutShort = 'The file ends in the middle of a record.';

/** JSON lines: one record per line, with empty lines allowed. */
export async function* jsonLines(chunks: Chunks): AsyncGenerator<Piece> {
  let line = 1;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const piece = pieceOf(text, line++);
      if (piece) yield piece;
    }
    if (rest.length > 2 * maxPieceLength) rest = rest.slice(0, maxPieceLength + 1);
  }
  const last = pieceOf(rest, line);
  if (last) yield last;
}

export function pieceOf(text: string, line: number): Piece | undefined {
  if (text.length > maxPieceLength) return { line, fault: tooLong };
  if (text.trim() === '') return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return { line, record };
  } catch {}
  return { line, fault: 'This is not a JSON object.' };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
