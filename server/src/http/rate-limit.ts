import { type LimitName, rateLimits } from '@latchkey/contract';
import { networkOf } from '../platform/address.ts';
import { sha256 } from '../platform/crypto/credentials.ts';
import type { LimitResult } from '../platform/limits/limiter.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';

/** For developers who hit a limit while testing. */
const resetHint = 'In development, POST /api/test/reset-rate-limits clears every limit.';

/**
 * Counts the request against its address, or its /64 for IPv6. The headers say the same in every response.
 */
export function countRequest(call: Call): undefined | Promise<undefined> {
  return call.route.limit && countAddress(call, call.route.limit);
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
