import { setTimeout as delay } from 'node:timers/promises';
import { lockout, type Reason } from '@latchkey/contract';
import { networkOf } from '../../platform/address.ts';
import type { HashLane } from '../../platform/crypto/turns.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record, type UserEvent } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { UserWithPassword } from '../accounts/user-store.ts';
import type { Deps, OpenContext } from '../deps.ts';
import { clearFailures, findLock, giveSlotBack, type Subject, takeSlot } from './attempt-store.ts';
import { countWrong, lockedRefusal, noticeExpiry } from './locks.ts';

const retryMs = 50;
const patienceMs = 10_000;
const mostWaiting = 100;

export interface Right<T> {
  right: T;
}
export interface Wrong {
  wrong: string;
}

/** The secret was right; `value` is passed on to the transaction that it permits. */
export function right<T>(value: T): Right<T> {
  return { right: value };
}

/** It was wrong. The reason is only for the audit trail. */
export function wrong(reason: string): Wrong {
  return { wrong: reason };
}

type Audited = {
  subject: Subject;
  /** How a refused guess is recorded; the reason is added. */
  audit: { action: UserEvent['action']; metadata?: Record<string, unknown> };
};

type Guess<R extends Reason, T, Done, Other extends Refusal> = Audited & {
  /** The refusal for a wrong secret, until the fifth. */
  refusal: R;
  /**
   * Whether success clears the count. For a login, `completeLogin` clears it once nothing is left to prove.
   */
  clears?: boolean;
  /**
   * Checks the secret, outside any transaction: a hash takes a third of a second. A refusal doesn't count as
   * a guess.
   */
  check(): Promise<Right<T> | Wrong | Other>;
  /**
   * What the secret permits. It may still turn out wrong, such as a code that someone else used in the
   * meantime.
   */
  allow(tx: Tx, value: T): Promise<Done | Wrong>;
};

type GuessRefusal<R extends Reason> = Refusal<R | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/**
 * The only way to try a secret. It takes one of five slots before the secret is checked, so parallel guesses
 * can't exceed five, and correct ones in parallel wait for a slot instead of being refused. The slot becomes
 * a failure, or is freed, in the same transaction as the outcome.
 */
export async function guessSecret<R extends Reason, T, Done, Other extends Refusal = never>(
  context: OpenContext,
  guess: Guess<R, T, Done, Other>,
): Promise<Done | Other | GuessRefusal<R>> {
  const { deps, origin } = context;
  const { subject } = guess;
  const refused = await waitForSlot(context, subject);
  if (refused) {
    if (refused.refused === 'ACCOUNT_LOCKED') {
      countSignIn(context, guess, 'locked');
      await record(deps.sql, origin, refusedGuess(guess, 'locked'));
    }
    return refused;
  }
  try {
    const verdict = await guess.check();
    return await transact(deps, async (tx) => {
      const outcome = 'right' in verdict ? await guess.allow(tx, verdict.right) : verdict;
      if (isWrong(outcome)) {
        countSignIn(context, guess, 'failure');
        tx.send(record(tx, origin, refusedGuess(guess, outcome.wrong)));
        return (await countWrong(context, tx, subject)) ?? refuse(guess.refusal);
      }
      if (guess.clears && !isRefusal(outcome)) tx.send(clearFailures(tx, subject));
      tx.send(giveSlotBack(tx, subject));
      return outcome;
    });
  } catch (error) {
    // If this fails as well, the slot is free again in a minute.
    await giveSlotBack(deps.sql, subject).catch(() => undefined);
    throw error;
  }
}

const methods: Partial<Record<UserEvent['action'], string>> = {
  AUTH_LOGIN_FAILURE: 'password',
  AUTH_2FA_FAILURE: 'two_factor',
};

/** A proof inside a session isn't a sign-in. */
function countSignIn({ deps }: OpenContext, { subject, audit }: Audited, outcome: string): void {
  if (subject.kind === 'session') return;
  const { provider, method = provider } = audit.metadata ?? {};
  deps.metrics.signIns.inc({ method: String(method ?? methods[audit.action] ?? 'other'), outcome });
}

export function isWrong(outcome: unknown): outcome is Wrong {
  return typeof outcome === 'object' && outcome !== null && 'wrong' in outcome;
}

function refusedGuess({ subject, audit }: Audited, reason: string): UserEvent {
  return { ...audit, user: subject.user ?? null, metadata: { ...audit.metadata, reason } };
}

const busy = () => refuse('OVERLOADED', { retryAfterSeconds: 1 });

/**
 * Waiting means polling the database: as many attempts per subject as there are slots do that, some wait in
 * line behind them, and the rest are refused at once.
 */
async function waitForSlot(
  context: OpenContext,
  subject: Subject,
): Promise<Refusal<'ACCOUNT_LOCKED' | 'OVERLOADED'> | undefined> {
  const key = subject.kind === 'session' ? subject.user.id : subject.email;
  const lines = context.deps.inProcess.guesses;
  const line = lines.get(key) ?? { asking: 0, behind: [] };
  if (line.asking + line.behind.length >= mostWaiting) return busy();
  lines.set(key, line);
  const since = performance.now();
  if (line.asking < lockout.maxFailedAttempts) line.asking++;
  else await new Promise<void>((go) => line.behind.push(go));
  try {
    return await askForSlot(context, subject, since);
  } finally {
    const next = line.behind.shift();
    if (!next) line.asking--;
    next?.();
    if (line.asking === 0) lines.delete(key);
  }
}

async function askForSlot(
  { deps, origin }: OpenContext,
  subject: Subject,
  since: number,
): Promise<Refusal<'ACCOUNT_LOCKED' | 'OVERLOADED'> | undefined> {
  while (performance.now() - since <= patienceMs) {
    if (await takeSlot(deps.sql, subject, origin.now)) return undefined;
    const lockedUntil = await findLock(deps.sql, subject);
    if (lockedUntil && lockedUntil > origin.now) return lockedRefusal(lockedUntil, origin.now);
    if (lockedUntil) await transact(deps, (tx) => noticeExpiry(tx, subject, origin));
    else await delay(retryMs);
  }
  return busy();
}

/**
 * Whose turn a hash takes. Sign-ins are keyed by email, work in a session by its user: someone with a stolen session,
 * or with a thousand accounts, takes no turn away from a login. As in its limits, an IPv6 client's address is its /64.
 * `origin` must be the request's own.
 */
export function laneOf(
  kind: 'sign-in' | 'register' | 'reset' | 'session' | 'command',
  account: string,
  origin: Pick<Origin, 'ipAddress'>,
): HashLane {
  return { kind, account, address: networkOf(origin.ipAddress ?? '', 4), request: origin };
}

/** The wait in this lane is too long to be worth it. */
export function overloaded(
  deps: Pick<Deps, 'hasher'>,
  lane: HashLane,
  hashes?: number,
): Refusal<'OVERLOADED'> {
  return refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane, hashes) });
}

/** A user whose password was right; `upgrade` is a new hash of it to store. */
export type CheckedUser = UserWithPassword & { upgrade?: string | undefined };

/** For `guessSecret`. An unknown address costs the same: a dummy is checked instead. */
export async function checkPassword(
  { deps, origin }: OpenContext,
  { email, user, password }: { email: string; user: UserWithPassword | undefined; password: string },
): Promise<Right<CheckedUser> | Wrong | Refusal<'OVERLOADED'>> {
  const lane = laneOf('sign-in', email, origin);
  const checked = await deps.hasher.check(password, user?.passwordHash ?? null, lane);
  if (!checked) return overloaded(deps, lane);
  const { matches, upgrade } = checked;
  return matches && user?.isActive ? right({ ...user, upgrade }) : wrong(whyNot(user));
}

/** For the audit trail only: every caller gets the same answer. */
export function whyNot(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}
