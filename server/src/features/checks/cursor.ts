import { createHmac } from 'node:crypto';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Snapshot } from './snapshot.ts';

/** How far a subscriber has read. */
export type Cursor = {
  subscriberId: string;
  /** The most that it has named, as is on record for all nodes. */
  maxStalenessMs: number;
  /** Which life of the database: a snapshot means nothing in another. */
  epoch: string;
  snapshot: Snapshot;
  /** Just before that was read, in milliseconds. */
  readAt: number;
};

/** Open transactions are written by their distance to the end: they are many when the service is busy. */
export function sealCursor(key: Buffer, accountId: string, cursor: Cursor): string {
  const { subscriberId, maxStalenessMs, epoch, snapshot, readAt } = cursor;
  const open = snapshot.open.map((each) => (snapshot.end - each).toString(36)).join('_');
  const content = [subscriberId, maxStalenessMs, epoch, readAt, snapshot.end, open].join('.');
  return `${content}.${macOf(key, accountId, content)}`;
}

/** Undefined: not ours, or another account's. */
export function openCursor(key: Buffer, accountId: string, text: string): Cursor | undefined {
  const last = text.lastIndexOf('.');
  const content = text.slice(0, Math.max(0, last));
  if (!equalSecrets(macOf(key, accountId, content), text.slice(last + 1))) return undefined;
  const [subscriberId = '', maxStalenessMs, epoch = '', readAt, at, open = ''] = content.split('.');
  const end = Number(at);
  const distances = open === '' ? [] : open.split('_');
  const snapshot = { end, open: distances.map((each) => end - Number.parseInt(each, 36)) };
  const [most, read] = [Number(maxStalenessMs), Number(readAt)];
  return { subscriberId, maxStalenessMs: most, epoch, snapshot, readAt: read };
}

function macOf(key: Buffer, accountId: string, content: string): string {
  return createHmac('sha256', key).update(`${accountId} ${content}`).digest('base64url').slice(0, 32);
}
