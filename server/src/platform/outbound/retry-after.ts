/** How long a response asks to wait, in ms. Retry-After is a number of seconds, or a date. */
export function waitAskedFor(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(wait) ? wait : 0;
}
