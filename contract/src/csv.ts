// What a spreadsheet may run as a formula, at the start of a cell.
const formula = /^[=+\-@\t\r\n]/;
// One that splits at semicolons or tabs pays no heed to quotes in the middle of what it takes for a cell, so a cell can
// begin after any of these, in quotes or not. At the end of a value, what follows in the file would begin it.
const formulaWithin = /([;\t\r\n])(?="*[=+\-@\t\r]|$)/g;
const special = /[",;\t\r\n]|^\s|\s$/;

/** An apostrophe makes text of what would be a formula. */
function neutral(text: string): string {
  const within = text.replace(formulaWithin, "$1'");
  return formula.test(within) ? `'${within}` : within;
}

function cell(value: unknown): string {
  const plain = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = neutral(plain);
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record as RFC 4180 has it, with nothing in it that a spreadsheet would run. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
