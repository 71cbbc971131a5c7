const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The waits after each failed attempt, as Standard Webhooks recommends: a little more than three days in all. */
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
/** Each wait is up to so much shorter or longer: deliveries that failed together don't come back together. */
export const jitter = 0.2;
/** The longest that a receiver can put an attempt off with Retry-After. */
export const longestWait = day;

/** An endpoint to which nothing has arrived for so long is turned off. */
export const failingLimit = 5 * day;

/** How long a receiver has to answer. */
export const answerLimit = 15 * second;
/** What a lane claims at once, and how long it goes on with that: what changes about an endpoint counts soon after. */
export const batchSize = 10;
export const batchLimit = second;
/**
 * Outlasts a batch, its last attempt and the insisting on its outcome: 22 seconds. After a node dies, its lanes stay taken
 * that long. Should one be overtaken after all, the same event arrives twice, under the same id.
 */
export const lease = 30 * second;

/** Requests in flight at once, per node. Endpoints that fail, or are slow to answer, get half of them at most. */
export const concurrency = 64;
/** Statements at once, per node: requests need the database, too. */
export const statements = 4;
