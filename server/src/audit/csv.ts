/** A spreadsheet runs such a cell as a formula; an apostrophe makes it text. */
const formula = /^[=+\-@\t\r\n]/;
// The semicolon parts columns where the comma is a decimal sign.
const special = /[",;\t\r\n]|^\s|\s$/;

function cell(value: unknown): string {
  const plain = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = formula.test(plain) ? `'${plain}` : plain;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record as RFC 4180 has it. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
