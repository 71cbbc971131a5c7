import * as contract from '@latchkey/contract';
import { presentUser } from '../accounts/present-user.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { Caller } from '../caller/caller.ts';
import { isAdmin } from '../caller/policy.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { activateUser, deactivateUser } from './activate.ts';
import { deleteUser } from './delete.ts';
import { getUser } from './get.ts';
import { imageTypeOf } from './image-type.ts';
import { listUsers } from './list.ts';
import { deletePicture, findPicture, savePicture } from './picture-store.ts';
import { unlockUser } from './unlock.ts';
import { updateUser } from './update.ts';
import { updateProfile } from './update-profile.ts';

export function mountUsers(kernel: Kernel): void {
  mountProfile(kernel);
  mountPicture(kernel);
  const { deps } = kernel;

  mount(kernel, contract.listUsers, async ({ caller, query, origin }) => {
    const { users, pagination } = await listUsers(deps, caller, query, origin.now);
    return ok(200, { users: users.map((user) => seenBy(caller, user)), pagination });
  });

  mount(kernel, contract.getUser, async (call) => {
    const user = await getUser(call, call.params.id);
    return isRefusal(user) ? user : ok(200, { user: seenBy(call.caller, user) });
  });

  mount(kernel, contract.updateUser, async ({ caller, params, body, origin }) => {
    const user = await updateUser(deps, caller, params.id, body, origin);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is saved.', user: seenBy(caller, user) });
  });

  mount(kernel, contract.deleteUser, async ({ caller, params, origin }) => {
    const refused = await deleteUser(deps, caller, params.id, origin);
    return refused ?? ok(200, { message: 'The user is deleted.' });
  });

  mount(kernel, contract.activateUser, async ({ caller, params, origin }) => {
    const user = await activateUser(deps, caller, params.id, origin);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is active.', user: seenBy(caller, user) });
  });

  mount(kernel, contract.deactivateUser, async ({ caller, params, origin }) => {
    const user = await deactivateUser(deps, caller, params.id, origin);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is deactivated.', user: seenBy(caller, user) });
  });

  mount(kernel, contract.unlockUser, async ({ caller, params, origin }) => {
    const user = await unlockUser(deps, caller, params.id, origin);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'The user is unlocked.', user: seenBy(caller, user) });
  });
}

function seenBy(caller: Caller, user: UserRow): contract.User {
  return presentUser(user, { forAdmin: isAdmin(caller) });
}

function mountProfile(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.getProfile, ({ caller }) => {
    return ok(200, { user: seenBy(caller, caller.user) });
  });

  mount(kernel, contract.updateProfile, async ({ caller, body, origin }) => {
    const user = await updateProfile(deps, caller, body, origin);
    if (isRefusal(user)) return user;
    return ok(200, { message: 'Your profile is saved.', user: seenBy(caller, user) });
  });
}

function mountPicture(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.putPicture, async ({ caller, body, origin }) => {
    const contentType = imageTypeOf(body);
    if (!contentType || !deps.config.upload.imageTypes.includes(contentType))
      return refuse('UNSUPPORTED_MEDIA_TYPE', { details: { allowed: deps.config.upload.imageTypes } });
    const etag = sha256(body.toString('latin1')).toString('base64url');
    await savePicture(deps.sql, caller.user.id, { contentType, content: body, etag }, origin.now);
    return ok(200, { message: 'Your picture is saved.' });
  });

  mount(kernel, contract.getPicture, async ({ caller, reply }) => {
    const picture = await findPicture(deps.sql, caller.user.id);
    if (!picture) return refuse('PICTURE_NOT_FOUND');
    reply.type(picture.contentType).header('ETag', `"${picture.etag}"`);
    return ok(200, picture.content);
  });

  mount(kernel, contract.deletePicture, async ({ caller }) => {
    if (!(await deletePicture(deps.sql, caller.user.id))) return refuse('PICTURE_NOT_FOUND');
    return ok(200, { message: 'Your picture is removed.' });
  });
}
