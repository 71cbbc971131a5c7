import { csvLine } from '@latchkey/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** As spreadsheets read a file: a quote counts only where a cell begins; what follows the closing one is kept. */
function split(file: string, separators: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < file.length) {
    let cell = '';
    if (file[at] === '"') {
      at++;
      while (at < file.length && (file[at] !== '"' || file[at + 1] === '"')) {
        at += file[at] === '"' ? 1 : 0;
        cell += file[at++];
      }
      at++;
    }
    while (at < file.length && !`${separators}\r\n`.includes(file[at] ?? '')) cell += file[at++];
    cells.push(cell);
    at += file.startsWith('\r\n', at) ? 2 : 1;
  }
  return cells;
}

const nasty = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", ' ', 'x'),
});
const files = fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 });
const fileOf = (records: readonly unknown[][]) => records.map(csvLine).join('');

describe('any cell content', () => {
  test.each([',', ';', '\t', ';\t', ',;\t'])(
    'never becomes a formula when the file is split at %j',
    (separators) => {
      fc.assert(
        fc.property(files, (records) => {
          for (const cell of split(fileOf(records), separators)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        }),
        { numRuns: 2000 },
      );
    },
  );

  test('can be read back by an RFC 4180 parser, apart from apostrophes', () => {
    const plain = (text: string) => text.replaceAll("'", '');
    fc.assert(
      fc.property(files, (records) => {
        expect(split(fileOf(records), ',').map(plain)).toEqual(records.flat().map(plain));
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['x;=cmd|/C calc!A0', '"x;\'=cmd|/C calc!A0"'],
  ['x;"=1+1', '"x;\'""=1+1"'],
  ['x\t@y', '"x\t\'@y"'],
  ['x\n-y', '"x\n\'-y"'],
  ['x\r\n+y', '"x\r\n\'+y"'],
  ['x;\ty', '"x;\'\ty"'],
])('%j is turned into text', (value, written) => {
  expect(csvLine(['first', value, 'last'])).toBe(`first,${written},last\r\n`);
});

test.each([
  ['plain text', 'plain text'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a = b - c', 'a = b - c'],
  ['say "hi"', '"say ""hi"""'],
  ['one\r\ntwo', '"one\r\ntwo"'],
  [' x', '" x"'],
  ["it's", "it's"],
  [null, ''],
  [42, '42'],
  [{ a: 'x' }, '"{""a"":""x""}"'],
])('%j is kept as it is, quoted where necessary', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test('metadata stays valid JSON', () => {
  const metadata = { reason: 'x;=1', list: ['a;', -1], text: 'tab\tand\nline;' };
  const [cell = ''] = split(csvLine([metadata]), ',');
  expect(JSON.parse(cell)).toEqual({ ...metadata, reason: "x;'=1" });
});
