import type { EmailEntry } from '@latchkey/contract';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

export const emailDefaults = { page: 1, to: '', status: '' };

export const emailStatuses: readonly EmailEntry['status'][] = ['PENDING', 'SENT', 'FAILED'];

/** The query for the service. */
export function emailQuery({ page, to, status }: ValuesOf<typeof emailDefaults>) {
  return { page, to: to || undefined, status: oneOf(emailStatuses, status) };
}
