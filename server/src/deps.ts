import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Credentials } from './crypto/credentials.ts';
import type { Hasher } from './crypto/passwords.ts';
import type { Lookups } from './db/lookups.ts';
import type { Sql } from './db/sql.ts';
import type { WriteBehind } from './db/write-behind.ts';
import type { Outbox } from './email/outbox.ts';
import type { Limiter } from './limits/limiter.ts';
import type { Log } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { RequestOrigin } from './origin.ts';
import type { Tracer } from './tracing.ts';
import type { DataKeys } from './vault/data-keys.ts';

/** Tools, made in `wire.ts` and handed to everything. What belongs to one area is handed only to that area. */
export type Deps = {
  config: Config;
  log: Log;
  clock: Clock;
  sql: Sql;
  /** Rows that every request needs, read for many requests together. */
  lookups: Lookups;
  hasher: Hasher;
  credentials: Credentials;
  /** For what is kept sealed. */
  dataKeys: DataKeys;
  limiter: Limiter;
  outbox: Outbox;
  /** When sessions and API keys were last used, written later. */
  lastUse: { sessions: WriteBehind; keys: WriteBehind };
  metrics: Metrics;
  /** Only where a trace collector is configured. */
  tracer: Tracer | undefined;
};

/** What a request without a known caller is handled with: the tools, and where it comes from. */
export type OpenContext = { deps: Deps; origin: RequestOrigin };
