import type { Context } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { imageTypeOf } from './image-type.ts';
import { savePicture } from './picture-store.ts';

export async function putPicture(
  { deps, caller, origin }: Context,
  content: Buffer,
): Promise<Refusal<'IMAGE_TYPE_REFUSED'> | undefined> {
  const allowed = deps.config.upload.imageTypes;
  const contentType = imageTypeOf(content);
  if (!contentType || !allowed.includes(contentType))
    return refuse('IMAGE_TYPE_REFUSED', { details: { allowed } });
  const etag = sha256(content.toString('latin1')).toString('base64url');
  await savePicture(deps.sql, caller.user.id, { contentType, content, etag }, origin.now);
  return undefined;
}
