import { type AuditEntry, csvLine } from '@latchkey/contract';
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

function csvOf(entries: AuditEntry[]): string {
  return [columns, ...entries.map((entry) => columns.map((column) => entry[column]))].map(csvLine).join('');
}

/** Gives the browser the file, under the name people look for. */
export function downloadCsv(entries: AuditEntry[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(entries)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = csvFileName(new Date());
  link.click();
  URL.revokeObjectURL(address);
}
