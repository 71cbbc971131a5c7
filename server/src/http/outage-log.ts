import type { Deps } from '../deps.ts';

const pauseMs = 10_000;

/** While the database is down, every request fails for the same reason: one line now and then says so. */
export function createOutageLog({ log, clock }: Pick<Deps, 'log' | 'clock'>): (error: Error) => void {
  let toldAt: number | undefined;
  let refused = 0;
  return (error) => {
    refused++;
    const now = clock.now().getTime();
    if (toldAt !== undefined && now >= toldAt && now - toldAt < pauseMs) return;
    const { code } = error as { code?: string };
    log.warn({ code, reason: error.message, refused }, "the database isn't responding");
    toldAt = now;
    refused = 0;
  };
}
