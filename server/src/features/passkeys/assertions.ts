import type { PasskeyAssertion } from '@latchkey/contract';
import { findUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { type Challenge, findCredential, spendChallenge } from '../../identity/credentials/passkey-store.ts';
import { type Bound, readChallenge, userHandleOf } from '../../identity/credentials/passkeys.ts';
import { verifyUse } from '../../identity/credentials/webauthn.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { hasPasskey, noteUse } from './passkey-store.ts';

export type GivenAssertion = { passkey: PasskeyAssertion; challengeToken: string };

/** A valid use of a passkey, not yet recorded. */
export type CheckedAssertion = {
  passkeyId: string;
  userId: string;
  challenge: Challenge;
  counter: number;
  backedUp: boolean;
  userVerified: boolean;
};

/** An invalid one. The reason is only for the audit trail. */
export type BadAssertion = { bad: string; passkeyId?: string; userId?: string };

export function isBad(checked: CheckedAssertion | BadAssertion): checked is BadAssertion {
  return 'bad' in checked;
}

/** `owner`: whose passkey it must be, if that is already known. */
export async function checkAssertion(
  { deps, origin }: OpenContext,
  { passkey, challengeToken }: GivenAssertion,
  { bound, owner }: { bound: Bound; owner?: string },
): Promise<CheckedAssertion | BadAssertion> {
  const { origins, passkeyDomain } = deps.config;
  const challenge = readChallenge(deps.config, challengeToken, bound, origin.now);
  if (!challenge || passkeyDomain === null) return { bad: 'challenge' };
  const known = await findCredential(deps.sql, Buffer.from(passkey.id, 'base64url'));
  if (!known) return { bad: 'unknown_credential' };
  const { id: passkeyId, userId } = known;
  if (owner !== undefined && userId !== owner) return { bad: 'not_theirs' };
  const fault = { passkeyId, userId };
  if (!isHandleOf(userId, passkey, bound)) return { bad: 'user_handle', ...fault };
  const place = { origins, passkeyDomain, challenge: challenge.bytes };
  const used = await verifyUse(place, passkey, known, bound.purpose !== 'second_factor');
  if (!used) return { bad: 'refused', ...fault };
  const { newCounter: counter, credentialBackedUp: backedUp, userVerified } = used;
  return { passkeyId, userId, challenge, counter, backedUp, userVerified };
}

/** If no user was named before, the passkey itself says whose it is. */
function isHandleOf(userId: string, { response }: PasskeyAssertion, { purpose }: Bound): boolean {
  const { userHandle } = response;
  return userHandle ? userHandle === userHandleOf(userId) : purpose !== 'login';
}

type During = 'login' | 'second_factor';

/** Whatever was wrong, the answer is the same, and it doesn't count toward a lock: there is nothing to guess. */
export async function refuseAssertion(
  { deps, origin }: OpenContext,
  db: Db,
  during: During,
  { bad: reason, passkeyId, userId, user }: BadAssertion & { user?: UserRow },
): Promise<Refusal<'PASSKEY_INVALID'>> {
  const owner = user ?? (userId && (await findUser(db, userId, origin.now))) ?? null;
  deps.metrics.signIns.inc({ method: 'passkey', outcome: 'failure' });
  const metadata = { during, reason, ...(passkeyId && { passkeyId }) };
  await record(db, origin, { action: 'AUTH_PASSKEY_FAILURE', user: owner || null, metadata });
  return refuse('PASSKEY_INVALID');
}

/**
 * Spends the challenge and records the use, each with one conditional write: of any number of uses, one succeeds.
 * Returns the reason if it fails. Runs in a transaction that holds the user's row. A counter that didn't go up suggests
 * a clone.
 */
export async function useAssertion(
  tx: Db,
  user: UserRow,
  { passkeyId, challenge, counter, backedUp, userVerified }: CheckedAssertion,
  origin: Origin,
): Promise<'used_challenge' | 'removed' | 'counter' | undefined> {
  if (!(await spendChallenge(tx, challenge))) return 'used_challenge';
  if (await noteUse(tx, passkeyId, { counter, backedUp, userVerified, now: origin.now })) return undefined;
  if (!(await hasPasskey(tx, passkeyId))) return 'removed';
  const metadata = { passkeyId, counter };
  await record(tx, origin, { action: 'SECURITY_PASSKEY_CLONE_SUSPECTED', user, metadata });
  return 'counter';
}
