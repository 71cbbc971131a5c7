import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { presentKey } from './present.ts';
import { markRevoked } from './store.ts';

/** Permanent: the row stays for the record, the key never works again. */
export function revokeKey(
  { deps, caller, origin }: Context,
  { keyId }: { keyId: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const revoked = await markRevoked(tx, caller.user.id, keyId, origin.now);
    if (!revoked) return refuse('NOT_FOUND');
    const metadata = { keyId, keyPrefix: revoked.keyPrefix, name: revoked.name };
    const about = { apiKey: presentKey(revoked) };
    await record(tx, origin, { action: 'API_KEY_REVOKED', user: caller.user, metadata, about });
    return undefined;
  });
}
