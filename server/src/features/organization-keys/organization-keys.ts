import { isLatchkeyScope, noLatchkeyScopes, organizationKeyLiteral, paginate } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type AnyCaller, type AnyContext, actorOf, organizationIdOf } from '../../identity/caller/caller.ts';
import { newOrganizationKey } from '../../identity/caller/organization-key.ts';
import { lockOrganizationFor, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { OrganizationKeyRow } from '../../identity/memberships/organization-key-store.ts';
import { presentOrganizationKey } from '../../identity/memberships/present.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { snapshot, transact, violatedIndex } from '../../platform/db/transact.ts';
import { readCurrent } from '../../platform/db/write-behind.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type Change, changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import {
  changeKey,
  findKey,
  insertKey,
  insertSecret,
  isTaken,
  type KeyChange,
  type KeyPagination,
  type Keys,
  listKeyRows,
  lockKey,
  markRevoked,
  rotateKey,
} from './key-store.ts';

/** The secret leaves in this answer and nowhere else. A key that was taken over has none that we know. */
export type WithSecret = { row: OrganizationKeyRow; key: string | undefined };
type ScopeRefusal = Refusal<'API_KEY_SCOPE_MISSING'>;

/** An organization's key manages only keys that open nothing here: none can give itself or another more. */
function keysFor(caller: AnyCaller, organizationId: string): Keys {
  return { organizationId, teamOnly: caller.kind === 'organizationKey' };
}

function refuseGiving(caller: AnyCaller, scopes: readonly string[] = []): ScopeRefusal | undefined {
  const given = scopes.filter(isLatchkeyScope);
  if (caller.kind !== 'organizationKey' || given.length === 0) return undefined;
  return refuse('API_KEY_SCOPE_MISSING', { details: { scopes: given } });
}

/** A key that expires in the past is a mistake: to end a key, revoke it. */
function refusePastExpiry(
  expiresAt: Date | null | undefined,
  now: Date,
): Refusal<'VALIDATION_FAILED'> | undefined {
  if (!expiresAt || expiresAt > now) return undefined;
  return refuse('VALIDATION_FAILED', { details: { expiresAt: ['Must be in the future.'] } });
}

type Told = {
  what: 'CREATED' | 'UPDATED' | 'ROTATED' | 'REVOKED';
  more?: Record<string, unknown>;
  change?: Change;
};

function recordKey(
  tx: Tx,
  { caller, origin }: { caller: AnyCaller; origin: Origin },
  row: OrganizationKeyRow,
  { what, more, change }: Told,
) {
  const { id: keyId, organizationId, keyPrefix, name } = row;
  return record(tx, origin, {
    action: `ORG_KEY_${what}`,
    user: actorOf(caller),
    organizationId,
    metadata: { keyId, keyPrefix, name, ...more },
    ...(change && { change }),
    about: { organizationKey: presentOrganizationKey(row, origin.now) },
  });
}

/** A change to the organization's keys: it is locked, and the caller may still make the change. */
function change<T>(
  context: AnyContext,
  work: (tx: Tx, keys: Keys) => Promise<T>,
): Promise<T | MembershipRefusal> {
  return transact<T | MembershipRefusal>(context.deps, async (tx) => {
    const locked = await lockOrganizationFor(tx, context.caller, 'ADMIN');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    return work(tx, keysFor(context.caller, locked.id));
  });
}

type Listed = { keys: OrganizationKeyRow[]; pagination: KeyPagination };

export async function listOrganizationKeys(
  { deps, caller }: AnyContext,
  query: { page: number; limit: number; externalId?: string | undefined },
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const organizationId = organizationIdOf(caller);
  if (!organizationId) return refuse('NO_ORGANIZATION');
  const read = () => snapshot(deps.sql, (tx) => listKeyRows(tx, keysFor(caller, organizationId), query));
  const found = await readCurrent(deps.lastUse.organizationKeys, read, (page) => page.keys);
  const { keys, total, ...estimate } = found;
  return { keys, pagination: { ...paginate(query.page, query.limit, total), ...estimate } };
}

export async function getOrganizationKey(
  { deps, caller }: AnyContext,
  { id }: { id: string },
): Promise<OrganizationKeyRow | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>> {
  const organizationId = organizationIdOf(caller);
  if (!organizationId) return refuse('NO_ORGANIZATION');
  await deps.lastUse.organizationKeys.flush([id]);
  return (await findKey(deps.sql, keysFor(caller, organizationId), id)) ?? refuse('NOT_FOUND');
}

type NewKeyInput = Required<Omit<KeyChange, 'expiresAt' | 'enabled'>> & {
  expiresAt?: Date | null | undefined;
  prefix?: string | undefined;
  keyHash?: string | undefined;
};
type CreateRefusal =
  | ScopeRefusal
  | MembershipRefusal
  | Refusal<'VALIDATION_FAILED' | 'ORGANIZATION_KEY_LIMIT_REACHED' | 'KEY_TAKEN'>;

export async function createOrganizationKey(
  context: AnyContext,
  input: NewKeyInput,
): Promise<WithSecret | CreateRefusal> {
  const { caller, origin } = context;
  const refused = refusePastExpiry(input.expiresAt, origin.now) ?? refuseGiving(caller, input.scopes);
  if (refused) return refused;
  try {
    return await change(context, (tx, { organizationId }) => create(context, tx, organizationId, input));
  } catch (error) {
    // Another organization took over the same key at the same moment.
    if (violatedIndex(error) === 'organization_key_secrets_pkey') return refuse('KEY_TAKEN');
    throw error;
  }
}

async function create(
  { deps, caller, origin }: AnyContext,
  tx: Tx,
  organizationId: string,
  { prefix, keyHash: takenOver, expiresAt = null, ...fields }: NewKeyInput,
): Promise<WithSecret | CreateRefusal> {
  const secretPrefix = prefix ?? organizationKeyLiteral;
  const made = takenOver === undefined ? newOrganizationKey(secretPrefix) : undefined;
  const keyHash = made?.keyHash ?? Buffer.from(takenOver ?? '', 'hex');
  if (await isTaken(tx, keyHash)) return refuse('KEY_TAKEN');
  const { now } = origin;
  const makerId = actorOf(caller)?.id ?? null;
  const id = uuidv7();
  const verificationOnly = prefix !== undefined || takenOver !== undefined;
  const keyPrefix = made?.keyPrefix ?? null;
  const limit = deps.config.organizationKeyLimit;
  const row = await insertKey(
    tx,
    { ...fields, id, organizationId, keyPrefix, secretPrefix, verificationOnly, expiresAt, makerId, now },
    limit,
  );
  if (!row) return refuse('ORGANIZATION_KEY_LIMIT_REACHED', { details: { limit } });
  await insertSecret(tx, { keyId: id, keyHash, makerId, now });
  const { scopes } = row;
  const more = { scopes, expiresAt, ...(takenOver !== undefined && { takenOver: true }) };
  await recordKey(tx, { caller, origin }, row, { what: 'CREATED', more });
  return { row, key: made?.key };
}

const told = [
  'name',
  'enabled',
  'scopes',
  'allowedNetworks',
  'rateLimit',
  'externalId',
  'expiresAt',
] as const;
type EditInput = { id: string } & { [F in keyof KeyChange]?: KeyChange[F] | undefined };

export async function updateOrganizationKey(
  context: AnyContext,
  { id, ...edit }: EditInput,
): Promise<
  OrganizationKeyRow | ScopeRefusal | MembershipRefusal | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED'>
> {
  const { deps, caller, origin } = context;
  const refused = refusePastExpiry(edit.expiresAt, origin.now) ?? refuseGiving(caller, edit.scopes);
  if (refused) return refused;
  await deps.lastUse.organizationKeys.flush([id]);
  return change(context, async (tx, keys) => {
    const before = await lockKey(tx, keys, id);
    if (!before) return refuse('NOT_FOUND');
    if (before.verificationOnly && edit.scopes?.some(isLatchkeyScope))
      return refuse('VALIDATION_FAILED', { details: { scopes: [noLatchkeyScopes] } });
    const sent = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    const after: OrganizationKeyRow = { ...before, ...sent };
    const edited = changeOf(before, after, told);
    // The trail doesn't repeat what the team stores with a key: it may be revealing.
    const metadataChanged = isChanged(changeOf(before, after, ['metadata']));
    if (!isChanged(edited) && !metadataChanged) return before;
    await changeKey(tx, after);
    const more = metadataChanged ? { metadataChanged } : {};
    await recordKey(tx, context, after, { what: 'UPDATED', more, change: edited });
    return after;
  });
}

/** Permanent: the row stays for the record, the key never works again. */
export function revokeOrganizationKey(
  context: AnyContext,
  { id }: { id: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  return change(context, async (tx, keys) => {
    const revoked = await markRevoked(tx, keys, id, context.origin.now);
    if (!revoked) return refuse('NOT_FOUND');
    await recordKey(tx, context, revoked, { what: 'REVOKED' });
    return undefined;
  });
}

export function rotateOrganizationKey(
  context: AnyContext,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<WithSecret | MembershipRefusal | Refusal<'NOT_FOUND' | 'KEY_ROTATING'>> {
  const { caller, origin } = context;
  const { now } = origin;
  return change(context, async (tx, keys) => {
    const before = await lockKey(tx, keys, id);
    if (!before) return refuse('NOT_FOUND');
    const { key, keyHash, keyPrefix } = newOrganizationKey(before.secretPrefix);
    const previousExpiresAt = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * 3_600_000);
    const row = await rotateKey(tx, keys, id, { keyPrefix, previousExpiresAt, now });
    if (!row) return refuse('KEY_ROTATING', { details: detailsOf(before, now) });
    await insertSecret(tx, { keyId: id, keyHash, makerId: actorOf(caller)?.id ?? null, now });
    await recordKey(tx, context, row, { what: 'ROTATED', more: { overlapHours } });
    return { row, key };
  });
}

function detailsOf(row: OrganizationKeyRow, now: Date): Record<string, unknown> {
  return { previousExpiresAt: presentOrganizationKey(row, now).previousExpiresAt };
}
