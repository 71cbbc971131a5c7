import { fitsMetadata, type Metadata, metadataTooLong } from '@latchkey/contract';
import { findPermissions } from '../../identity/accounts/permission-store.ts';
import { findSeenUser } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { refuseReach } from '../../identity/caller/policy.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { lockTarget } from './status.ts';
import { findMetadata, saveMetadata } from './user-extras-store.ts';

export async function getUserMetadata(
  { deps, caller, origin }: Context,
  id: string,
): Promise<Metadata | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const user = await findSeenUser(deps.sql, id, origin.now, caller.user.organizationId);
  const refused = refuseReach(caller, { user, permissions: await findPermissions(deps.sql, id) });
  return refused ?? findMetadata(deps.sql, id);
}

const fields = ['publicMetadata', 'privateMetadata'] as const;
type Patch = { [F in (typeof fields)[number]]?: Record<string, unknown> | undefined };

/** The user is held during the merge, so two at once lose nothing. The trail names no keys: they may be revealing. */
export function updateUserMetadata(
  context: Context,
  { id, ...patch }: Patch & { id: string },
): Promise<Metadata | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const user = await lockTarget(context, tx, id);
    if (isRefusal(user)) return user;
    const before = await findMetadata(tx, id);
    const after = {
      publicMetadata: merge(before.publicMetadata, patch.publicMetadata),
      privateMetadata: merge(before.privateMetadata, patch.privateMetadata),
    };
    const tooLong = fields.filter((field) => !fitsMetadata(after[field]));
    if (tooLong.length > 0)
      return refuse('VALIDATION_FAILED', {
        details: Object.fromEntries(tooLong.map((field) => [field, [metadataTooLong]])),
      });
    const change = changeOf<Metadata>(before, after, fields, 'names');
    if (!isChanged(change)) return before;
    await saveMetadata(tx, id, after, origin.now);
    await record(tx, origin, {
      action: 'ADMIN_USER_UPDATED',
      user: caller.user,
      ...aboutUser(user, {}, { ...user, updatedAt: origin.now }),
      change,
    });
    return after;
  });
}

function merge(
  before: Record<string, unknown>,
  patch: Record<string, unknown> = {},
): Record<string, unknown> {
  const merged = Object.entries({ ...before, ...patch });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
