/** A window's count with the latest hit in it, and when the window ends. */
export type Hit = { count: number; resetAt: Date };

/** Where the rate limits are counted. A store rejects when it cannot count; the limiter decides what that means. */
export type LimitStore = {
  /** Adds one to `key`'s fixed window and tells the count with it. Atomic across nodes for the shared stores. */
  hit(key: string, windowMs: number): Hit | Promise<Hit>;
  /** Forgets every counter of Latchkey's, and nothing else that lives in the same store. */
  clear(): Promise<void>;
  close(): Promise<void>;
};
