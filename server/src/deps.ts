import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Credentials } from './crypto/credentials.ts';
import type { Hasher } from './crypto/passwords.ts';
import type { Sql } from './db/sql.ts';
import type { LastSeen } from './db/write-behind.ts';
import type { Outbox } from './email/outbox.ts';
import type { MailWorker } from './email/worker.ts';
import type { Limiter } from './limits/limiter.ts';
import type { Log } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { PendingProofs } from './oauth/pending.ts';
import type { Providers } from './oauth/providers.ts';
import type { OAuthTokens } from './oauth/tokens.ts';

/** What the service needs from outside itself. Made in `wire.ts`, handed to everything. */
export type Deps = {
  config: Config;
  log: Log;
  clock: Clock;
  sql: Sql;
  hasher: Hasher;
  credentials: Credentials;
  limiter: Limiter;
  outbox: Outbox;
  mailWorker: MailWorker;
  /** Of sessions. */
  lastSeen: LastSeen;
  /** Of API keys. */
  lastUsed: LastSeen;
  oauth: { providers: Providers; tokens: OAuthTokens; pendingProofs: PendingProofs };
  metrics: Metrics;
};
