import { findRolePermissions, lockPrivileges } from '../accounts/permission-store.ts';
import type { ProfileChange } from '../accounts/profile-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { findUser, type UserRow } from '../accounts/user-store.ts';
import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import { type Caller, may, sessionIdOf } from '../caller/caller.ts';
import { isAdmin, isWithinReach, reaches } from '../caller/policy.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { changeStatus, refuseLastAdmin } from './change-status.ts';
import { differing } from './policy.ts';
import type { StatusChange } from './status-store.ts';
import { about, lockTarget, lockTargetInOrganization } from './target.ts';
import { applyNames, refuseEmail, takenField } from './update-profile.ts';

type UserChange = ProfileChange & StatusChange;
type EditRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'TWO_FACTOR_SETUP_REQUIRED'>;
type UpdateRefusal =
  | EditRefusal
  | Refusal<
      'UNAUTHENTICATED' | 'OWN_ACCOUNT' | 'EMAIL_TAKEN' | 'USERNAME_TAKEN' | 'LAST_ADMIN' | 'RATE_LIMITED'
    >;

const fields = ['firstName', 'lastName', 'username', 'email', 'role', 'isActive'] as const;

/** People change themselves, an ADMIN changes others. All of it or nothing. */
export async function updateUser(
  deps: Deps,
  caller: Caller,
  id: string,
  change: UserChange,
  origin: RequestOrigin,
): Promise<UserRow | UpdateRefusal> {
  const refused = id === caller.user.id ? undefined : await refuseEdit(deps, caller, id, origin.now);
  if (refused) return refused;
  try {
    return await transact(deps, (tx) => edit(deps, tx, caller, id, change, origin));
  } catch (error) {
    return takenField(error);
  }
}

/** Who may see a user but not change him is told so; to everybody else he does not exist. */
async function refuseEdit(
  deps: Deps,
  caller: Caller,
  id: string,
  now: Date,
): Promise<EditRefusal | undefined> {
  const editsOthers = may(caller, 'users:write');
  if ((editsOthers || isAdmin(caller)) && caller.mustSetUpTwoFactor)
    return refuse('TWO_FACTOR_SETUP_REQUIRED');
  if (!isWithinReach(caller, await findUser(deps.sql, id, now))) return refuse('NOT_FOUND');
  return editsOthers ? undefined : refuse('PERMISSION_DENIED');
}

async function edit(
  deps: Deps,
  tx: Db,
  caller: Caller,
  id: string,
  { role, isActive, ...names }: UserChange,
  origin: RequestOrigin,
): Promise<UserRow | UpdateRefusal> {
  // From whoever may not set them these two have no effect.
  const wanted: StatusChange = may(caller, 'users:write') ? { role, isActive } : {};
  if (wanted.role !== undefined || wanted.isActive !== undefined) await lockPrivileges(tx);
  const lock = wanted.isActive === false ? lockTargetInOrganization : lockTarget;
  const before = await lock(tx, caller, id, origin.now);
  if (isRefusal(before)) return before;
  if (!(await isLive(tx, sessionIdOf(caller)))) return refuse('UNAUTHENTICATED');
  const refused =
    (await refuseStatus(tx, caller, before, wanted)) ??
    (await refuseEmail(deps, tx, before, { email: names.email, now: origin.now }));
  if (refused) return refused;
  const changed = await changeStatus(tx, caller.user, before, wanted, origin);
  await applyNames(deps, tx, before, names, origin, caller.user);
  const after = (await findUser(tx, id, origin.now)) ?? changed;
  const changes = id === caller.user.id ? undefined : changesOf<UserRow>(before, after, fields);
  if (changes)
    await record(tx, origin, {
      action: 'ADMIN_USER_UPDATED',
      user: caller.user,
      ...about(before, { changes }),
    });
  return after;
}

async function refuseStatus(
  tx: Db,
  caller: Caller,
  user: UserRow,
  wanted: StatusChange,
): Promise<Refusal<'OWN_ACCOUNT' | 'PERMISSION_DENIED' | 'LAST_ADMIN'> | undefined> {
  const change = differing(user, wanted);
  if (user.id === caller.user.id && Object.keys(change).length > 0) return refuse('OWN_ACCOUNT');
  if (change.role && !reaches(caller, await findRolePermissions(tx, [`ROLE_${change.role}`])))
    return refuse('PERMISSION_DENIED');
  return refuseLastAdmin(tx, user, change);
}
