const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The waits after each failed attempt, as Standard Webhooks recommends: a little over three days in all. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
export const maxAttempts = retryDelays.length + 1;
/** Each wait varies by up to this share: deliveries that failed together don't come back together. */
export const jitter = 0.2;
/** The longest a receiver can postpone an attempt with Retry-After. */
export const longestWait = day;

/** An endpoint that nothing has reached for this long is turned off. */
export const failingLimit = 5 * day;

/** How long a receiver has to answer. */
export const answerLimit = 15 * second;
/** How much a lane claims at once, and how long it works on that: changes to an endpoint soon take effect. */
export const batchSize = 10;
export const batchLimit = second;
/**
 * Outlasts a batch, its last attempt and the retries to record its outcome: 22 seconds. After a node dies, its lanes
 * stay taken that long. If one is overtaken after all, the same event arrives twice, under the same id.
 */
export const lease = 30 * second;

/** Requests in flight at once, per node. Endpoints that fail, or are slow to answer, get at most half of them. */
export const concurrency = 64;
/** Statements at once, per node: requests need the database too. */
export const statements = 4;
