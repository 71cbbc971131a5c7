import type { ApiKeyPermission } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { presentKey } from './present.ts';
import { refusePastExpiry } from './refuse-past-expiry.ts';
import { changeKey, type KeyChange, type KeyRow, lockKey } from './store.ts';

type Input = {
  keyId: string;
  name?: string | undefined;
  permission?: ApiKeyPermission | undefined;
  expiresAt?: Date | null | undefined;
};

export async function updateKey(
  { deps, caller, origin }: Context,
  input: Input,
): Promise<KeyRow | Refusal<'VALIDATION_FAILED' | 'NOT_FOUND'>> {
  const { keyId } = input;
  const refused = refusePastExpiry(input.expiresAt ?? null, origin.now);
  if (refused) return refused;
  await deps.lastUse.keys.flush();
  return transact(deps, async (tx) => {
    const before = await lockKey(tx, caller.user.id, keyId);
    if (!before) return refuse('NOT_FOUND');
    const change = differences(before, input);
    if (Object.keys(change).length === 0) return before;
    await changeKey(tx, keyId, change);
    const after = { ...before, ...change };
    await record(tx, origin, {
      action: 'API_KEY_UPDATED',
      user: caller.user,
      metadata: { keyId, keyPrefix: before.keyPrefix, changes: change },
      about: { apiKey: presentKey(after) },
    });
    return after;
  });
}

function differences(before: KeyRow, { name, permission, expiresAt }: Input): KeyChange {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(permission !== undefined && permission !== before.permission && { permission }),
    ...(expiresAt !== undefined && expiresAt?.getTime() !== before.expiresAt?.getTime() && { expiresAt }),
  };
}
