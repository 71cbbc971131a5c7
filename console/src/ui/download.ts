import { csvLine } from '@latchkey/contract';

/** Gives the browser a table as a file, with nothing in it that a spreadsheet would run. */
export function downloadTable(name: string, rows: readonly (readonly unknown[])[]): void {
  const text = rows.map(csvLine).join('');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
