import type { Context } from '../../identity/caller/caller.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import {
  findPicture,
  findPictureTag,
  type Picture,
  removePicture,
  savePicture,
} from './user-extras-store.ts';

const signatures: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))],
  [
    'image/webp',
    (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
];

/** An image's type, by its content. Headers and names are only claims; SVG is a document with scripts. */
function imageTypeOf(bytes: Buffer): string | undefined {
  return signatures.find(([, matches]) => matches(bytes))?.[0];
}

/** Bytes that the service takes as an image, with a tag that is theirs alone. */
export function imageIn(
  { config }: Pick<Context['deps'], 'config'>,
  content: Buffer,
): Picture | Refusal<'IMAGE_TYPE_REFUSED'> {
  const allowed = config.upload.imageTypes;
  const contentType = imageTypeOf(content);
  if (!contentType || !allowed.includes(contentType))
    return refuse('IMAGE_TYPE_REFUSED', { details: { allowed } });
  return { contentType, content, etag: sha256(content.toString('latin1')).toString('base64url') };
}

/** The tags in If-None-Match. */
export function knownTags(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/"([^"]*)"/g)].flatMap(([, etag]) => etag ?? []);
}

export async function putPicture(
  { deps, caller, origin }: Context,
  content: Buffer,
): Promise<Refusal<'IMAGE_TYPE_REFUSED' | 'RATE_LIMITED'> | undefined> {
  const limited = await limitPictures({ deps, caller });
  if (limited) return limited;
  const image = imageIn(deps, content);
  if (isRefusal(image)) return image;
  await transact(deps, async (tx) => {
    await savePicture(tx, caller.user.id, image, origin.now);
    await recordPicture(tx, caller, origin);
  });
  return undefined;
}

/** Without content if the client has it: `known` are the ETags that it sent. */
export async function getPicture(
  { deps, caller }: Pick<Context, 'deps' | 'caller'>,
  known: string | undefined,
): Promise<StoredPicture | Refusal<'PICTURE_NOT_FOUND' | 'RATE_LIMITED'>> {
  const etag = await findPictureTag(deps.sql, caller.user.id);
  if (etag === undefined) return refuse('PICTURE_NOT_FOUND');
  if (knownTags(known).includes(etag)) return { etag, image: undefined };
  const limited = await limitPictures({ deps, caller });
  if (limited) return limited;
  const image = await findPicture(deps.sql, caller.user.id);
  return image ? { etag: image.etag, image } : refuse('PICTURE_NOT_FOUND');
}

type StoredPicture = { etag: string; image: Picture | undefined };

/** Each counts as the largest picture that UPLOAD_MAX_SIZE lets in. */
export async function limitPictures({
  deps,
  caller,
}: Pick<Context, 'deps' | 'caller'>): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  const key = `picture:user:${caller.user.id}`;
  const { limited, retryAfterSeconds } = await deps.limiter.check(key, deps.config.limits.picture);
  if (!limited) return undefined;
  deps.metrics.rateLimited.inc({ limit: 'picture' });
  return refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } });
}

export function deletePicture({
  deps,
  caller,
  origin,
}: Context): Promise<Refusal<'PICTURE_NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    if (!(await removePicture(tx, caller.user.id))) return refuse('PICTURE_NOT_FOUND');
    await recordPicture(tx, caller, origin);
    return undefined;
  });
}

function recordPicture(tx: Db, { user }: Context['caller'], origin: Context['origin']): Statement {
  const metadata = { changed: ['picture'] };
  return record(tx, origin, { action: 'AUTH_PROFILE_UPDATED', user, metadata });
}
