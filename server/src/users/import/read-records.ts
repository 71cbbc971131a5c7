import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { csvRecords } from './csv-records.ts';
import { jsonElements } from './json-elements.ts';
import { type Chunks, jsonLines, type Piece, pieceOf } from './lines.ts';

const peekBytes = 65_536;

/** A file being read. */
export type Records = { pieces: AsyncGenerator<Piece>; bytesRead(): number };

/** The records of a file of any size, in the format that its name and its beginning show. */
export async function readRecords(path: string): Promise<Records> {
  const read = { csv: csvRecords, lines: jsonLines, document: jsonElements }[await formatOf(path)];
  const file = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 });
  return { pieces: read(withoutMark(file)), bytesRead: () => file.bytesRead };
}

async function formatOf(path: string): Promise<'csv' | 'lines' | 'document'> {
  const extension = extname(path).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  const { text, isWhole } = await peek(path);
  if (text.startsWith('[')) return 'document';
  if (!text.startsWith('{')) return 'csv';
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0 && !isWhole) return 'document';
  const piece = pieceOf(first, 1);
  return piece && 'record' in piece && !Array.isArray(piece.record.users) ? 'lines' : 'document';
}

async function peek(path: string): Promise<{ text: string; isWhole: boolean }> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart();
    return { text, isWhole: bytesRead < peekBytes };
  } finally {
    await file.close();
  }
}

/** Drops what some programs begin a file with. */
async function* withoutMark(chunks: Chunks): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst ? chunk.replace(/^\uFEFF/, '') : chunk;
    isFirst = false;
  }
}
