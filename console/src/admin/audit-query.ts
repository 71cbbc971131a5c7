import { auditCategories } from '@latchkey/contract';
import { addDays, dayOf, endOfDay, startOfDay } from '../ui/dates.ts';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

/** An empty day isn't a date; `auditRange` decides which day it stands for. */
export const auditDefaults = {
  page: 1,
  category: '',
  action: '',
  userEmail: '',
  userId: '',
  ipAddress: '',
  from: '',
  to: '',
  organizationId: '',
};

type AuditValues = ValuesOf<typeof auditDefaults>;

/** The days to show: the last seven including today, unless someone chose others. */
export function auditRange({ from, to }: Pick<AuditValues, 'from' | 'to'>, today: string) {
  const last = isDay(to) ? to : today;
  return { from: isDay(from) ? from : addDays(last < today ? last : today, -6), to: last };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The query for the service. It covers whole days in the reader's time zone. People who may read every organization's
 * entries start with all of them.
 */
export function auditQuery(values: AuditValues, today: string, seesAll = false) {
  const { from, to } = auditRange(values, today);
  return {
    category: oneOf(auditCategories, values.category),
    action: values.action || undefined,
    userEmail: values.userEmail || undefined,
    userId: isId(values.userId) ? values.userId : undefined,
    ipAddress: values.ipAddress.trim() || undefined,
    organizationId: values.organizationId || (seesAll ? 'all' : undefined),
    from: startOfDay(from).toISOString(),
    to: endOfDay(to).toISOString(),
  };
}

export function csvFileName(now: Date): string {
  return `audit-logs-${dayOf(now)}.csv`;
}
