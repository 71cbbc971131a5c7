import { Readable } from 'node:stream';
import {
  type Endpoint,
  hasOrganizationRank,
  neededFor,
  type OrganizationRole,
  type Permission,
} from '@latchkey/contract';
import { findAgain } from '../identity/caller/authenticate.ts';
import {
  type AnyCaller,
  actorOf,
  type Caller,
  type Ending,
  impersonationOf,
  isVouched,
  may,
  type SessionCaller,
} from '../identity/caller/caller.ts';
import { endImpersonation } from '../identity/caller/impersonation.ts';
import { transact } from '../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts';
import { originOf } from '../records/origin.ts';
import { type Call, fieldsOf, walk } from './call.ts';
import { choiceOf, refuseKey, visiting } from './identify.ts';
import { lacksScope, refuseScope } from './organization-keys.ts';
import { requireRecent } from './require-recent.ts';

/** Checks what the declaration says about this caller. All its refusals come before the body is read. */
export function authorize(call: Call): Refusal | undefined | Promise<Refusal> {
  const { route, caller } = call;
  if (!caller) return undefined;
  if (caller.kind === 'organizationKey') return refuseScope(route, caller);
  if (caller.kind === 'session' && caller.impersonation?.over && route.impersonation !== 'ends')
    return endMask(call, caller, caller.impersonation.over);
  const refused = refuseCredential(route, caller);
  if (refused) return refused;
  if (route.bearer === false && caller.kind !== 'session') return refuse('COOKIE_SESSION_REQUIRED');
  const blocked = refuseByPolicy(call, caller);
  if (blocked) return blocked;
  if (route.access.kind === 'permission' && caller.mustSetUpTwoFactor)
    return refuse('TWO_FACTOR_SETUP_REQUIRED');
  if (route.access.kind === 'organizationKey') return lacksScope(route);
  if (route.access.kind === 'organization' && !caller.organization) return refuse('NO_ORGANIZATION');
  return holdsRole(route, caller) ? undefined : refuse('PERMISSION_DENIED');
}

/** A policy leaves open what people need to meet it, and, if it is only an organization's, what they need to leave. */
function refuseByPolicy({ route, request }: Call, caller: Caller): Refusal | undefined {
  const {
    user,
    verdict: { blocked },
  } = caller;
  const mask = impersonationOf(caller);
  const isOpen =
    route.access.kind === 'public' || route.beforeTwoFactorSetup || (route.impersonation === 'ends' && mask);
  if (!blocked || isOpen) return undefined;
  const { beyondOrganizationPolicy: beyond } = route;
  const { id } = (request.params ?? {}) as { id?: string };
  const isBeyond = beyond === true || (beyond === 'own' && id?.toLowerCase() === user.id);
  if (blocked.by === 'organization' && isBeyond) return undefined;
  return refuse(blocked.code, blocked.details && { details: blocked.details });
}

/** Once the caller may no longer act as the target, the request does nothing, and the next one is the caller's own. */
async function endMask(
  { deps, client }: Call,
  { sessionId, impersonation }: SessionCaller,
  ending: Ending,
): Promise<Refusal> {
  const origin = originOf(client, deps);
  if (impersonation)
    await transact(deps, (tx) => endImpersonation(tx, { sessionId, impersonation, ending }, origin));
  return refuse('PERMISSION_DENIED', { details: { impersonation: 'ended' } });
}

/** Checks body fields that have their own rule. */
export function authorizeFields(call: Call): Refusal | undefined {
  const { route, caller, request } = call;
  if (!route.guardedFields || caller?.kind === 'organizationKey') return undefined;
  const body = fieldsOf(call);
  for (const [field, rule] of Object.entries(route.guardedFields)) {
    if (!caller || body[field] === undefined) continue;
    const refused = refuseCredential(rule, caller);
    if (!refused && !(rule.about && isVouched(caller))) continue;
    const { id } = (request.params ?? {}) as { id?: string };
    const isSelf = id === undefined || id.toLowerCase() === caller.user.id;
    // Left out, so it doesn't undo a change made at the same time.
    if (rule.unchanged === 'allowed' && isSelf && isHeld(caller, field, body[field])) delete body[field];
    else if (refused) return refused;
  }
  return undefined;
}

function isHeld({ user }: Caller, field: string, value: unknown): boolean {
  return value === (user as Record<string, unknown>)[field];
}

/**
 * For permissions that a declaration requires only sometimes: whether the caller holds them and may use them
 * yet.
 */
export function permit(caller: Caller, permission: Permission) {
  if (!may(caller, permission)) return refuse('PERMISSION_DENIED');
  return caller.mustSetUpTwoFactor ? refuse('TWO_FACTOR_SETUP_REQUIRED') : undefined;
}

function refuseCredential(
  rule: Pick<Endpoint, 'apiKey' | 'impersonation'>,
  caller: Caller,
): Refusal | undefined {
  if (rule.apiKey === false && caller.kind === 'apiKey') return refuse('API_KEY_NOT_ALLOWED');
  if (rule.impersonation === 'blocked' && impersonationOf(caller)) return refuse('IMPERSONATION_BLOCKED');
  return undefined;
}

function holdsRole({ access }: Endpoint, caller: Caller): boolean {
  if (access.kind === 'permission')
    return neededFor(access).every((each) => may(caller, each)) || hasRank(caller, access.orOrganizationRole);
  return access.kind === 'organization' ? hasRank(caller, access.role) : true;
}

function hasRank(caller: Caller, needed: OrganizationRole | undefined): boolean {
  return (
    needed !== undefined &&
    caller.organization !== null &&
    hasOrganizationRank(caller.user.organizationRole, needed)
  );
}

/** In microseconds. */
const second = 1_000_000;

/** If the body or the turn took a second to come, the caller may have lost what they were allowed. */
export function checkAgain(call: Call): undefined | Promise<Refusal | undefined> {
  return isOld(call, second) ? checkNow(call) : undefined;
}

/** A client can also take its time to read: a long response goes on only while its caller may still have it. */
export function whileAllowed(call: Call, body: Readable): Readable {
  const allowed = rightsOf(call.caller);
  async function* pass() {
    for await (const chunk of body) {
      // Cut off, so the client doesn't take a part for the whole.
      if (isOld(call, 10 * second) && ((await checkNow(call)) || rightsOf(call.caller) !== allowed))
        return void call.reply.raw.destroy();
      yield chunk;
    }
  }
  return Readable.from(pass(), { objectMode: false });
}

/** The rights that a response under way was made for. */
function rightsOf(caller: AnyCaller | undefined): string {
  if (caller?.kind === 'organizationKey') return JSON.stringify([caller.organization.id, caller.key.scopes]);
  const { organizationId, organizationRole } = caller?.user ?? {};
  return JSON.stringify([caller?.permissions, organizationId, organizationRole]);
}

function isOld({ deps, caller, identifiedAt }: Call, limit: number): boolean {
  return caller !== undefined && deps.clock.instant() - (identifiedAt ?? 0) >= limit;
}

/** The same person, or the same key, which then doesn't count as used again. */
function isSame(found: AnyCaller, caller: AnyCaller): boolean {
  if (found.kind !== 'organizationKey' || caller.kind !== 'organizationKey')
    return actorOf(found)?.id === actorOf(caller)?.id;
  if (caller.window !== undefined) found.window = caller.window;
  return found.keyId === caller.keyId;
}

async function callerOf(found: ReturnType<typeof visiting>): Promise<AnyCaller | Refusal> {
  const known = await found;
  return isRefusal(known) ? known : known.caller;
}

async function checkNow(call: Call): Promise<Refusal | undefined> {
  const { deps, client, request, caller } = call;
  const context = { deps, origin: originOf(client, deps) };
  const { authorization } = request.headers;
  const found = call.visit
    ? await callerOf(visiting(call, call.visit))
    : caller && (await findAgain(context, caller, { authorization, choice: choiceOf(call) }));
  if (isRefusal(found)) return found;
  // The caller is another user by now: their impersonation has ended. `authorize` ends one that is over.
  if (!found || !((caller && isSame(found, caller)) || impersonationOf(found)?.over))
    return refuse('UNAUTHENTICATED');
  call.authenticated = { caller: found };
  call.caller = found;
  call.identifiedAt = deps.clock.instant();
  return walk([refuseKey, authorize, requireRecent], call);
}
