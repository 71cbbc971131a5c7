import { sha256 } from '../../../platform/crypto/credentials.ts';

const most = 1_000;
/** When a certificate last verified a signature, by its hash: counted, since only the order matters. */
const verified = new Map<string, number>();
let count = 0;

const nameOf = (certificate: string) => sha256(certificate).toString('base64');

/** Only after a signature verified: no one else may say which certificate comes first. */
export function noteVerified(certificate: string): void {
  const name = nameOf(certificate);
  verified.delete(name);
  verified.set(name, ++count);
  const [oldest] = verified.keys();
  if (verified.size > most && oldest !== undefined) verified.delete(oldest);
}

/**
 * The one that verified last comes first. Each that doesn't fit costs milliseconds, and identity providers publish the
 * next certificate, and keep the former one, long before and after they change.
 */
export function inLikelyOrder(certificates: readonly string[]): string[] {
  if (certificates.length < 2) return [...certificates];
  const last = (certificate: string) => verified.get(nameOf(certificate)) ?? 0;
  return [...certificates].sort((one, other) => last(other) - last(one));
}
