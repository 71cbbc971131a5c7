import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { removePicture } from './picture-store.ts';

export async function deletePicture({
  deps,
  caller,
}: Context): Promise<Refusal<'PICTURE_NOT_FOUND'> | undefined> {
  return (await removePicture(deps.sql, caller.user.id)) ? undefined : refuse('PICTURE_NOT_FOUND');
}
