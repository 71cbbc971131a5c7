import * as contract from '@latchkey/contract';
import { isAdmin } from '../auth/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { imageTypeOf } from './image-type.ts';
import { presentUser } from './present.ts';
import { deletePicture, findPicture, savePicture } from './profile-store.ts';
import { updateProfile } from './update-profile.ts';

export function mountUsers(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.getProfile, ({ caller }) => {
    return ok(200, { user: presentUser(caller.user, { forAdmin: isAdmin(caller) }) });
  });

  mount(kernel, contract.updateProfile, async ({ caller, body, origin }) => {
    const user = await updateProfile(deps, caller, body, origin);
    if (isRefusal(user)) return user;
    return ok(200, {
      message: 'Your profile is saved.',
      user: presentUser(user, { forAdmin: isAdmin(caller) }),
    });
  });

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
