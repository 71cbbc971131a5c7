import { type ApiKeyPermission, apiKeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import { newKey } from '../caller/raw-key.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { presentKey } from './present.ts';
import { refusePastExpiry } from './refuse-past-expiry.ts';
import { insertKey, type KeyRow, lockKeyOwner } from './store.ts';

/** The key itself leaves in this answer and nowhere else. */
export type NewKey = { row: KeyRow; key: string };
type Input = { name: string; permission: ApiKeyPermission; expiresAt?: Date | null | undefined };

export async function createKey(
  { deps, caller, origin }: Context,
  input: Input,
): Promise<NewKey | Refusal<'VALIDATION_FAILED' | 'KEY_LIMIT_REACHED' | 'UNAUTHENTICATED'>> {
  const { name, permission, expiresAt = null } = input;
  const refused = refusePastExpiry(expiresAt, origin.now);
  if (refused) return refused;
  const { key, ...secret } = newKey();
  return transact(deps, async (tx) => {
    const userId = caller.user.id;
    const owner = await lockKeyOwner(tx, userId, sessionIdOf(caller));
    if (!owner) return refuse('UNAUTHENTICATED');
    if (owner.keys >= apiKeyLimit) return refuse('KEY_LIMIT_REACHED', { details: { limit: apiKeyLimit } });
    const { keyHash, keyPrefix } = secret;
    const made = { id: uuidv7(), name, keyPrefix, permission, expiresAt };
    const { id: keyId, ...described } = made;
    const row = { ...made, lastUsedAt: null, createdAt: origin.now, revokedAt: null };
    tx.send(
      insertKey(tx, { ...made, userId, keyHash, now: origin.now }),
      record(tx, origin, {
        action: 'API_KEY_CREATED',
        user: caller.user,
        metadata: { keyId, ...described },
        about: { apiKey: presentKey(row) },
      }),
    );
    return { row, key };
  });
}
