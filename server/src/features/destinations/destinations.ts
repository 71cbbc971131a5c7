import type { DestinationKind, DestinationSettingsInput } from '@latchkey/contract';
import { destinationLimits, lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ActorContext, actorOf } from '../../identity/caller/caller.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { withoutPaths } from '../../identity/memberships/present.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { newSecret } from '../../platform/outbound/sign.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { changeIn, type Owner, type ScopedChange, scopeOf } from '../webhooks/scope.ts';
import { aboutDestination } from './about-destination.ts';
import type { DestinationContext } from './destination-deps.ts';
import {
  changeDestination,
  type DestinationRow,
  findDestination,
  findDestinations,
  hasExpired,
  heal,
  insertDestination,
  lockDestination,
  lockSystemDestinations,
  removeDestination,
  startAt,
  type WatchedRow,
} from './destination-store.ts';
import { openSettings, type Sealed, sealSettings, withNewSecret } from './sealed.ts';
import { isForbiddenSettings, mergeSettings } from './settings.ts';

type NewDestination = {
  name: string;
  kind: DestinationKind;
  settings: DestinationSettingsInput;
  events: string[];
  enabled: boolean;
  since?: Date | undefined;
};
type DestinationEdit = {
  id: string;
  name?: string | undefined;
  settings?: DestinationSettingsInput | undefined;
  events?: string[] | undefined;
  enabled?: boolean | undefined;
  since?: Date | undefined;
};
/** The secret is shown only in this answer. */
type WithSecret = { destination: WatchedRow; secret: string | undefined };
type BadPlace = Refusal<'VALIDATION_FAILED' | 'DESTINATION_URL_FORBIDDEN'>;

export async function listDestinations(
  context: ActorContext,
  owner: Owner,
): Promise<WatchedRow[] | Refusal<'NO_ORGANIZATION'>> {
  const scope = scopeOf(context, owner);
  return isRefusal(scope) ? scope : findDestinations(context.deps.sql, scope);
}

export async function getDestination(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<WatchedRow | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>> {
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  return (await findDestination(context.deps.sql, scope, id)) ?? refuse('NOT_FOUND');
}

export async function createDestination(
  context: DestinationContext,
  owner: Owner,
  { name, kind, settings: given, events, enabled, since }: NewDestination,
): Promise<WithSecret | BadPlace | Refusal<'DESTINATION_LIMIT_REACHED'> | MembershipRefusal> {
  const { rules, key } = context.deps.destinations;
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    const { now } = origin;
    const merged = mergeSettings(kind, { settings: {}, sealed: {} }, given);
    if (isRefusal(merged)) return merged;
    const { settings } = merged;
    if (isForbiddenSettings(rules, settings)) return refuse('DESTINATION_URL_FORBIDDEN');
    if (scope.of === 'system') await lockSystemDestinations(tx);
    const secret = kind === 'http' ? newSecret(key).secret : undefined;
    const sealed = secret ? withNewSecret(merged.sealed, secret, { now, overlapUntil: now }) : merged.sealed;
    const eventId = uuidv7();
    const destination = await insertDestination(tx, scope, {
      ...{ id: uuidv7(), name, kind, enabled, events, settings, now },
      sealed: sealSettings(key, sealed),
      ...(since ? { startsWith: null, startsAt: since } : { startsWith: eventId, startsAt: now }),
    });
    if (!destination)
      return refuse('DESTINATION_LIMIT_REACHED', { details: { limit: destinationLimits.each } });
    const more = { events, ...(since && { since: since.toISOString() }) };
    const about = aboutDestination(scope, 'CREATED', destination, more);
    await record(tx, origin, { id: eventId, user: actorOf(caller), ...about });
    return { destination: { ...destination, waitingSince: null }, secret };
  });
}

const fields = ['name', 'enabled', 'events', 'settings'] as const;
const kept = lifetimes.eventDays * 86_400_000;

/** Fields that are not sent stay. Turned back on, it goes on where it stopped. */
export function updateDestination(
  context: DestinationContext,
  owner: Owner,
  { id, ...edit }: DestinationEdit,
): Promise<WatchedRow | BadPlace | Refusal<'NOT_FOUND' | 'EVENTS_EXPIRED'> | MembershipRefusal> {
  return changeIn(context, owner, async (within) => {
    const before = await lockDestination(within.tx, within.scope, id);
    if (!before) return refuse('NOT_FOUND');
    return save(within, before, edit);
  });
}

async function save(
  { deps, caller, origin, scope, tx }: ScopedChange<DestinationContext>,
  before: DestinationRow,
  { settings: given, since, ...edit }: Omit<DestinationEdit, 'id'>,
): Promise<WatchedRow | BadPlace | Refusal<'NOT_FOUND' | 'EVENTS_EXPIRED'>> {
  const { rules, key } = deps.destinations;
  const { id } = before;
  const { now } = origin;
  const changed = given && changedSettings(key, before, given);
  if (isRefusal(changed)) return changed;
  if (changed && isForbiddenSettings(rules, changed.settings)) return refuse('DESTINATION_URL_FORBIDDEN');
  const wakes = edit.enabled === true && !before.enabled;
  if (wakes && !since && (await hasExpired(tx, id, new Date(now.getTime() - kept))))
    return refuse('EVENTS_EXPIRED');
  const wanted = { ...sent(edit), ...(changed && { settings: changed.settings }) };
  const change = changeOf<DestinationRow>(before, { ...before, ...wanted }, fields, withoutPaths);
  const { secretChanged } = changed ?? { secretChanged: false };
  if (isChanged(change) || secretChanged || since) {
    const sealed = secretChanged && changed ? { sealed: sealSettings(key, changed.sealed) } : {};
    await changeDestination(tx, id, { ...wanted, ...sealed }, now);
    if (since) await startAt(tx, id, since, now);
    if (wakes || changed) await heal(tx, id, now);
    const more = { ...(secretChanged && { secretChanged }), ...(since && { since: since.toISOString() }) };
    const about = aboutDestination(scope, 'UPDATED', { ...before, ...wanted, updatedAt: now }, more);
    await record(tx, origin, { user: actorOf(caller), ...about, change });
  }
  return (await findDestination(tx, scope, id)) ?? refuse('NOT_FOUND');
}

function sent({ name, enabled, events }: Omit<DestinationEdit, 'id' | 'settings' | 'since'>) {
  return {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(events !== undefined && { events }),
  };
}

function changedSettings(
  key: Key,
  { kind, settings, sealed }: DestinationRow,
  given: DestinationSettingsInput,
) {
  const opened: Sealed | undefined = openSettings(key, sealed);
  const merged = mergeSettings(kind, { settings, sealed: opened }, given);
  if (isRefusal(merged)) return merged;
  const secretChanged = JSON.stringify(merged.sealed) !== JSON.stringify(opened ?? {});
  return { ...merged, secretChanged };
}

export function deleteDestination(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | MembershipRefusal | undefined> {
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    const destination = await lockDestination(tx, scope, id);
    if (!destination) return refuse('NOT_FOUND');
    await removeDestination(tx, id);
    await record(tx, origin, { user: actorOf(caller), ...aboutDestination(scope, 'DELETED', destination) });
    return undefined;
  });
}
