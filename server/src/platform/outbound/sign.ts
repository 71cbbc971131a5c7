import { createHmac, randomBytes } from 'node:crypto';
import { type Key, seal, unseal } from '../crypto/seal.ts';

export const secretPrefix = 'whsec_';

/** Shown once, kept sealed. */
export function newSecret(key: Key): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(32);
  return { secret: secretPrefix + bytes.toString('base64'), sealed: seal(key, bytes) };
}

/** The secrets that the present key can open. */
export function openSecrets(key: Key, sealed: readonly Buffer[]): Buffer[] {
  return sealed.flatMap((each) => unseal(key, each) ?? []);
}

/** The headers of Standard Webhooks: one signature per secret, over id, time and the exact bytes of the body. */
export function signedHeaders(
  { id, body }: { id: string; body: string | Buffer },
  secrets: readonly Buffer[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return `v1,${mac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
