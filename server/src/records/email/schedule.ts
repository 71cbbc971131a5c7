const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits between attempts, 13 hours in all: Resend recognizes a repeated idempotency key for 24. */
export const retryDelays: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  6 * hour,
  6 * hour,
];
export const maxAttempts = retryDelays.length + 1;

/** Mails in flight at once, per node. */
export const concurrency = 5;

/**
 * Each outlasts the one before: a transport ends a slow delivery itself before the worker gives up on it, and the
 * worker marks the mail before another node may claim it.
 */
export const transportLimit = 40 * second;
export const sendLimit = 45 * second;
export const lease = 2 * minute;

/** A server may scan a message for a while before it answers; giving up too soon would send it twice. */
export const smtpTimeouts = { connection: 10 * second, greeting: 10 * second, socket: 30 * second };
/** Below the socket's time limit, so an idle connection is closed with QUIT. */
export const smtpIdle = 5 * second;
