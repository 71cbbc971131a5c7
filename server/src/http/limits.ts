import { randomUUID } from 'node:crypto';
import { type LimitName, rateLimits } from '@latchkey/contract';
import { impersonationOf } from '../identity/caller/caller.ts';
import { networkOf } from '../platform/address.ts';
import { sha256 } from '../platform/crypto/credentials.ts';
import type { LimitResult } from '../platform/limits/limiter.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';
import {
  keepLargeSlot,
  type LargeAnswer,
  leaveLargeSlot,
  renewAfter,
  takeLargeSlot,
} from './large-answer-store.ts';
import { takeTurn } from './take-turn.ts';

/** For developers who hit a limit while testing. */
const resetHint = 'In development, POST /api/test/reset-rate-limits clears every limit.';

/**
 * Counts the request against its address, or its /64 for IPv6. The headers say the same in every response.
 */
export function countRequest(call: Call): undefined | Promise<undefined> {
  // A directory's requests count for its organization, once that is known.
  return call.route.limit && call.route.limit !== 'scim' ? countAddress(call, call.route.limit) : undefined;
}

async function countAddress(call: Call, name: LimitName): Promise<undefined> {
  const { deps, client } = call;
  const key = `${name}:ip:${networkOf(client.ipAddress, 4)}`;
  call.limited = announce(await deps.limiter.check(key, deps.config.limits[name]), call);
  if (call.limited) deps.metrics.rateLimited.inc({ limit: name });
}

export function refuseOverLimit({ limited }: Call): Refusal | undefined {
  return limited;
}

/** Also counts it against the account it names, at twice the limit: many addresses may attack one account. */
export function limitAccount(call: Call): undefined | Promise<Refusal | undefined> {
  const { limit, accountField } = call.route;
  if (!call.input || !limit || !accountField || !rateLimits[limit].account) return undefined;
  const account = (call.input.body as Record<string, unknown>)[accountField];
  return account === undefined ? undefined : countAccount(call, limit, String(account));
}

async function countAccount(
  { deps, reply }: Call,
  name: LimitName,
  account: string,
): Promise<Refusal | undefined> {
  const { limit, windowMs } = deps.config.limits[name];
  const key = `${name}:account:${sha256(account).toString('base64url')}`;
  const result = await deps.limiter.check(key, { limit: limit * 2, windowMs });
  if (!result.limited) return undefined;
  deps.metrics.rateLimited.inc({ limit: name });
  return announce(result, { deps, reply });
}

/** Says in headers where a limit stands, and refuses what is past it. */
export function announce(
  result: LimitResult,
  { deps, reply }: Pick<Call, 'deps' | 'reply'>,
): Refusal | undefined {
  reply.header('X-RateLimit-Limit', result.limit);
  reply.header('X-RateLimit-Remaining', result.remaining);
  reply.header('X-RateLimit-Reset', Math.ceil(result.resetAt.getTime() / 1000));
  if (!result.limited) return undefined;
  const { retryAfterSeconds } = result;
  const details = {
    retryAfterSeconds,
    ...(deps.config.environment === 'development' && { hint: resetHint }),
  };
  return refuse('RATE_LIMITED', { retryAfterSeconds, details });
}

/** An estimate: a running answer may end at any time. */
const largeRetryAfterSeconds = 5;

/**
 * An account gets two large answers at a time, whichever of its sessions, tokens and keys asks and whichever node
 * answers: each of them occupies the service for as long as its client likes. So does a large body, so this comes before
 * it is read. Answers during an impersonation count for the impersonator's account, those to an organization's keys for
 * the organization.
 */
export function limitLarge(call: Call): undefined | Promise<Refusal | undefined> {
  const { route, request, caller } = call;
  const { large } = route;
  if (!large || !caller) return undefined;
  if (large !== 'always' && (request.query as Record<string, unknown>)[large] !== 'true') return undefined;
  if (caller.kind === 'organizationKey')
    return admitLarge(call, { id: randomUUID(), accountId: caller.organization.id, of: 'organization' });
  const accountId = impersonationOf(caller)?.originalUserId ?? caller.user.id;
  return admitLarge(call, { id: randomUUID(), accountId, of: 'user' });
}

async function admitLarge(call: Call, answer: LargeAnswer): Promise<Refusal | undefined> {
  const { deps, reply } = call;
  const refused = await takeTurn(call);
  if (refused) return refused;
  const taking = takeLargeSlot(deps.sql, answer, deps.clock.now());
  // Runs however the answer ends: sent, aborted, cut off or failed. If the database is down, the slot expires.
  reply.raw.once('close', () => {
    taking.then(() => leaveLargeSlot(deps.sql, answer)).catch(() => undefined);
  });
  if (await taking) return holdSlot(call, answer);
  deps.metrics.rateLimited.inc({ limit: 'large' });
  return refuse('RATE_LIMITED', { retryAfterSeconds: largeRetryAfterSeconds });
}

/** A client may take hours. An answer that has lost its slot, because its node was frozen or its account deleted, ends. */
function holdSlot({ deps, reply }: Call, answer: LargeAnswer): undefined {
  let renewed = deps.clock.instant();
  const keep = async () => {
    const now = deps.clock.instant();
    if (now - renewed < renewAfter) return;
    renewed = now;
    if (await keepLargeSlot(deps.sql, answer, deps.clock.now())) return;
    clearInterval(timer);
    reply.raw.destroy();
  };
  const timer = setInterval(() => void keep().catch(() => undefined), 1000).unref();
  reply.raw.once('close', () => clearInterval(timer));
}
