import { csvLine, plainCell } from '@latchkey/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** A text of the signs that matter to spreadsheets, among others. */
const awkward = fc
  .array(fc.constantFrom(...'=+-@\'";,\t\r\n ab'.split('')), { maxLength: 12 })
  .map((signs) => signs.join(''));

/** The cell of a line that has only one. */
function onlyCell(line: string): string {
  const text = line.slice(0, -2);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

test('a cell that was written can be read again unchanged', () => {
  fc.assert(
    fc.property(awkward, (value) => {
      expect(plainCell(onlyCell(csvLine([value])))).toBe(value);
    }),
    { numRuns: 5_000 },
  );
});

test('no cell begins with what a spreadsheet runs, whichever sign it splits at', () => {
  fc.assert(
    fc.property(awkward, (value) => {
      const cell = onlyCell(csvLine([value]));
      const [first, ...others] = cell.split(/[;\t\r\n]/);
      // Only the first one is read with its quotes: in the others, quotes don't count.
      for (const part of [first, ...others.map((other) => other.replace(/^"+/, ''))])
        expect(part).not.toMatch(/^[=+\-@]/);
    }),
    { numRuns: 5_000 },
  );
});
