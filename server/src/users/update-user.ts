import { findRolePermissions } from '../accounts/permission-store.ts';
import type { ProfileChange } from '../accounts/profile-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { findUser, type UserRow } from '../accounts/user-store.ts';
import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import { type Context, isOwn, may } from '../caller/caller.ts';
import { isWithinReach, reaches } from '../caller/policy.ts';
import type { Tx } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Permit } from '../http/route.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from './about-user.ts';
import { changeNames, refuseEmail, takenField } from './change-names.ts';
import { changeStatus } from './change-status.ts';
import { lockTarget, lockTargetInOrganization } from './lock-target.ts';
import { differing } from './policy.ts';
import { refuseLastAdmin } from './refuse-last-admin.ts';
import type { StatusChange } from './status-store.ts';
import { takePrivileges } from './take-privileges.ts';

type AskingContext = Context & { permit(permission: 'users:read' | 'users:write'): Permit };
type Input = ProfileChange & StatusChange & { id: string };
type EditRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'TWO_FACTOR_SETUP_REQUIRED'>;
type UpdateRefusal =
  | EditRefusal
  | Refusal<
      'UNAUTHENTICATED' | 'OWN_ACCOUNT' | 'EMAIL_TAKEN' | 'USERNAME_TAKEN' | 'LAST_ADMIN' | 'RATE_LIMITED'
    >;

const fields = ['firstName', 'lastName', 'username', 'email', 'role', 'isActive'] as const;

/** People change themselves; an ADMIN changes others. All of it or nothing. */
export async function updateUser(context: AskingContext, input: Input): Promise<UserRow | UpdateRefusal> {
  const refused = input.id === context.caller.user.id ? undefined : await refuseEdit(context, input.id);
  if (refused) return refused;
  try {
    return await transact(context.deps, (tx) => edit(context, tx, input));
  } catch (error) {
    return takenField(error);
  }
}

/** A caller who may see a user but not change them is told so; to everybody else that user does not exist. */
async function refuseEdit(
  { deps, caller, origin, permit }: AskingContext,
  id: string,
): Promise<EditRefusal | undefined> {
  const refused = permit('users:write');
  const mustSetUp = [refused, permit('users:read')].find(
    (each) => each?.refused === 'TWO_FACTOR_SETUP_REQUIRED',
  );
  if (mustSetUp) return mustSetUp;
  return isWithinReach(caller, await findUser(deps.sql, id, origin.now)) ? refused : refuse('NOT_FOUND');
}

async function edit(context: Context, tx: Tx, input: Input): Promise<UserRow | UpdateRefusal> {
  const { caller, origin } = context;
  const { id, role, isActive, ...names } = input;
  // From a caller who may not set them, these two have no effect.
  const wanted: StatusChange = may(caller, 'users:write') ? { role, isActive } : {};
  const isStatus = wanted.role !== undefined || wanted.isActive !== undefined;
  const lost = isStatus ? await takePrivileges(context, tx) : undefined;
  if (lost) return lost;
  const lock = wanted.isActive === false ? lockTargetInOrganization : lockTarget;
  const before = await lock(context, tx, id);
  if (isRefusal(before)) return before;
  if (!(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
  const refused =
    (await refuseStatus(context, tx, before, wanted)) ??
    (await refuseEmail(context, tx, before, names.email));
  if (refused) return refused;
  const changed = await changeStatus(context, tx, before, wanted);
  await changeNames(context, tx, before, names);
  const after = (await findUser(tx, id, origin.now)) ?? changed;
  const changes = id === caller.user.id ? undefined : changesOf<UserRow>(before, after, fields);
  if (changes)
    await record(tx, origin, {
      action: 'ADMIN_USER_UPDATED',
      user: caller.user,
      ...aboutUser(before, { changes }, after),
    });
  return after;
}

async function refuseStatus(
  { caller }: Context,
  tx: Tx,
  user: UserRow,
  wanted: StatusChange,
): Promise<Refusal<'OWN_ACCOUNT' | 'PERMISSION_DENIED' | 'LAST_ADMIN'> | undefined> {
  const change = differing(user, wanted);
  if (isOwn(caller, user.id) && Object.keys(change).length > 0) return refuse('OWN_ACCOUNT');
  if (change.role && !reaches(caller, await findRolePermissions(tx, [`ROLE_${change.role}`])))
    return refuse('PERMISSION_DENIED');
  return refuseLastAdmin(tx, user, change);
}
