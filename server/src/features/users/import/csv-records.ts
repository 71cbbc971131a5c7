import { type Chunks, cutShort, maxPieceLength, type Piece, tooLong } from './piece.ts';

type Reader = {
  line: number;
  /** Where the record began. */
  start: number;
  cells: string[];
  cell: string;
  /** Inside quotes; `ended` once a closing quote was seen, which a second quote undoes. */
  quoted: 'no' | 'inside' | 'ended';
  length: number;
  separator: string;
};

/** What programs put between cells: a spreadsheet uses a semicolon where the comma is the decimal sign. */
const separators = [',', ';', '\t'] as const;

/** Records as in RFC 4180, named by the header, whatever separates its cells. Empty cells are left out. */
export async function* csvRecords(chunks: Chunks): AsyncGenerator<Piece> {
  let header: string[] | undefined;
  for await (const { line, ...row } of rows(chunks)) {
    if ('fault' in row) {
      yield { line, fault: row.fault };
      continue;
    }
    const { cells } = row;
    if (!header) header = cells.map((cell) => cell.trim());
    else if (cells.length > header.length)
      yield { line, fault: 'There are more cells than the header names.' };
    else {
      const names = header;
      const pairs = cells.flatMap((cell, at) => (cell === '' ? [] : [[names[at] ?? '', cell]]));
      if (pairs.length > 0) yield { line, record: Object.fromEntries(pairs) };
    }
  }
}

type Row = { line: number; cells: string[] } | { line: number; fault: string };

async function* rows(chunks: Chunks): AsyncGenerator<Row> {
  const reader: Reader = { line: 1, start: 1, cells: [], cell: '', quoted: 'no', length: 0, separator: '' };
  for await (const chunk of chunks) {
    reader.separator ||= separatorOf(chunk);
    for (const sign of chunk) {
      if (sign === '\n') reader.line++;
      if (takes(reader, sign)) yield finish(reader);
    }
  }
  if (reader.length > 0) yield finish(reader);
}

/** The one that the header has most of. */
function separatorOf(beginning: string): string {
  const [header = ''] = beginning.split('\n', 1);
  const times = (sign: string) => header.split(sign).length;
  return separators.reduce((most, each) => (times(each) > times(most) ? each : most));
}

/** True at the end of a record. */
function takes(reader: Reader, sign: string): boolean {
  if (++reader.length > maxPieceLength) Object.assign(reader, { cell: '', cells: [] });
  if (reader.quoted === 'inside') {
    if (sign === '"') reader.quoted = 'ended';
    else reader.cell += sign;
  } else if (sign === '"' && (reader.quoted === 'ended' || reader.cell === '')) {
    if (reader.quoted === 'ended') reader.cell += sign;
    reader.quoted = 'inside';
  } else if (sign === reader.separator) {
    reader.cells.push(reader.cell);
    Object.assign(reader, { cell: '', quoted: 'no' });
  } else if (sign === '\n') return true;
  else if (sign !== '\r') reader.cell += sign;
  return false;
}

function finish(reader: Reader): Row {
  const { start: line, length, quoted } = reader;
  const fault = length > maxPieceLength ? tooLong : quoted === 'inside' ? cutShort : undefined;
  const row = fault ? { line, fault } : { line, cells: [...reader.cells, reader.cell] };
  Object.assign(reader, { start: reader.line, cells: [], cell: '', quoted: 'no', length: 0 });
  return row;
}
