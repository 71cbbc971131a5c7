import type { listCheckChanges as contractOf } from '@latchkey/contract';
import type { z } from 'zod';
import { recordKeyUse } from '../../identity/caller/authenticate.ts';
import type { Caller } from '../../identity/caller/caller.ts';
import { nameOfSubject } from '../../identity/caller/subjects.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import type { CheckDeps } from './check-deps.ts';
import { openCursor, sealCursor } from './cursor.ts';

type Query = z.output<typeof contractOf.query>;
type Answer = z.input<(typeof contractOf.responses)[200]>;
type Asked = Query & {
  /** By the monotonic clock. */
  arrivedAt: number;
  /** Calls back if the client hangs up, or once it has its answer. */
  onGone(leave: () => void): void;
};

const retryAfterSeconds = 10;

/** Waits for a change to what kept answers depend on, and says up to which moment all of them are known. */
export async function listCheckChanges(
  context: { deps: CheckDeps; caller: Caller; origin: RequestOrigin },
  { after: sent, waitMs, maxStalenessMs, arrivedAt, onGone }: Asked,
): Promise<Answer | Refusal<'RATE_LIMITED'>> {
  const { deps, caller, origin } = context;
  const { feed, subscribers, cursorKey } = deps.checks;
  const accountId = caller.user.id;
  const after = sent === undefined ? undefined : openCursor(cursorKey, accountId, sent);
  const keyId = caller.kind === 'apiKey' ? caller.keyId : null;
  const { ipAddress, now: askedAt } = origin;
  const asking = { accountId, keyId, ipAddress, maxStalenessMs, askedAt, cursor: after };
  const subscriber = await subscribers.note(asking);
  if (!subscriber) return refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } });
  if (!after && caller.kind === 'apiKey') await recordKeyUse(context, caller);
  const { heldMs, subjectIds, reset, at } = await feed.wait({ after, arrivedAt, waitMs, onGone });
  return {
    cursor: sealCursor(cursorKey, accountId, { ...subscriber, ...at }),
    heldMs,
    changes: subjectIds.map((each) => nameOfSubject(deps.dataKeys, each)),
    reset,
  };
}
