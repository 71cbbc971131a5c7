import { createHmac } from 'node:crypto';
import { equalSecrets } from '../crypto/credentials.ts';
import { deriveKeys } from '../crypto/seal.ts';

/** How many sign-ins one browser may have open at a time, each in its own tab. */
const mostAtOnce = 5;
const proofPattern = /^[\w-]{43}$/;

export type PendingProofs = ReturnType<typeof createPendingProofs>;

/**
 * The cookie that lets a browser finish what it started: a proof for each pending token, the latest last. Without it, a
 * token that someone else started and sent along as a link is worth nothing.
 */
export function createPendingProofs(sessionSecrets: readonly [string, ...string[]]) {
  const [key, ...previous] = deriveKeys(sessionSecrets, 'oauth-pending-browser');
  const proofUnder = (each: Buffer, tokenId: string) =>
    createHmac('sha256', each).update(tokenId).digest('base64url');
  const proves = (proof: string, tokenId: string) =>
    [key, ...previous].some((each) => equalSecrets(proof, proofUnder(each, tokenId)));
  const proofsIn = (cookie: string | undefined) =>
    (cookie ?? '').split('.').filter((proof) => proofPattern.test(proof));
  return {
    add: (cookie: string | undefined, tokenId: string): string =>
      [...proofsIn(cookie), proofUnder(key, tokenId)].slice(-mostAtOnce).join('.'),
    /** Empty when it was the last. */
    remove: (cookie: string | undefined, tokenId: string): string =>
      proofsIn(cookie)
        .filter((proof) => !proves(proof, tokenId))
        .join('.'),
    holds: (cookie: string | undefined, tokenId: string): boolean =>
      proofsIn(cookie)
        .slice(-mostAtOnce)
        .some((proof) => proves(proof, tokenId)),
  };
}
