import { createHash } from 'node:crypto';

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
  if (leaves.length < 2) throw new Error('a tree has leaves');
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return [leaves.slice(0, middle), leaves.slice(middle)];
}
