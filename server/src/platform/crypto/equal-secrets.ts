import { timingSafeEqual } from 'node:crypto';

/** In constant time. It can reveal only a length, and the lengths of ours are fixed and no secret. */
export function equalSecrets(one: string | Buffer, other: string | Buffer): boolean {
  const [bytes, others] = [Buffer.from(one as string), Buffer.from(other as string)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
