import { sha256 } from '../../../platform/crypto/credentials.ts';

const most = 1_000;

/** Remembers which certificates verified a signature last, in this process. */
export type CertificateOrder = {
  /** Only after a signature verified: no one else may say which certificate comes first. */
  note(certificate: string): void;
  /** All of them, the one that verified last first. */
  of(certificates: readonly string[]): string[];
};

/**
 * Each certificate that doesn't fit costs milliseconds, and identity providers publish the next one, and keep the former
 * one, long before and after they change.
 */
export function createCertificateOrder(): CertificateOrder {
  /** By hashes. Counted, not timed: only the order matters. */
  const verified = new Map<string, number>();
  let count = 0;
  const nameOf = (certificate: string) => sha256(certificate).toString('base64');
  const last = (certificate: string) => verified.get(nameOf(certificate)) ?? 0;
  return {
    note(certificate) {
      const name = nameOf(certificate);
      verified.delete(name);
      verified.set(name, ++count);
      const [oldest] = verified.keys();
      if (verified.size > most && oldest !== undefined) verified.delete(oldest);
    },
    of: (certificates) =>
      certificates.length < 2
        ? [...certificates]
        : [...certificates].sort((one, other) => last(other) - last(one)),
  };
}
