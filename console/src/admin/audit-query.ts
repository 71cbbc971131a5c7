import { auditCategories } from '@latchkey/contract';
import { addDays, dayOf, endOfDay, startOfDay } from '../ui/dates.ts';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

/** The ends are days, moments, or empty: `auditRange` decides what an empty one stands for. */
export const auditDefaults = {
  page: 1,
  category: '',
  action: '',
  userEmail: '',
  userId: '',
  ipAddress: '',
  reason: '',
  range: '',
  from: '',
  to: '',
  organizationId: '',
};

type AuditValues = ValuesOf<typeof auditDefaults>;

export const quickRanges = ['1h', '24h', '7d', '30d'] as const;
type QuickRange = (typeof quickRanges)[number];
const hoursOf: Partial<Record<QuickRange, number>> = { '1h': 1, '24h': 24 };
const daysOf: Partial<Record<QuickRange, number>> = { '30d': 30 };

/** Undefined: someone chose the ends. */
export function quickRangeOf({ from, to, range }: Ends): QuickRange | undefined {
  return isEnd(from) || isEnd(to) ? undefined : (oneOf(quickRanges, range ?? '') ?? '7d');
}

type Ends = Pick<AuditValues, 'from' | 'to'> & { range?: string };

/** What to show: the last seven days including today, unless someone chose otherwise. An empty end is now. */
export function auditRange({ from, to, range }: Ends, today: string, now = new Date()) {
  const quick = quickRangeOf({ from, to, range: range ?? '' });
  const hours = quick && hoursOf[quick];
  if (hours) return { from: new Date(now.getTime() - hours * 3_600_000).toISOString(), to: '' };
  if (isMoment(from)) return { from, to: isEnd(to) ? to : '' };
  const last = isEnd(to) ? to : today;
  const lastDay = isMoment(last) ? dayOf(new Date(last)) : last;
  const days = (quick && daysOf[quick]) ?? 7;
  return { from: isDay(from) ? from : addDays(lastDay < today ? lastDay : today, 1 - days), to: last };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
const isEnd = (text: string) => isDay(text) || isMoment(text);
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

type Reader = { seesAll?: boolean; now?: Date };

/**
 * The query for the service. Days are whole days in the reader's time zone. People who may read every organization's
 * entries start with all of them.
 */
export function auditQuery(values: AuditValues, today: string, { seesAll = false, now }: Reader = {}) {
  const { from, to } = auditRange(values, today, now);
  return {
    category: oneOf(auditCategories, values.category),
    action: values.action || undefined,
    userEmail: values.userEmail || undefined,
    userId: isId(values.userId) ? values.userId : undefined,
    ipAddress: values.ipAddress.trim() || undefined,
    reason: values.reason || undefined,
    organizationId: values.organizationId || (seesAll ? 'all' : undefined),
    from: (isDay(from) ? startOfDay(from) : new Date(from)).toISOString(),
    to: to ? (isDay(to) ? endOfDay(to) : new Date(to)).toISOString() : undefined,
  };
}

export function csvFileName(now: Date): string {
  return `audit-logs-${dayOf(now)}.csv`;
}
