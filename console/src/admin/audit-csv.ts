import type { AuditEntry } from '@latchkey/contract';
import { downloadTable } from '../ui/download.ts';
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

/** Gives the browser the file, under the name people look for. */
export function downloadCsv(entries: AuditEntry[]): void {
  const rows = entries.map((entry) => columns.map((column) => entry[column]));
  downloadTable(csvFileName(new Date()), [columns, ...rows]);
}
