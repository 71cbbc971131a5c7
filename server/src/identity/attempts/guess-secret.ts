import { setTimeout as delay } from 'node:timers/promises';
import type { Reason } from '@latchkey/contract';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record, type UserEvent } from '../../records/audit/record.ts';
import type { UserWithPassword } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { clearFailures, findLock, giveSlotBack, type Subject, takeSlot } from './attempt-store.ts';
import { countWrong, lockedRefusal, noticeExpiry } from './locks.ts';

const retryMs = 50;
const patienceMs = 10_000;

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

/** What a check finds. A refusal doesn't count as a guess. */
type Verdict = Right<unknown> | Wrong | Refusal;
type ValueOf<V> = V extends Right<infer T> ? T : never;

type Guess<R extends Reason, V extends Verdict, Done> = Audited & {
  /** The refusal for a wrong secret, until the fifth. */
  refusal: R;
  /**
   * Whether success clears the count. For a login, `completeLogin` clears it once nothing is left to prove.
   */
  clears?: boolean;
  /** Checks the secret, outside any transaction: a hash takes a third of a second. */
  check(): Promise<V>;
  /**
   * What the secret permits. It may still turn out wrong, such as a code that someone else used in the
   * meantime.
   */
  allow(tx: Tx, value: ValueOf<V>): Promise<Done | Wrong>;
};

type GuessRefusal<R extends Reason> = Refusal<R | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/**
 * The only way to try a secret. It takes one of five slots before the secret is checked, so parallel guesses
 * can't exceed five, and correct ones in parallel wait for a slot instead of being refused. The slot becomes
 * a failure, or is freed, in the same transaction as the outcome.
 */
export async function guessSecret<R extends Reason, V extends Verdict, Done>(
  context: OpenContext,
  guess: Guess<R, V, Done>,
): Promise<Done | Extract<V, Refusal> | GuessRefusal<R>> {
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
      const outcome = 'right' in verdict ? await guess.allow(tx, verdict.right as ValueOf<V>) : verdict;
      if (isWrong(outcome)) {
        countSignIn(context, guess, 'failure');
        tx.send(record(tx, origin, refusedGuess(guess, outcome.wrong)));
        return (await countWrong(context, tx, subject)) ?? refuse(guess.refusal);
      }
      if (guess.clears && !isRefusal(outcome)) tx.send(clearFailures(tx, subject));
      tx.send(giveSlotBack(tx, subject));
      return outcome as Done | Extract<V, Refusal>;
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

/** Waiting means asking the database again and again. The turn that each request holds bounds how many do that. */
async function waitForSlot(
  { deps, origin }: OpenContext,
  subject: Subject,
): Promise<Refusal<'ACCOUNT_LOCKED' | 'OVERLOADED'> | undefined> {
  const since = performance.now();
  while (performance.now() - since <= patienceMs) {
    if (await takeSlot(deps.sql, subject, origin.now)) return undefined;
    const lockedUntil = await findLock(deps.sql, subject);
    if (lockedUntil && lockedUntil > origin.now) return lockedRefusal(lockedUntil, origin.now);
    if (lockedUntil) await transact(deps, (tx) => noticeExpiry(tx, subject, origin));
    else await delay(retryMs);
  }
  return refuse('OVERLOADED', { retryAfterSeconds: 1 });
}

/** A user whose password was right; `upgrade` is a new hash of it to store. */
export type CheckedUser = UserWithPassword & { upgrade?: string | undefined };

/** For `guessSecret`. An unknown address costs the same: a dummy is checked instead. */
export async function checkPassword(
  { deps }: OpenContext,
  { user, password }: { user: UserWithPassword | undefined; password: string },
): Promise<Right<CheckedUser> | Wrong> {
  const { matches, upgrade } = await deps.hasher.check(password, user?.passwordHash ?? null);
  return matches && user?.isActive ? right({ ...user, upgrade }) : wrong(whyNot(user));
}

/** For the audit trail only: every caller gets the same answer. */
export function whyNot(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}
