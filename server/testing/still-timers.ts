import type { AnswerTimers } from '../src/platform/db/server-socket.ts';

/** Timers that stand still until a test lets time pass. */
export function stillTimers(): AnswerTimers & { pass(ms: number): void; running(): number } {
  const running = new Map<object, { due: number; done(): void }>();
  let now = 0;
  return {
    setTimeout(done, ms) {
      const timer = { unref: () => timer } as NodeJS.Timeout;
      running.set(timer, { due: now + ms, done });
      return timer;
    },
    clearTimeout(timer) {
      if (timer) running.delete(timer);
    },
    running: () => running.size,
    pass(ms) {
      now += ms;
      for (const [timer, { due, done }] of running) {
        if (due > now) continue;
        running.delete(timer);
        done();
      }
    },
  };
}
