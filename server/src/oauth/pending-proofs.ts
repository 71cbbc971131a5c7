import { createHmac } from 'node:crypto';
import { equalSecrets } from '../crypto/credentials.ts';
import { deriveKeys } from '../crypto/seal.ts';

/** Sign-ins that one browser may have open at a time, each in a tab of its own. */
const mostAtOnce = 5;
const proofPattern = /^[\w-]{43}$/;

export type PendingProofs = ReturnType<typeof createPendingProofs>;

/**
 * The cookie of a browser that is to finish what it began: a proof for each pending token, the latest last. A token
 * that somebody else began, sent along as a link, is worth nothing without it.
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
