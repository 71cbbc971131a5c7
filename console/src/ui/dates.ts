import { chosenLocale, t } from '../language/texts.ts';

/** In the chosen language, as the reader's region writes it: a browser set to en-GB counts for English. */
export function formatLocale(locale: string): string {
  const own = globalThis.navigator?.languages?.find((each) => each.split('-')[0] === locale.split('-')[0]);
  return own ?? locale;
}

/** Makes a format once per language. */
function perLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const locale = chosenLocale();
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

const dates = (optionsIn: (locale: string) => Intl.DateTimeFormatOptions) =>
  perLanguage((locale) => {
    const own = formatLocale(locale);
    return new Intl.DateTimeFormat(own, optionsIn(own));
  });

/** Some languages write 01:25, others 1:25, however the day before it is written. */
function hourIn(locale: string): '2-digit' | 'numeric' {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).formatToParts(
    new Date(2026, 0, 1, 1),
  );
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric';
}

const absolute = dates(() => ({ dateStyle: 'medium', timeStyle: 'short' }));
// As date fields write days, for lists that are filtered by such fields.
const stamp = dates((locale) => ({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: hourIn(locale),
  minute: '2-digit',
  second: '2-digit',
}));
const day = dates(() => ({ dateStyle: 'medium' }));
const relative = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export const formatDateTime = (iso: string) => absolute().format(new Date(iso));
export const formatStamp = (iso: string) => stamp().format(new Date(iso));
export const formatDay = (iso: string) => day().format(new Date(iso));

/** "3 minutes ago", "in 2 days". */
export function formatRelative(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative().format(Math.trunc(seconds / step[1]), step[0]) : t('time.justNow');
}

/** The calendar day of a moment in the reader's time zone, as a date field writes it: `2026-03-09`. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The same with the time, for a field of both: `2026-03-09T14:05`. */
export function momentField(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${dayOf(moment)}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The day some days later or earlier. */
export function addDays(isoDay: string, days: number): string {
  const moment = new Date(`${isoDay}T12:00`);
  moment.setDate(moment.getDate() + days);
  return dayOf(moment);
}

export const startOfDay = (isoDay: string) => new Date(`${isoDay}T00:00`);
/** The last millisecond of a day, which may have 23 or 25 hours. */
export const endOfDay = (isoDay: string) => new Date(startOfDay(addDays(isoDay, 1)).getTime() - 1);
