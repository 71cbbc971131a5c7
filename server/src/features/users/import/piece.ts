/** A piece of a file, by the line it begins on: a record, or why it is not one. */
export type Piece = { line: number; record: Record<string, unknown> } | { line: number; fault: string };
export type Chunks = AsyncIterable<string>;

/** Longer than any record needs to be, so a file without line ends does not fill the memory. */
export const maxPieceLength = 1_000_000;

export const tooLong = 'The record is too long.';
export const cutShort = 'The file ends in the middle of a record.';
