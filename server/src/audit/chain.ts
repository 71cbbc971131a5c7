import { createHmac } from 'node:crypto';
import { sha256Of } from './merkle.ts';

/** What a seal builds on: the one before it. */
export type Link = { sequence: number; root: Buffer; mac: Buffer };

/** Before the first seal. */
export const beginning: Link = { sequence: 0, root: Buffer.alloc(32), mac: Buffer.alloc(32) };

/** What a seal says about its batch. Times are in milliseconds; `oldest` and `newest` are rounded down. */
export type BatchFacts = {
  sequence: number;
  entries: number;
  oldest: Date;
  newest: Date;
  sealedAt: Date;
  entriesRoot: Buffer;
};

const rootMark = Buffer.from([2]);
const entryMark = Buffer.from([3]);

/** Includes the previous root: whoever keeps one elsewhere can tell whether anything before it has changed since. */
export function rootOf(previous: Buffer, facts: BatchFacts): Buffer {
  const { sequence, entries, oldest, newest, sealedAt, entriesRoot } = facts;
  const numbers = [sequence, entries, oldest.getTime(), newest.getTime(), sealedAt.getTime()];
  return sha256Of(rootMark, previous, ...numbers.map(eightBytes), entriesRoot);
}

/** Without the key, nobody can continue the chain or make another one. */
export function macOf(key: Buffer, previous: Buffer, root: Buffer): Buffer {
  return createHmac('sha256', key).update(previous).update(root).digest();
}

/** An entry in its place. `at`: its time, to the microsecond. */
export type Placed = { seal: number; place: number; entryId: string; at: string; leaf: Buffer };

/** For one entry in its place: if a batch does not add up, this tells which entries are still good. */
export function entryMac(key: Buffer, { seal, place, entryId, at, leaf }: Placed): Buffer {
  const mac = createHmac('sha256', key).update(entryMark).update(eightBytes(seal)).update(eightBytes(place));
  return mac.update(entryId).update(at).update(leaf).digest().subarray(0, 16);
}

function eightBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}
