import { actorOf } from '../../identity/caller/caller.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { newSecret } from '../../platform/outbound/sign.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { changeIn, type Owner } from '../webhooks/scope.ts';
import { aboutDestination } from './about-destination.ts';
import type { DestinationContext } from './destination-deps.ts';
import { changeDestination, findDestination, lockDestination, type WatchedRow } from './destination-store.ts';
import { openSettings, sealSettings, withNewSecret } from './sealed.ts';

type Rotated = { destination: WatchedRow; secret: string };

export function rotateDestinationSecret(
  context: DestinationContext,
  owner: Owner,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<Rotated | Refusal<'NOT_FOUND' | 'DESTINATION_HAS_NO_SECRET'> | MembershipRefusal> {
  return changeIn(context, owner, async ({ deps, caller, origin, scope, tx }) => {
    const before = await lockDestination(tx, scope, id);
    if (!before) return refuse('NOT_FOUND');
    if (before.kind !== 'http') return refuse('DESTINATION_HAS_NO_SECRET');
    const { now } = origin;
    const { key } = deps.destinations;
    const { secret } = newSecret(key);
    const overlapUntil = new Date(now.getTime() + overlapHours * 3_600_000);
    const sealed = withNewSecret(openSettings(key, before.sealed) ?? {}, secret, { now, overlapUntil });
    await changeDestination(tx, id, { sealed: sealSettings(key, sealed) }, now);
    const about = aboutDestination(scope, 'SECRET_ROTATED', before, { overlapHours });
    await record(tx, origin, { user: actorOf(caller), ...about });
    const destination = await findDestination(tx, scope, id);
    return destination ? { destination, secret } : refuse('NOT_FOUND');
  });
}
