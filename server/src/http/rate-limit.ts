import type { LimitName } from '@latchkey/contract';
import { rateLimits } from '@latchkey/contract';
import type { FastifyReply } from 'fastify';
import { networkOf } from '../address.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { LimitResult } from '../limits/limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** Counts the request against its address, of IPv6 against its /64. The headers tell the same in every response. */
export async function countRequest(call: Call): Promise<undefined> {
  const { deps, route, client, reply } = call;
  if (!route.limit) return;
  const key = `${route.limit}:ip:${networkOf(client.ipAddress, 4)}`;
  call.limited = announce(await deps.limiter.check(key, deps.config.limits[route.limit]), reply);
}

export function refuseOverLimit({ limited }: Call): Refusal | undefined {
  return limited;
}

/** Counts it against the account it names as well, at twice the figure: many addresses, one victim. */
export async function limitAccount({ deps, route, input, reply }: Call): Promise<Refusal | undefined> {
  if (!input || !route.limit || !route.accountField || !rateLimits[route.limit].account) return undefined;
  const account = (input.body as Record<string, unknown>)[route.accountField];
  const { limit, windowMs } = deps.config.limits[route.limit];
  const key = accountKey(route.limit, String(account));
  const result = await deps.limiter.check(key, { limit: limit * 2, windowMs });
  return result.limited ? announce(result, reply) : undefined;
}

function accountKey(limit: LimitName, account: string): string {
  return `${limit}:account:${sha256(account).toString('base64url')}`;
}

function announce(result: LimitResult, reply: FastifyReply): Refusal | undefined {
  reply.header('X-RateLimit-Limit', result.limit);
  reply.header('X-RateLimit-Remaining', result.remaining);
  reply.header('X-RateLimit-Reset', Math.ceil(result.resetAt.getTime() / 1000));
  return result.limited ? refuse('RATE_LIMITED', { retryAfterSeconds: result.retryAfterSeconds }) : undefined;
}
