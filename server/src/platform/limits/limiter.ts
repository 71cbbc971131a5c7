import type { Clock } from '../clock.ts';

/**
 * Says why a store failed in one word, such as ECONNREFUSED or WRONGPASS. Never the message: the clients put
 * commands, keys and addresses in theirs, and those carry passwords, tokens and e-mail addresses.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // The cause first: fetch, for one, wraps every network error in the same TypeError.
  for (const each of [error.cause, error]) {
    if (!(each instanceof Error)) continue;
    if ('code' in each && typeof each.code === 'string') return each.code;
    // Redis opens its error replies with a code in capitals.
    const code = /^[A-Z]{3,}(?= )/.exec(each.message)?.[0];
    if (code) return code;
  }
  return error.name;
}

/** An error that carries its code where `failureCode` finds it. */
export function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** A window's count, including the latest hit, and when the window ends. */
export type Hit = { count: number; resetAt: Date };

/** Where the rate limits are counted. A store rejects when it cannot count; the limiter decides what that means. */
export type LimitStore = {
  /**
   * Adds one to `key`'s fixed window and returns the new count. Atomic across nodes for the shared stores. With `max`, a
   * count that would pass it is returned, but not kept.
   */
  hit(key: string, windowMs: number, max?: number): Hit | Promise<Hit>;
  /** Forgets all of Latchkey's counters, and nothing else in the same store. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

type LimitRule = { limit: number; windowMs: number };

export type LimitResult = {
  limited: boolean;
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Whole seconds until the window ends: at least 1 when limited, 0 when not. */
  retryAfterSeconds: number;
};

export type Limiter = {
  /** Counts one request against `key`. Never rejects: when the store cannot count, the request is allowed. */
  check(key: string, rule: LimitRule): Promise<LimitResult>;
  /** The same for something with a limit of its own: a use past it isn't counted. `look`: counts nothing. */
  use(key: string, rule: LimitRule, options?: { look?: boolean }): Promise<LimitResult>;
  /** Whether the store counts is in the log from then on. */
  tryStore(): Promise<void>;
  /** Forgets every counter. Unlike `check`, it rejects when the store fails. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export type LimiterOptions = {
  store: LimitStore;
  clock: Clock;
  log: { warn(details: object, message: string): void };
  timeoutMs?: number | undefined;
  /** Called for every request that was allowed without being counted. */
  onFailOpen?: () => void;
};

/** A first connection takes longer than a hit may. */
const startMs = 3000;
const breakerMs = 1000;
const logIntervalMs = 10_000;

export function createLimiter(options: LimiterOptions): Limiter {
  const { store, clock, timeoutMs = 250 } = options;
  const breaker = createBreaker(clock);
  const failures = createFailureLog(options);

  async function count(key: string, rule: LimitRule, max?: number): Promise<LimitResult> {
    if (breaker.isOpen()) return failures.allow(rule);
    try {
      const hit = await breaker.run(() => withTimeout(store.hit(key, rule.windowMs, max), timeoutMs));
      return toResult(hit, rule, clock);
    } catch (error) {
      const result = failures.allow(rule);
      failures.warn(error);
      return result;
    }
  }

  return {
    check: (key, rule) => count(key, rule),
    async use(key, rule, { look = false } = {}) {
      if (!look) return count(key, rule, rule.limit);
      // What the next use would be told, without it.
      const next = await count(key, rule, 0);
      return { ...next, remaining: next.limited ? 0 : next.remaining + 1 };
    },
    async tryStore() {
      try {
        await withTimeout(store.hit('start', 1000), startMs);
      } catch (error) {
        failures.warn(error);
      }
    },
    clear: () => store.clear(),
    close: () => store.close(),
  };
}

/**
 * After a failure, the store is left alone for a moment; then one request tries it while the others go on without it.
 * So in an outage, only one request at a time waits for the timeout.
 */
function createBreaker(clock: Clock) {
  let failedAt: number | undefined;
  let probing = false;
  return {
    isOpen: () => failedAt !== undefined && (probing || isWithin(clock, failedAt, breakerMs)),
    async run<T>(work: () => Promise<T>): Promise<T> {
      const probe = failedAt !== undefined;
      if (probe) probing = true;
      try {
        const result = await work();
        failedAt = undefined;
        return result;
      } catch (error) {
        failedAt = clock.now().getTime();
        throw error;
      } finally {
        if (probe) probing = false;
      }
    },
  };
}

/** Lets requests through uncounted, and says so in the log from time to time. */
function createFailureLog({ clock, log, onFailOpen }: LimiterOptions) {
  let loggedAt: number | undefined;
  let uncounted = 0;
  return {
    allow({ limit, windowMs }: LimitRule): LimitResult {
      uncounted += 1;
      onFailOpen?.();
      const resetAt = new Date(clock.now().getTime() + windowMs);
      return { limited: false, limit, remaining: Math.max(0, limit - 1), resetAt, retryAfterSeconds: 0 };
    },
    warn(error: unknown): void {
      if (isWithin(clock, loggedAt, logIntervalMs)) return;
      loggedAt = clock.now().getTime();
      log.warn(
        { reason: failureCode(error), uncounted },
        'Rate limit store failed: requests are allowed without being counted',
      );
      uncounted = 0;
    },
  };
}

function isWithin(clock: Clock, since: number | undefined, spanMs: number): boolean {
  const elapsed = since === undefined ? -1 : clock.now().getTime() - since;
  // A clock that was set back must not hold the breaker open or the log silent.
  return elapsed >= 0 && elapsed < spanMs;
}

function toResult({ count, resetAt }: Hit, { limit }: LimitRule, clock: Clock): LimitResult {
  const limited = count > limit;
  const secondsLeft = Math.ceil((resetAt.getTime() - clock.now().getTime()) / 1000);
  return {
    limited,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt,
    retryAfterSeconds: limited ? Math.max(1, secondsLeft) : 0,
  };
}

async function withTimeout<T>(work: T | Promise<T>, ms: number): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // One more turn of the event loop: after a stall, an answer that arrived in time is read only now.
      setImmediate(() => reject(codedError('TIMEOUT', `The rate limit store gave no answer in ${ms} ms`)));
    }, ms);
  });
  try {
    // The race also handles a rejection that comes after it was decided.
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
