import { told } from '../../../platform/languages/told.ts';
import { fault, type SamlFault, shortened } from './fault.ts';
import { attributeOf } from './xml.ts';

/** How far the identity provider's clock may be from ours. */
export const skewMilliseconds = 60_000;

/** The time in an attribute; null if it is absent. */
export function momentOf(element: Element, name: string): Date | null | SamlFault {
  const value = attributeOf(element, name);
  if (value === null) return null;
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:(\.\d{1,3})\d{0,9})?(Z|[+-]\d\d:\d\d)$/.exec(value);
  const moment = new Date(match ? `${match[1]}${match[2] ?? ''}${match[3]}` : Number.NaN);
  return Number.isNaN(moment.getTime())
    ? fault('time', told('sso.timeForm', { field: name, found: shortened(value) }))
    : moment;
}

/** Whether a NotOnOrAfter is over, even by the identity provider's clock. */
export function isOver(moment: Date, now: Date): boolean {
  return now.getTime() - skewMilliseconds >= moment.getTime();
}

/** Whether a moment is yet to come, even by the identity provider's clock. */
export function isAhead(moment: Date, now: Date): boolean {
  return now.getTime() + skewMilliseconds < moment.getTime();
}

export function outOfTime(
  key: 'sso.time' | 'sso.time.confirmation',
  field: string,
  { moment, now }: { moment: Date; now: Date },
): SamlFault {
  return fault('time', told(key, { field, moment: moment.toISOString(), now: now.toISOString() }));
}
