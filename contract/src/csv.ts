// What a spreadsheet may run as a formula at the start of a cell. Apostrophes before it count, so that each value has its
// own text and can be read again.
const formula = /^'*[=+\-@\t\r\n]/;
// A spreadsheet that splits at semicolons or tabs ignores quotes in the middle of a cell, so a new cell can begin after
// any of these, quoted or not. At the end of a value, the rest of the file would begin that cell.
const formulaWithin = /([;\t\r\n])(?='*(?:"*[=+\-@\t\r]|$))/g;
const guardWithin = /([;\t\r\n])'(?='*(?:"*[=+\-@\t\r]|$))/g;
const special = /[",;\t\r\n]|^\s|\s$/;

/** An apostrophe turns a formula into text. */
function neutral(text: string): string {
  const within = text.replace(formulaWithin, "$1'");
  return formula.test(within) ? `'${within}` : within;
}

/** A value as it was before its line was written, without the apostrophes against formulas. */
export function plainCell(text: string): string {
  const whole = text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
  return whole.replace(guardWithin, '$1');
}

function cell(value: unknown): string {
  const plain = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = neutral(plain);
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One RFC 4180 record, with nothing that a spreadsheet would run. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
