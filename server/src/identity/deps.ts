import type { HookPoint } from '@latchkey/contract';
import type { Bots } from '../platform/bots/bots.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Credentials } from '../platform/crypto/credentials.ts';
import type { PasswordStrength } from '../platform/crypto/password-strength.ts';
import type { Hasher } from '../platform/crypto/passwords.ts';
import type { Lookups } from '../platform/db/lookups.ts';
import type { Replicas } from '../platform/db/replicas.ts';
import type { Reading, Sql } from '../platform/db/sql.ts';
import type { WriteBehind } from '../platform/db/write-behind.ts';
import type { Languages } from '../platform/languages/languages.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { Tracer } from '../platform/tracing.ts';
import type { Outbox } from '../records/email/outbox.ts';
import type { Hooks } from '../records/hooks/hooks.ts';
import type { RequestOrigin } from '../records/origin.ts';
import type { DataKeys } from '../records/vault/data-keys.ts';

/** Tools, made in `wire.ts` and handed to everything. What belongs to one area is handed only to that area. */
export type Deps = {
  config: Config;
  log: Log;
  clock: Clock;
  sql: Sql;
  /** Where what may be late is read from. Undefined unless it is configured. */
  replicas: Replicas | undefined;
  /** Rows that every request needs, read for many requests together. */
  lookups: Lookups;
  hasher: Hasher;
  credentials: Credentials;
  bots: Bots;
  passwordStrength: PasswordStrength;
  /** Answers that hide whether an account exists leave in steps of this length, wide enough for the slower case. */
  answerStepMs: number;
  /** Keys for data that is sealed at rest. */
  dataKeys: DataKeys;
  limiter: Limiter;
  languages: Languages;
  outbox: Outbox;
  hooks: Hooks;
  /** When sessions, API keys and directory tokens were last used, written later. */
  lastUse: {
    sessions: WriteBehind;
    keys: WriteBehind;
    organizationKeys: WriteBehind;
    scimTokens: WriteBehind;
  };
  metrics: Metrics;
  /** Only where a trace collector is configured. */
  tracer: Tracer | undefined;
  inProcess: InProcess;
};

/** State that requests share within one process of one service. */
type InProcess = {
  /** The readiness check under way, shared by concurrent requests: a hanging database gets few. */
  readyCheck: Promise<boolean> | undefined;
  /** True once the service only serves until its proxy notices that it is about to stop. */
  isDraining: boolean;
};

/** The context of a request without a known caller: the tools, and its origin. */
export type OpenContext = { deps: Deps; origin: RequestOrigin; heard?: readonly Heard[] };

/**
 * Does what takes as long as something outside likes, while the request holds nothing that others wait for. What follows
 * waits for a turn again, which may be refused.
 */
type Aside = <T>(work: () => Promise<T>) => Promise<T | Refusal<'OVERLOADED'>>;

/** What a route that may be late gets in addition: its lists are read by `reads`. */
export type LateReading = { reads: Reading };

/** The context of a request that may ask something outside. */
export type AskingContext = OpenContext & { aside: Aside };

/** What a hook has said about someone in this request. No answer: it failed, and the request goes on without. */
export type Heard = { point: HookPoint; about: string; answer: object | undefined };
