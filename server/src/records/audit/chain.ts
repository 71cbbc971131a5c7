import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { deriveKey } from '../../platform/crypto/seal.ts';

// As in RFC 6962: leaves and inner nodes are hashed differently, so neither can pass for the other.
const leafMark = Buffer.from([0]);
const nodeMark = Buffer.from([1]);

/** A hash on the way from a leaf to the root, and which side it is on. */
export type Step = { side: 'left' | 'right'; hash: Buffer };

export function sha256Of(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function leafOf(content: string): Buffer {
  return sha256Of(leafMark, content);
}

/** The root of one or more leaves. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only, another] = leaves;
  if (only && !another) return only;
  const [left, right] = halves(leaves);
  return sha256Of(nodeMark, merkleRoot(left), merkleRoot(right));
}

/** The hashes that lead from a leaf to the root, lowest first. */
export function merklePath(leaves: readonly Buffer[], place: number): Step[] {
  if (leaves.length === 1) return [];
  const [left, right] = halves(leaves);
  return place < left.length
    ? [...merklePath(left, place), { side: 'right', hash: merkleRoot(right) }]
    : [...merklePath(right, place - left.length), { side: 'left', hash: merkleRoot(left) }];
}

function halves(leaves: readonly Buffer[]): [Buffer[], Buffer[]] {
  if (leaves.length < 2) throw new Error('at least two leaves are required');
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return [leaves.slice(0, middle), leaves.slice(middle)];
}

/** What a seal builds on: the one before it. */
export type ChainLink = { sequence: number; root: Buffer; mac: Buffer };

/** Before the first seal. */
export const beginning: ChainLink = { sequence: 0, root: Buffer.alloc(32), mac: Buffer.alloc(32) };

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

/** Includes the previous root: an operator who keeps a root elsewhere can detect changes to anything before it. */
export function rootOf(previous: Buffer, facts: BatchFacts): Buffer {
  const { sequence, entries, oldest, newest, sealedAt, entriesRoot } = facts;
  const numbers = [sequence, entries, oldest.getTime(), newest.getTime(), sealedAt.getTime()];
  return sha256Of(rootMark, previous, ...numbers.map(eightBytes), entriesRoot);
}

/** Needs the key: without it, an attacker can neither continue the chain nor make another one. */
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

/** `name` tells keys apart without revealing anything about them. */
export type SealKey = { key: Buffer; name: Buffer };

/** The key that seals, then those of earlier secrets, which only verify. */
export function sealKeysOf(config: Pick<Config, 'auditSecrets'>): [SealKey, ...SealKey[]] {
  const [current, ...earlier] = config.auditSecrets;
  return [keyOf(current), ...earlier.map(keyOf)];
}

function keyOf(secret: string): SealKey {
  const key = deriveKey(secret, 'audit-seal');
  return { key, name: createHmac('sha256', key).update('name').digest().subarray(0, 8) };
}
