import { Readable } from 'node:stream';
import { findPermissions } from '../../identity/accounts/permission-store.ts';
import { findSeenUser, findUser, type UserRow } from '../../identity/accounts/user-store.ts';
import { type Context, sessionIdOf } from '../../identity/caller/caller.ts';
import { refuseReach } from '../../identity/caller/policy.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { type PersonView, personText } from './person-document.ts';

/** Counts downloads and requests for deletion by the account that acts, also those refused later. */
export async function limitExport({ deps, caller }: Context): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  const key = `export:user:${caller.user.id}`;
  const { limited, retryAfterSeconds } = await deps.limiter.check(key, deps.config.limits.export);
  return limited ? refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } }) : undefined;
}

export async function exportProfile(
  context: Context,
): Promise<Readable | Refusal<'UNAUTHENTICATED' | 'RATE_LIMITED'>> {
  const { deps, caller, origin } = context;
  const limited = await limitExport(context);
  if (limited) return limited;
  const user = await transact(deps, async (tx) => {
    const own = (await isLive(tx, caller)) ? await findUser(tx, caller.user.id, origin.now) : undefined;
    if (!own) return refuse('UNAUTHENTICATED');
    await record(tx, origin, { action: 'AUTH_DATA_EXPORTED', user: own });
    await tellOwner(context, tx, own, { byAdmin: false });
    return own;
  });
  if (isRefusal(user)) return user;
  return streamed(context, user, { currentSessionId: sessionIdOf(caller), withPrivateMetadata: false });
}

export async function exportUser(
  context: Context,
  id: string,
): Promise<Readable | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'RATE_LIMITED'>> {
  const { deps, caller, origin } = context;
  const limited = await limitExport(context);
  if (limited) return limited;
  const user = await transact(deps, async (tx) => {
    const found = await findSeenUser(tx, id, origin.now, caller.user.organizationId);
    const refused = refuseReach(caller, { user: found, permissions: await findPermissions(tx, id) });
    if (refused || !found) return refused ?? refuse('NOT_FOUND');
    await record(tx, origin, { action: 'ADMIN_USER_EXPORTED', user: caller.user, ...aboutUser(found) });
    await tellOwner(context, tx, found, { byAdmin: true });
    return found;
  });
  if (isRefusal(user)) return user;
  return streamed(context, user, { currentSessionId: null, withPrivateMetadata: true });
}

function tellOwner(
  { deps, origin }: Context,
  tx: Parameters<typeof mailUser>[1],
  user: UserRow,
  { byAdmin }: { byAdmin: boolean },
) {
  const link = `${deps.config.baseUrl}/profile/security`;
  const asked = byAdmin ? null : origin.chosenLocale?.();
  return mailUser(deps, tx, user, { type: 'data_exported', at: origin.now, byAdmin, link, asked });
}

async function streamed(context: Context, user: UserRow, view: PersonView): Promise<Readable> {
  const text = personText(context, user, view);
  // Read before the answer begins: a failure here is still an ordinary error.
  const first = await text.next();
  async function* whole() {
    yield first.value ?? '';
    yield* text;
  }
  return Readable.from(whole(), { objectMode: false });
}
