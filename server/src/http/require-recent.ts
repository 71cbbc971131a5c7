import { aboutOf, isPersonal } from '@latchkey/contract';
import { type Caller, impersonationOf, isVouched, sessionIdOf } from '../identity/caller/caller.ts';
import { refusePersonal } from '../identity/caller/own-proof.ts';
import { findProof } from '../identity/sessions/proof-store.ts';
import { isRecent, methodsOf } from '../identity/sessions/recent-proof.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, fieldsOf } from './call.ts';

/**
 * Checks that the session's user has recently proven who they are, if the declaration requires it, or if it is about what
 * is theirs and an identity provider began the session. An organization's key can prove nothing more than it has.
 */
export function requireRecent(call: Call): undefined | Promise<Refusal | undefined> {
  const { route, caller, request } = call;
  if (!caller || caller.kind === 'organizationKey') return undefined;
  // Where a session only counts if there is one, the handler knows whether it is about the caller's own.
  if (isPersonal(route) && route.access.kind === 'session' && isVouched(caller))
    return refusePersonal({ ...call, caller }, { mayBeFirst: aboutOf(route) === 'second-factor' });
  const asked = route.recentWhen && (request.query as Record<string, unknown>)[route.recentWhen] === 'true';
  return route.recent || asked ? requireRecentOf(call, caller) : undefined;
}

/** The same for body fields whose rule requires it. */
export function requireRecentForFields(call: Call): undefined | Promise<Refusal | undefined> {
  const { route, caller } = call;
  const body = fieldsOf(call);
  const rules = Object.entries(route.guardedFields ?? {}).flatMap(([field, rule]) =>
    body[field] === undefined ? [] : [rule],
  );
  if (!caller || caller.kind === 'organizationKey') return undefined;
  if (rules.some(({ about }) => about) && isVouched(caller)) return refusePersonal({ ...call, caller });
  const recent = rules.flatMap((rule) => rule.recent ?? []);
  if (recent.length === 0) return undefined;
  return requireRecentOf(call, caller, { onlyFirst: recent.every((each) => each === 'first') });
}

/** `onlyFirst`: unless they have a password, which is then checked itself. */
async function requireRecentOf(
  { deps }: Call,
  caller: Caller,
  { onlyFirst = false } = {},
): Promise<Refusal | undefined> {
  const { recentProofMinutes } = caller.verdict;
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  // It ended after it was identified, and can't prove anything any more.
  if (sessionIdOf(caller) && !proof?.isSession) return refuse('UNAUTHENTICATED');
  if (onlyFirst && proof?.password) return undefined;
  if (proof && isRecent(proof.provenAt, deps.clock.now(), recentProofMinutes)) return undefined;
  // An ADMIN who impersonates a user can't prove anything as that user.
  const methods = proof && !impersonationOf(caller) ? methodsOf(deps.config, proof) : ['sign_in'];
  return refuse('REAUTHENTICATION_REQUIRED', { details: { methods } });
}
