import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { csvRecords } from './csv-records.ts';
import { type Chunks, cutShort, maxPieceLength, type Piece, tooLong } from './piece.ts';

/** JSON lines: one record per line, with empty lines allowed. */
async function* jsonLines(chunks: Chunks): AsyncGenerator<Piece> {
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

function pieceOf(text: string, line: number): Piece | undefined {
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

/** Where the reader is in a document. */
type JsonPosition = {
  line: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
  /** The latest string outside an element: the name of the list, if one follows. */
  name: string;
  /** The depth of the elements, once their list has begun. */
  listDepth: number | undefined;
  element: { line: number; text: string; isTooLong: boolean } | undefined;
};

/** The objects of a JSON document that is a list, or has one named `users`, one at a time. */
async function* jsonElements(chunks: Chunks): AsyncGenerator<Piece> {
  const position: JsonPosition = {
    line: 1,
    depth: 0,
    inString: false,
    escaped: false,
    name: '',
    listDepth: undefined,
    element: undefined,
  };
  for await (const chunk of chunks) yield* elementsWithin(position, chunk);
  if (position.element) yield { line: position.element.line, fault: cutShort };
}

function* elementsWithin(position: JsonPosition, chunk: string): Generator<Piece> {
  let from = 0;
  for (let at = 0; at < chunk.length; at++) {
    const sign = chunk[at] as string;
    if (sign === '\n') position.line++;
    if (position.inString) readString(position, sign);
    else if (sign === '"') Object.assign(position, { inString: true, name: '' });
    else if (sign === '{' || sign === '[') {
      if (opening(position, sign)) from = at;
    } else if (sign === '}' || sign === ']') {
      position.depth--;
      const { element, depth, listDepth } = position;
      if (element && depth === listDepth) {
        position.element = undefined;
        yield finished(element, chunk.slice(from, at + 1));
      }
      if (listDepth !== undefined && depth < listDepth) position.listDepth = undefined;
    }
  }
  if (!position.element) return;
  // An overlong element is skipped to its end, and not kept.
  position.element.isTooLong ||= position.element.text.length + chunk.length - from > maxPieceLength;
  position.element.text = position.element.isTooLong ? '' : position.element.text + chunk.slice(from);
}

function finished({ line, text, isTooLong }: NonNullable<JsonPosition['element']>, rest: string): Piece {
  return (isTooLong ? undefined : pieceOf(text + rest, line)) ?? { line, fault: tooLong };
}

function readString(position: JsonPosition, sign: string): void {
  if (position.escaped) position.escaped = false;
  else if (sign === '\\') position.escaped = true;
  else if (sign === '"') position.inString = false;
  else if (!position.element && position.depth === 1 && position.name.length < 10) position.name += sign;
}

/** True when an element begins. */
function opening(position: JsonPosition, sign: '{' | '['): boolean {
  const { depth, listDepth, name } = position;
  const begins = sign === '{' && depth === listDepth && !position.element;
  if (begins) position.element = { line: position.line, text: '', isTooLong: false };
  if (sign === '[' && listDepth === undefined && (depth === 0 || (depth === 1 && name === 'users')))
    position.listDepth = depth + 1;
  position.depth++;
  return begins;
}

const peekBytes = 65_536;

const readers = { csv: csvRecords, lines: jsonLines, document: jsonElements };

/** A file being read. */
export type Records = { pieces: AsyncGenerator<Piece>; isTable: boolean; bytesRead(): number };

/** The records of a file of any size, in the format that its name and its beginning show. */
export async function readRecords(path: string): Promise<Records> {
  const format = await formatOf(path);
  const file = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 });
  return {
    pieces: readers[format](withoutMark(file)),
    isTable: format === 'csv',
    bytesRead: () => file.bytesRead,
  };
}

/** The same of an upload, which has no name. */
export function recordsIn(upload: Buffer): Records {
  const text = withoutMark(decoded(upload));
  const format = formatIn({ text: beginningOf(upload), isWhole: upload.length <= peekBytes });
  return { pieces: readers[format](text), isTable: format === 'csv', bytesRead: () => upload.length };
}

/** A part at a time, so the text of an upload isn't in memory beside its bytes. */
async function* decoded(upload: Buffer): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for (let at = 0; at < upload.length; at += peekBytes)
    yield decoder.write(upload.subarray(at, at + peekBytes));
  yield decoder.end();
}

type Beginning = { text: string; isWhole: boolean };
type Format = keyof typeof readers;

async function formatOf(path: string): Promise<Format> {
  const extension = extname(path).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  return formatIn(await peek(path));
}

function formatIn({ text, isWhole }: Beginning): Format {
  if (text.startsWith('[')) return 'document';
  if (!text.startsWith('{')) return 'csv';
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0 && !isWhole) return 'document';
  const piece = pieceOf(first, 1);
  return piece && 'record' in piece && !Array.isArray(piece.record.users) ? 'lines' : 'document';
}

async function peek(path: string): Promise<Beginning> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
    return { text: beginningOf(buffer.subarray(0, bytesRead)), isWhole: bytesRead < peekBytes };
  } finally {
    await file.close();
  }
}

function beginningOf(bytes: Buffer): string {
  return bytes
    .subarray(0, peekBytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
}

/** Drops what some programs begin a file with. */
async function* withoutMark(chunks: Chunks): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst ? chunk.replace(/^\uFEFF/, '') : chunk;
    isFirst = false;
  }
}
