import type { Permit } from '../../http/route.ts';
import { findRolePermissions } from '../../identity/accounts/permission-store.ts';
import {
  findSeenUser,
  lockUser,
  type ProfileChange,
  type UserRow,
  updateNames,
} from '../../identity/accounts/user-store.ts';
import { type Context, isOwn, may, seenBy } from '../../identity/caller/caller.ts';
import { isWithinReach, mayGive } from '../../identity/caller/policy.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact, violatedIndex } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { changeEmail, limitEmailChange, refuseEmail } from './change-email.ts';
import { differing } from './policy.ts';
import {
  changeStatus,
  lockTarget,
  lockTargetInOrganizations,
  refuseLastAdmin,
  refuseLastBreakGlass,
  takePrivileges,
} from './status.ts';
import type { StatusChange } from './status-store.ts';
import { recordOwnChange } from './users.ts';

/** Which name a failed write lost to another account. Any other error is rethrown. */
export function takenField(error: unknown): Refusal<'EMAIL_TAKEN' | 'USERNAME_TAKEN'> {
  const index = violatedIndex(error);
  if (index === 'users_email_key') return refuse('EMAIL_TAKEN');
  if (index === 'users_username_key') return refuse('USERNAME_TAKEN');
  throw error;
}

type AskingContext = Context & { permit(permission: 'users:read' | 'users:write'): Permit };
type Input = ProfileChange & StatusChange & { id: string; email?: string | undefined };
type EditRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'TWO_FACTOR_SETUP_REQUIRED'>;
type UpdateRefusal =
  | EditRefusal
  | Refusal<
      | 'UNAUTHENTICATED'
      | 'OWN_ACCOUNT'
      | 'EMAIL_TAKEN'
      | 'EMAIL_DOMAIN_NOT_ALLOWED'
      | 'USERNAME_TAKEN'
      | 'LAST_ADMIN'
      | 'BREAK_GLASS_REQUIRED'
      | 'RATE_LIMITED'
      | 'UNVERIFIED_RATE_LIMITED'
    >;

const fields = ['firstName', 'lastName', 'username', 'email', 'role', 'isActive'] as const;

/** Users change themselves; an ADMIN changes others. All of it or nothing. */
export async function updateUser(context: AskingContext, input: Input): Promise<UserRow | UpdateRefusal> {
  const refused =
    input.id === context.caller.user.id
      ? await limitEmailChange(context, input.email)
      : await refuseEdit(context, input.id);
  if (refused) return refused;
  try {
    return await transact(context.deps, (tx) => edit(context, tx, input));
  } catch (error) {
    return takenField(error);
  }
}

/** A caller who may see a user but not change them is told so; for any other caller, that user does not exist. */
async function refuseEdit(
  { deps, caller, origin, permit }: AskingContext,
  id: string,
): Promise<EditRefusal | undefined> {
  const refused = permit('users:write');
  const mustSetUp = [refused, permit('users:read')].find(
    (each) => each?.refused === 'TWO_FACTOR_SETUP_REQUIRED',
  );
  if (mustSetUp) return mustSetUp;
  const seen = await findSeenUser(deps.sql, id, origin.now, caller.user.organizationId);
  return isWithinReach(caller, seen) ? refused : refuse('NOT_FOUND');
}

async function edit(context: AskingContext, tx: Tx, input: Input): Promise<UserRow | UpdateRefusal> {
  const { caller, origin } = context;
  const { id, role, isActive, email, ...names } = input;
  // From a caller who may not set them, these two have no effect.
  const wanted: StatusChange = may(caller, 'users:write') ? { role, isActive } : {};
  const isStatus = wanted.role !== undefined || wanted.isActive !== undefined;
  const lost = isStatus ? await takePrivileges(context, tx) : undefined;
  if (lost) return lost;
  const before = await lock(context, tx, { id, isActive: wanted.isActive });
  if (isRefusal(before)) return before;
  if (!(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
  const refused =
    (await refuseStatus(context, tx, before, wanted)) ??
    refuseOthersEmail(context, before, email) ??
    (await refuseEmail(context, tx, before, email));
  if (refused) return refused;
  const changed = await changeStatus(context, tx, before, wanted);
  await updateNames(tx, id, names, origin.now);
  await changeEmail(context, tx, before, email);
  // Callers who see everyone see them in their default organization, others in the chosen one.
  const from = may(caller, 'users:read') ? null : caller.user.organizationId;
  const after = (await findSeenUser(tx, id, origin.now, from)) ?? changed;
  if (id === caller.user.id) await recordOwnChange(tx, origin, before, after);
  const change = changeOf(before, after, fields);
  if (id !== caller.user.id && isChanged(change))
    await record(tx, origin, {
      action: 'ADMIN_USER_UPDATED',
      user: caller.user,
      ...aboutUser(before, {}, after),
      change,
    });
  return after;
}

/** Changing one's own account takes no permission. */
async function lock(
  context: Context,
  tx: Tx,
  { id, isActive }: { id: string; isActive?: boolean | undefined },
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  if (id === context.caller.user.id) {
    const own = await lockUser(tx, id, context.origin.now);
    return own ? seenBy(context.caller, own) : refuse('NOT_FOUND');
  }
  if (isActive !== false) return lockTarget(context, tx, id);
  const locked = await lockTargetInOrganizations(context, tx, id);
  return isRefusal(locked) ? locked : locked.user;
}

/** A new address is a way into the account, which a role within an organization must not open. */
function refuseOthersEmail(
  { caller, permit }: AskingContext,
  user: UserRow,
  email: string | undefined,
): Refusal<'PERMISSION_DENIED' | 'TWO_FACTOR_SETUP_REQUIRED'> | undefined {
  const isOthers = email !== undefined && email !== user.email && user.id !== caller.user.id;
  return isOthers ? permit('users:read') : undefined;
}

async function refuseStatus(
  context: Context,
  tx: Tx,
  user: UserRow,
  wanted: StatusChange,
): Promise<Refusal<'OWN_ACCOUNT' | 'PERMISSION_DENIED' | 'LAST_ADMIN' | 'BREAK_GLASS_REQUIRED'> | undefined> {
  const { caller } = context;
  const change = differing(user, wanted);
  if (isOwn(caller, user.id) && Object.keys(change).length > 0) return refuse('OWN_ACCOUNT');
  if (change.role && !mayGive(caller, await findRolePermissions(tx, [`ROLE_${change.role}`])))
    return refuse('PERMISSION_DENIED');
  return (await refuseLastAdmin(tx, user, change)) ?? (await refuseLastBreakGlass(context, tx, user, change));
}
