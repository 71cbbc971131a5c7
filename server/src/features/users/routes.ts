import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { findPending } from '../../identity/accounts/email-change-store.ts';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { isAdmin, pendingEmailOf } from '../../identity/caller/policy.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { inEqualTime } from '../auth/reset-password.ts';
import { deleteUser } from './delete-user.ts';
import { listUsers } from './list-users.ts';
import { getUserMetadata, updateUserMetadata } from './metadata.ts';
import { deletePicture, getPicture, putPicture } from './pictures.ts';
import { getProfile, updateProfile } from './profile.ts';
import { activateUser, deactivateUser, unlockUser } from './status.ts';
import { updateUser } from './update-user.ts';
import {
  listUserOrganizations,
  presentUserOrganization,
  removeUserFromOrganization,
} from './user-organizations.ts';
import { getUser } from './users.ts';

export function mountUsers(kernel: Kernel): void {
  mountUserOrganizations(kernel);
  mountProfile(kernel);
  mountPicture(kernel);
  mountOthers(kernel);
  mountStatus(kernel);
  mountMetadata(kernel);
}

function seenBy({ deps, caller }: Pick<Context, 'deps' | 'caller'>, user: UserRow): contract.User {
  return presentUser(user, { forAdmin: isAdmin(caller), rules: deps.config });
}

/** A new address is accepted whether or not it is taken, and the time this takes must not tell, either. */
function discreetly<T>(
  { deps, body }: Pick<Context, 'deps'> & { body: { email?: string | undefined } },
  work: () => Promise<T>,
): Promise<T> {
  return body.email === undefined ? work() : inEqualTime(deps, work);
}

function mountProfile(kernel: Kernel): void {
  mount(kernel, contract.getProfile, async (call) => {
    const user = await getProfile(call);
    return ok(200, { user: seenBy(call, user), locale: user.locale, pendingEmail: pendingEmailOf(call) });
  });

  mount(kernel, contract.updateProfile, async (call) => {
    const user = await discreetly(call, () => updateProfile(call, call.body));
    if (isRefusal(user)) return user;
    const pendingEmail = await findPending(call.deps.sql, user.id, call.origin.now);
    if (call.body.locale !== undefined && call.caller.kind === 'session')
      kernel.jar.locale(call.reply, user.locale);
    const { locale } = user;
    return ok(200, { message: 'Your profile is saved.', user: seenBy(call, user), locale, pendingEmail });
  });
}

function mountPicture(kernel: Kernel): void {
  mount(kernel, contract.putPicture, async (call) => {
    const refused = await putPicture(call, call.body);
    return refused ?? ok(200, { message: 'Your picture is saved.' });
  });

  mount(kernel, contract.getPicture, async (call) => {
    const picture = await getPicture(call, call.request.headers['if-none-match']);
    if (isRefusal(picture)) return picture;
    const { etag, image } = picture;
    // Kept by the browser, and asked for again each time: the next request may be another person's.
    call.reply.header('ETag', `"${etag}"`).header('Cache-Control', 'private, no-cache');
    if (!image) return ok(304, Buffer.alloc(0));
    call.reply.type(image.contentType);
    return ok(200, image.content);
  });

  mount(kernel, contract.deletePicture, async (call) => {
    const refused = await deletePicture(call);
    return refused ?? ok(200, { message: 'Your picture is removed.' });
  });
}

function mountOthers(kernel: Kernel): void {
  mount(kernel, contract.listUsers, async (call) => {
    const { users, pagination } = await listUsers(call, call.query);
    return ok(200, { users: users.map((user) => seenBy(call, user)), pagination });
  });

  mount(kernel, contract.getUser, async (call) => {
    const user = await getUser(call, call.params.id);
    if (isRefusal(user)) return user;
    const { passkeyCount } = user;
    return ok(200, { user: seenBy(call, user), ...(isAdmin(call.caller) && { passkeyCount }) });
  });

  mount(kernel, contract.updateUser, async (call) => {
    const user = await discreetly(call, () => updateUser(call, { ...call.body, ...call.params }));
    if (isRefusal(user)) return user;
    const pendingEmail =
      user.id === call.caller.user.id
        ? await findPending(call.deps.sql, user.id, call.origin.now)
        : undefined;
    const answer = { message: 'The user is saved.', user: seenBy(call, user) };
    return ok(200, pendingEmail === undefined ? answer : { ...answer, pendingEmail });
  });

  mount(kernel, contract.deleteUser, async (call) => {
    const refused = await deleteUser(call, { ...call.params, ...call.query });
    return refused ?? ok(200, { message: 'The user is deleted.' });
  });
}

function mountStatus(kernel: Kernel): void {
  mount(kernel, contract.activateUser, async (call) => {
    const user = await activateUser(call, call.params.id);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is active.', user: seenBy(call, user) });
  });

  mount(kernel, contract.deactivateUser, async (call) => {
    const user = await deactivateUser(call, call.params.id);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is deactivated.', user: seenBy(call, user) });
  });

  mount(kernel, contract.unlockUser, async (call) => {
    const user = await unlockUser(call, call.params.id);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is unlocked.', user: seenBy(call, user) });
  });
}

function mountMetadata(kernel: Kernel): void {
  mount(kernel, contract.getUserMetadata, async (call) => {
    const metadata = await getUserMetadata(call, call.params.id);
    return isRefusal(metadata) ? metadata : ok(200, metadata);
  });

  mount(kernel, contract.updateUserMetadata, async (call) => {
    const metadata = await updateUserMetadata(call, { ...call.body, ...call.params });
    return isRefusal(metadata) ? metadata : ok(200, metadata);
  });
}

function mountUserOrganizations(kernel: Kernel): void {
  mount(kernel, contract.listUserOrganizations, async (call) => {
    const organizations = await listUserOrganizations(call, call.params.id);
    if (isRefusal(organizations)) return organizations;
    return ok(200, { organizations: organizations.map(presentUserOrganization) });
  });

  mount(kernel, contract.removeUserFromOrganization, async (call) => {
    const { id: userId, organizationId } = call.params;
    const refused = await removeUserFromOrganization(call, { userId, organizationId });
    return refused ?? ok(200, { message: 'The user is no longer a member.' });
  });
}
