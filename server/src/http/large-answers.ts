import { randomUUID } from 'node:crypto';
import { impersonationOf } from '../identity/caller/caller.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';
import { keepPlace, type LargeAnswer, leavePlace, renewAfter, takePlace } from './large-answer-store.ts';

/** A guess: it is not known when a running answer ends. */
const retryAfterSeconds = 5;

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
    return admit(call, { id: randomUUID(), accountId: caller.organization.id, of: 'organization' });
  const accountId = impersonationOf(caller)?.originalUserId ?? caller.user.id;
  return admit(call, { id: randomUUID(), accountId, of: 'user' });
}

async function admit(call: Call, answer: LargeAnswer): Promise<Refusal | undefined> {
  const { deps, reply } = call;
  const taking = takePlace(deps.sql, answer, deps.clock.now());
  // However it ends: sent, aborted, cut off or failed. If the database is away, the place expires by itself.
  reply.raw.once('close', () => {
    taking.then(() => leavePlace(deps.sql, answer)).catch(() => undefined);
  });
  if (await taking) return hold(call, answer);
  deps.metrics.rateLimited.inc({ limit: 'large' });
  return refuse('RATE_LIMITED', { retryAfterSeconds });
}

/** A client may take hours. An answer that has lost its place, because its node was frozen or its account deleted, ends. */
function hold({ deps, reply }: Call, answer: LargeAnswer): undefined {
  let renewed = deps.clock.instant();
  const keep = async () => {
    const now = deps.clock.instant();
    if (now - renewed < renewAfter) return;
    renewed = now;
    if (await keepPlace(deps.sql, answer, deps.clock.now())) return;
    clearInterval(timer);
    reply.raw.destroy();
  };
  const timer = setInterval(() => void keep().catch(() => undefined), 1000).unref();
  reply.raw.once('close', () => clearInterval(timer));
}
