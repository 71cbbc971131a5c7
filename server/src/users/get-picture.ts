import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findPicture, type Picture } from './picture-store.ts';

export async function getPicture({ deps, caller }: Context): Promise<Picture | Refusal<'PICTURE_NOT_FOUND'>> {
  return (await findPicture(deps.sql, caller.user.id)) ?? refuse('PICTURE_NOT_FOUND');
}
