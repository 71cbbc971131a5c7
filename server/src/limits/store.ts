/** A window's count, including the latest hit, and when the window ends. */
export type Hit = { count: number; resetAt: Date };

/** Where the rate limits are counted. A store rejects when it cannot count; the limiter decides what that means. */
export type LimitStore = {
  /** Adds one to `key`'s fixed window and returns the new count. Atomic across nodes for the shared stores. */
  hit(key: string, windowMs: number): Hit | Promise<Hit>;
  /** Forgets all of Latchkey's counters, and nothing else in the same store. */
  clear(): Promise<void>;
  close(): Promise<void>;
};
