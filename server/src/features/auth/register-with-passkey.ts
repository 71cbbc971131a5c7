import type { NewPasskey } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { storeBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { newBackupCodes } from '../../identity/credentials/backup-codes.ts';
import {
  type Challenge,
  findCredential,
  insertPasskey,
  type NewRow,
  spendChallenge,
  unspendChallenge,
} from '../../identity/credentials/passkey-store.ts';
import { readForNewAccount } from '../../identity/credentials/passkeys.ts';
import type { onceFor } from '../../identity/hooks/heed.ts';
import type { EntryRules } from '../../identity/policies/joining-store.ts';
import { madePasskey } from '../../identity/sign-in/made-passkey.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { createAccount, type Registration } from './create-account.ts';
import { type EntryRefusal, entryRulesFor, type SignedUp, signInNew } from './sign-up.ts';
import { mailVerification } from './verify-email.ts';

type Made = { passkey: NewPasskey; challengeToken: string; rememberMe: boolean };
/** Backup codes are hashed one by one. */
export type PasskeyOnce = {
  codes: ReturnType<typeof onceFor<Awaited<ReturnType<typeof newBackupCodes>>>>;
};
type PasskeyRefusal =
  | EntryRefusal
  | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'NEW_PASSKEY_INVALID' | 'PASSKEY_EXISTS'>;

/** Undoes an account whose passkey another one got in the same moment. */
class TakenPasskey extends Error {}

/** An account that has no password. The passkey says nothing about the address: that is verified by mail as ever. */
export async function registerWithPasskey(
  context: OpenContext,
  { passkey: response, challengeToken: token, rememberMe, ...input }: Registration & Made,
  once: PasskeyOnce,
): Promise<SignedUp | PasskeyRefusal> {
  const { deps, origin } = context;
  const { config } = deps;
  if (config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const rules = await entryRulesFor(context, input, 'passkey');
  if (isRefusal(rules)) return rules;
  const begun = readForNewAccount(config, { token, email: input.email }, origin.now);
  const row = begun && (await madePasskey(context, { response, ...begun }));
  if (!begun || !row?.verifiesUser) return refuse('NEW_PASSKEY_INVALID');
  const isAsked = config.twoFactorForAll || rules.twoFactorRequired;
  const { userId } = row;
  const codes = isAsked ? await once.codes(userId, () => newBackupCodes(deps, userId)) : undefined;
  try {
    return await transact(deps, async (tx) => {
      const created = await create(context, tx, { input, rules, row, challenge: begun.challenge });
      if (isRefusal(created)) return created;
      if (codes) await storeBackupCodes(tx, userId, codes.kept, { now: origin.now, pending: false });
      const signedUp = await signInNew(context, tx, created, { method: 'passkey', rememberMe });
      return codes ? { ...signedUp, backupCodes: codes.shown } : signedUp;
    });
  } catch (error) {
    if (error instanceof TakenPasskey) return refuse('PASSKEY_EXISTS');
    throw error;
  }
}

type Creation = { input: Registration; rules: EntryRules; row: NewRow; challenge: Challenge };

/** The account with its passkey, or neither. A refusal leaves the challenge unspent. */
async function create(
  context: OpenContext,
  tx: Tx,
  { input, rules, row, challenge }: Creation,
): Promise<Pick<SignedUp, 'user' | 'organization'> | PasskeyRefusal> {
  const { deps, origin } = context;
  if (await findCredential(tx, row.credentialId)) return refuse('PASSKEY_EXISTS');
  if (!(await spendChallenge(tx, challenge))) return refuse('NEW_PASSKEY_INVALID');
  const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
  const proof = { id: row.userId, passwordHash: null, emailVerifiedAt, isProven: false, rules };
  const registered = await createAccount(context, tx, input, { ...proof, method: 'passkey' });
  if (isRefusal(registered)) {
    await unspendChallenge(tx, challenge);
    return registered;
  }
  if (!(await insertPasskey(tx, row))) throw new TakenPasskey();
  const user = { ...registered.user, passkeyCount: 1 };
  const { id: passkeyId, name, deviceType, backedUp } = row;
  const metadata = { passkeyId, name, deviceType, backedUp };
  tx.send(record(tx, origin, { action: 'AUTH_PASSKEY_REGISTERED', user, metadata }));
  if (!user.emailVerifiedAt) mailVerification(context, tx, user);
  return { ...registered, user };
}
