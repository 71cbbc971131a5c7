import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import * as store from './store.ts';

/** For good: the row stays for the record, the key never works again. */
export function revokeKey(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const revoked = await store.revokeKey(tx, caller.user.id, id, origin.now);
    if (!revoked) return refuse('NOT_FOUND');
    const metadata = { keyId: id, keyPrefix: revoked.keyPrefix, name: revoked.name };
    await record(tx, origin, { action: 'API_KEY_REVOKED', user: caller.user, metadata });
    return undefined;
  });
}
