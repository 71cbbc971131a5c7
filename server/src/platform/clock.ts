/** How far apart the clocks of nodes may be: a time further ahead was noted by a clock that was wrong. */
export const clockToleranceMs = 60_000;

/** Time as the service sees it. Tests move `now`; nothing else in the service reads the system clock. */
export type Clock = {
  now(): Date;
  /** Microseconds since the epoch, strictly finer than `now`: orders a request's arrival against a commit. */
  instant(): number;
};

/** `align` sets `instant` by a clock that all nodes share. */
export type SystemClock = Clock & { align(aheadMicroseconds: number): void };

export function systemClock(): SystemClock {
  let ahead = 0;
  return {
    now: () => new Date(),
    // Never the wall clock, which can be stepped: a token used before the step would count as unused again.
    instant: () => Math.round((performance.timeOrigin + performance.now()) * 1000 + ahead),
    align(microseconds) {
      ahead += microseconds;
    },
  };
}

const dayMs = 86_400_000;
// A pure cache: a day always has the same text.
const dates = new Map<number, string>();
const mostDates = 1000;
const padded = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));
const two = (number: number) => padded[number]?.slice(1);

/** Like `toISOString`, in a fraction of the time: every response contains several. */
export function isoTime(time: Date): string {
  const ms = time.getTime();
  const day = Math.floor(ms / dayMs);
  const date = dates.get(day) ?? isoDate(time, day);
  const rest = ms - day * dayMs;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${padded[rest % 1000]}Z`;
}

function isoDate(time: Date, day: number): string {
  const text = time.toISOString();
  const date = text.slice(0, text.indexOf('T') + 1);
  if (dates.size >= mostDates) dates.clear();
  dates.set(day, date);
  return date;
}
