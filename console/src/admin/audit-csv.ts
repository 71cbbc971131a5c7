import type { AuditEntry } from '@latchkey/contract';
import { csvFileName } from './audit-query.ts';

const columns = [
  'createdAt',
  'userEmail',
  'action',
  'category',
  'ipAddress',
  'userAgent',
  'organizationId',
  'userId',
  'id',
  'metadata',
] as const satisfies (keyof AuditEntry)[];

/** What a spreadsheet would run as a formula is made text. */
function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function csvOf(entries: AuditEntry[]): string {
  const rows = entries.map((entry) => columns.map((column) => cell(entry[column])).join(','));
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Hands the file to the browser under the name people look for. */
export function downloadCsv(entries: AuditEntry[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(entries)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = csvFileName(new Date());
  link.click();
  URL.revokeObjectURL(address);
}
