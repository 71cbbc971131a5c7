import { type AuditEntry, csvLine } from '@latchkey/contract';

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

/** Hands the file to the browser under the name people look for. */
export function downloadCsv(entries: AuditEntry[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(entries)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `audit-logs-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
