import { checkLimits, lifetimes } from '@latchkey/contract';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { limitsOf } from '../policies/judge.ts';
import { type Caller, type Context, impersonationOf } from './caller.ts';
import { isAdmin } from './policy.ts';
import { nameOfSubject } from './subjects.ts';

const day = 86_400_000;
const minute = 60_000;

/**
 * What the answer about a caller depends on, and for how long time alone can't change it. Null: it must not be kept. `shown`:
 * the caller as the answer shows them.
 */
export function checkOf(context: Context, shown: UserRow): { validForMs: number; subjects: string[] } | null {
  const { deps, caller } = context;
  // Each request of an impersonation, and each recorded use of a key, must be seen here.
  if (impersonationOf(caller) || (caller.kind === 'apiKey' && deps.config.auditApiKeyUse)) return null;
  const validForMs = validityOf(caller, shown, deps.clock.now().getTime());
  if (validForMs < 1) return null;
  const subjects = new Set(subjectsOf(caller).map((each) => nameOfSubject(deps.dataKeys, each)));
  return { validForMs, subjects: [...subjects] };
}

/**
 * As the database names them in changes (migrations/0017_checks.sql). The organization whose connection began the session is
 * one of their own: a session ends with the membership.
 */
function subjectsOf(caller: Caller): string[] {
  const { user, organization, concerns } = caller;
  return [
    'all',
    caller.kind === 'apiKey' ? `k:${caller.keyId}` : `s:${caller.sessionId}`,
    `p:${user.id}`,
    ...concerns,
    ...(organization ? [`o:${organization.id}`] : []),
    ...(isAdmin(caller) ? [`l:${sha256(user.email).toString('hex')}`] : []),
  ];
}

function validityOf(caller: Caller, shown: UserRow, now: number): number {
  const { policies, pending, endsAt, verdict } = caller;
  const { sessionMinutes, idleMinutes } = policies
    ? limitsOf(policies)
    : { sessionMinutes: null, idleMinutes: null };
  const signedInAt = caller.kind === 'apiKey' ? null : caller.signIn.at;
  const isLimited = signedInAt !== null;
  const moments = [
    endsAt,
    isLimited && sessionMinutes !== null ? new Date(signedInAt.getTime() + sessionMinutes * minute) : null,
    verdict.twoFactorDueAt,
    pending && pending.until.getTime() > now ? pending.until : null,
    shown.lockedUntil ?? null,
    ...(isLimited ? [] : absences(caller, now)),
  ];
  const times = moments.flatMap((each) => (each ? [each.getTime() - now] : []));
  // Local answers are no uses that we see: the session may go unused a sixtieth of its limit longer than we know.
  const unseen = isLimited && idleMinutes !== null ? [idleMinutes * 1000] : [];
  return Math.floor(Math.min(checkLimits.validForMs, ...times, ...unseen));
}

/** When a key stops working because its owner last came by single sign-on too long ago. */
function absences({ policies }: Caller, now: number): Date[] {
  const came =
    policies?.required?.connections.flatMap(({ cameAt }) => (cameAt === null ? [] : [cameAt])) ?? [];
  const ends = came.map((at) => new Date(new Date(at).getTime() + lifetimes.ssoAbsenceDays * day));
  return ends.filter((end) => end.getTime() > now);
}
