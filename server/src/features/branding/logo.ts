import type { OrganizationBranding } from '@latchkey/contract';
import type { Context, OpenContext } from '../../identity/caller/caller.ts';
import {
  findLogo,
  findLogoTag,
  type Logo,
  removeLogo,
  saveLogo,
} from '../../identity/memberships/branding-store.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { imageIn, knownTags, limitPictures } from '../users/pictures.ts';
import { changeIn } from './branding.ts';

/** Names what changed, as for the other fields: the image itself is not recorded. */
const changedLogo = {
  before: { logo: 'before' },
  after: { logo: 'after' },
  fields: ['logo'],
  as: 'names',
} as const;

export async function putLogo(
  context: Context,
  content: Buffer,
): Promise<OrganizationBranding | MembershipRefusal | Refusal<'IMAGE_TYPE_REFUSED' | 'RATE_LIMITED'>> {
  const limited = await limitPictures(context);
  if (limited) return limited;
  const image = imageIn(context.deps, content);
  if ('refused' in image) return image;
  return changeIn<never>(context, async (tx, { id }) => {
    if ((await findLogoTag(tx, id)) === image.etag) return undefined;
    await saveLogo(tx, id, image, context.origin.now);
    return changedLogo;
  });
}

export function deleteLogo(
  context: Context,
): Promise<OrganizationBranding | MembershipRefusal | Refusal<'PICTURE_NOT_FOUND'>> {
  return changeIn<Refusal<'PICTURE_NOT_FOUND'>>(context, async (tx, { id }) => {
    const isRemoved = await removeLogo(tx, id, context.origin.now);
    return isRemoved ? changedLogo : refuse('PICTURE_NOT_FOUND');
  });
}

/** For anyone. Without content if the client has it: `known` are the ETags that it sent. */
export async function getLogo(
  { deps }: Pick<OpenContext, 'deps'>,
  { organizationId, known }: { organizationId: string; known: string | undefined },
): Promise<{ etag: string; image: Logo | undefined } | Refusal<'NOT_FOUND'>> {
  const etag = await findLogoTag(deps.sql, organizationId);
  if (etag === undefined) return refuse('NOT_FOUND');
  if (knownTags(known).includes(etag)) return { etag, image: undefined };
  const image = await findLogo(deps.sql, organizationId);
  return image ? { etag: image.etag, image } : refuse('NOT_FOUND');
}
