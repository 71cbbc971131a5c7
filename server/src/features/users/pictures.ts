import type { Context } from '../../identity/caller/caller.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { findPicture, type Picture, removePicture, savePicture } from './user-extras-store.ts';

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

export async function putPicture(
  { deps, caller, origin }: Context,
  content: Buffer,
): Promise<Refusal<'IMAGE_TYPE_REFUSED'> | undefined> {
  const allowed = deps.config.upload.imageTypes;
  const contentType = imageTypeOf(content);
  if (!contentType || !allowed.includes(contentType))
    return refuse('IMAGE_TYPE_REFUSED', { details: { allowed } });
  const etag = sha256(content.toString('latin1')).toString('base64url');
  await transact(deps, async (tx) => {
    await savePicture(tx, caller.user.id, { contentType, content, etag }, origin.now);
    await recordPicture(tx, caller, origin);
  });
  return undefined;
}

export async function getPicture({ deps, caller }: Context): Promise<Picture | Refusal<'PICTURE_NOT_FOUND'>> {
  return (await findPicture(deps.sql, caller.user.id)) ?? refuse('PICTURE_NOT_FOUND');
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
