import { mailMustNotBeSkipped, mayAllow } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ActorContext, actorOf, type Context } from '../../identity/caller/caller.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { insertSecret } from '../../records/vault/signing-secret-store.ts';
import {
  changeHook,
  findHook,
  findHooks,
  type HookChange,
  type HookRow,
  insertHook,
  lockHook,
  type NewHook,
  removeHook,
} from './hook-store.ts';
import { aboutHook } from './present.ts';

/** The secret is shown only in this answer. */
type WithSecret = { hook: HookRow; secret: string };
type Edit = { id: string } & { [F in keyof HookChange]: HookChange[F] | undefined };

export function listHooks({ deps }: ActorContext): Promise<HookRow[]> {
  return findHooks(deps.sql);
}

export async function getHook({ deps }: Context, { id }: { id: string }) {
  return (await findHook(deps.sql, id)) ?? refuse('NOT_FOUND');
}

export async function createHook(
  { deps, caller, origin }: ActorContext,
  input: NewHook,
): Promise<WithSecret | Refusal<'HOOK_EXISTS' | 'HOOK_URL_FORBIDDEN'>> {
  if (deps.hooks.forbids(input.url)) return refuse('HOOK_URL_FORBIDDEN');
  const { now } = origin;
  return transact(deps, async (tx) => {
    const hook = await insertHook(tx, { ...input, id: uuidv7(), now });
    if (!hook) return refuse('HOOK_EXISTS');
    const { secret, sealed } = deps.hooks.newSecret();
    await insertSecret(tx, { kind: 'hook', id: hook.id }, { id: uuidv7(), sealed, now }, now);
    const { enabled, timeoutMs, onFailure } = hook;
    const about = aboutHook('CREATED', hook, { enabled, timeoutMs, onFailure });
    await record(tx, origin, { user: actorOf(caller), ...about });
    return { hook, secret };
  });
}

const fields = ['url', 'enabled', 'timeoutMs', 'onFailure'] as const;

/** Fields that are not sent stay. */
export function updateHook(
  { deps, caller, origin }: ActorContext,
  { id, ...edit }: Edit,
): Promise<HookRow | Refusal<'NOT_FOUND' | 'HOOK_URL_FORBIDDEN' | 'VALIDATION_FAILED'>> {
  const sent = Object.entries(edit).filter(([, value]) => value !== undefined);
  const wanted = Object.fromEntries(sent) as HookChange;
  return transact(deps, async (tx) => {
    const before = await lockHook(tx, id);
    if (!before) return refuse('NOT_FOUND');
    if (wanted.url !== undefined && deps.hooks.forbids(wanted.url)) return refuse('HOOK_URL_FORBIDDEN');
    const after = { ...before, ...wanted, updatedAt: origin.now };
    if (!mayAllow(after))
      return refuse('VALIDATION_FAILED', { details: { onFailure: [mailMustNotBeSkipped] } });
    const change = changeOf<HookRow>(before, after, fields, withoutPath);
    if (!isChanged(change)) return before;
    await changeHook(tx, id, wanted, origin.now);
    await record(tx, origin, { user: actorOf(caller), ...aboutHook('UPDATED', after), change });
    return after;
  });
}

/** The rest of an address may be a secret. */
const withoutPath = (hook: HookRow) => ({ ...hook, url: new URL(hook.url).origin });

export function deleteHook(
  { deps, caller, origin }: ActorContext,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const hook = await lockHook(tx, id);
    if (!hook) return refuse('NOT_FOUND');
    await removeHook(tx, id);
    await record(tx, origin, { user: actorOf(caller), ...aboutHook('DELETED', hook) });
    return undefined;
  });
}

export function rotateHookSecret(
  { deps, caller, origin }: Context,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<WithSecret | Refusal<'NOT_FOUND'>> {
  const { now } = origin;
  return transact(deps, async (tx) => {
    const hook = await lockHook(tx, id);
    if (!hook) return refuse('NOT_FOUND');
    const { secret, sealed } = deps.hooks.newSecret();
    const overlapUntil = new Date(now.getTime() + overlapHours * 3_600_000);
    await insertSecret(tx, { kind: 'hook', id }, { id: uuidv7(), sealed, now }, overlapUntil);
    await record(tx, origin, {
      user: caller.user,
      ...aboutHook('SECRET_ROTATED', hook, { overlapHours }),
    });
    return { hook, secret };
  });
}
