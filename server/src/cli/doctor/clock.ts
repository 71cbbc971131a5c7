import { type Finding, fault, warning } from './finding.ts';

/** How long a code from an authenticator app counts. */
const farOffSeconds = 30;
const fix = 'Synchronize both with NTP: authenticator codes and expiry times depend on the clock.';

/** What to say about a clock that isn't the database's. Undefined: it is near enough. */
export function clockFinding(
  area: string,
  { whose, aheadSeconds }: { whose: string; aheadSeconds: number },
): Finding | undefined {
  const seconds = Math.abs(aheadSeconds);
  if (seconds < 1) return undefined;
  const message = `${whose}'s clock is ${seconds.toFixed(seconds < 10 ? 1 : 0)} seconds ${aheadSeconds < 0 ? 'behind' : 'ahead of'} the database's clock.`;
  return seconds < farOffSeconds ? warning(area, message, fix) : fault(area, message, fix);
}
