/** `before`: how many lines of the file come before the first one of this part, less the heading that it repeats. */
export type ImportPart = { text: string; before: number };

const limits = { records: 1000, characters: 250_000 };

/** A table in parts that the service takes at a time, each with the heading. A line end within quotes is no end. */
export function partsOf(table: string, { records, characters } = limits): ImportPart[] {
  const parts: ImportPart[] = [];
  const headingEnd = endOfRecord(table, 0);
  const heading = table.slice(0, headingEnd);
  const headingLines = linesIn(heading);
  let line = headingLines;
  for (let begin = headingEnd; begin < table.length; ) {
    let end = begin;
    for (let count = 0; count < records && end < table.length && end - begin < characters; count++)
      end = endOfRecord(table, end);
    const text = table.slice(begin, end);
    parts.push({ text: heading + text, before: line - headingLines });
    line += linesIn(text);
    begin = end;
  }
  return parts;
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** As the service reads: a quote begins quoted text only at the beginning of a cell. */
function endOfRecord(table: string, begin: number): number {
  let quoted = false;
  let atStart = true;
  for (let at = begin; at < table.length; at++) {
    const sign = table[at];
    if (quoted) {
      if (sign !== '"') continue;
      if (table[at + 1] === '"') at++;
      else quoted = false;
    } else if (sign === '\n') return at + 1;
    else if (sign === '"' && atStart) quoted = true;
    atStart = sign === ',' || sign === ';' || sign === '\t';
  }
  return table.length;
}
