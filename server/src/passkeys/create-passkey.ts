import { type NewPasskey, passkeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type Challenge, readChallenge } from '../accounts/passkey-challenges.ts';
import { isLive } from '../accounts/session-store.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { mailUser } from '../email/mail-user.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { defaultName } from './default-name.ts';
import { type BackupCodes, backupCodesFor, startTwoFactor } from './start-two-factor.ts';
import { findCredential, insertPasskey, type NewRow, type PasskeyRow, spendChallenge } from './store.ts';
import { verifyNew } from './webauthn.ts';

type Given = { response: NewPasskey; challengeToken: string; name?: string | null | undefined };
type Created = { passkey: PasskeyRow; backupCodes?: string[] };
type CreateRefusal = Refusal<
  | 'UNAUTHENTICATED'
  | 'PASSKEYS_NOT_AVAILABLE'
  | 'NEW_PASSKEY_INVALID'
  | 'PASSKEY_EXISTS'
  | 'PASSKEY_LIMIT_REACHED'
  | 'OVERLOADED'
>;

export async function createPasskey(context: Context, given: Given): Promise<Created | CreateRefusal> {
  const { deps, caller, origin } = context;
  if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const bound = { purpose: 'registration', userId: caller.user.id } as const;
  const challenge = readChallenge(deps.config, given.challengeToken, bound, origin.now);
  const row = challenge && (await rowOf(context, given, challenge));
  if (!row) return refuseNew(context, deps.sql, challenge ? 'refused' : 'challenge');
  const codes = await backupCodesFor(context);
  if (isRefusal(codes)) return codes;
  return transact(deps, (tx) => add(context, tx, { row, challenge, codes }));
}

/** What to store for a passkey that was made for this challenge, on one of our pages. */
async function rowOf(
  { deps, caller, origin }: Context,
  { response, name }: Given,
  { bytes }: Challenge,
): Promise<NewRow | undefined> {
  const { origins, passkeyDomain } = deps.config;
  const made = await verifyNew({ origins, passkeyDomain: passkeyDomain ?? '', challenge: bytes }, response);
  if (!made) return undefined;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } = made;
  return {
    id: uuidv7(),
    userId: caller.user.id,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (response.response.transports ?? []).filter((each) => /^[a-z-]+$/.test(each)),
    name: name || defaultName(aaguid, origin.userAgent).slice(0, 100),
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    verifiesUser: userVerified,
    createdAt: origin.now,
  };
}

type Addition = { row: NewRow; challenge: Challenge; codes: BackupCodes | undefined };

/** Holds the user's row, so the last of twenty-one at once finds twenty. A refusal leaves the challenge unspent. */
async function add(context: Context, tx: Db, addition: Addition): Promise<Created | CreateRefusal> {
  const { caller, origin } = context;
  const { row, challenge, codes } = addition;
  const user = await lockUser(tx, caller.user.id, origin.now);
  if (!user || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
  if (user.passkeyCount >= passkeyLimit) return refuse('PASSKEY_LIMIT_REACHED');
  if (await findCredential(tx, row.credentialId)) return refuse('PASSKEY_EXISTS');
  if (!(await spendChallenge(tx, challenge))) return refuseNew(context, tx, 'used_challenge');
  if (!(await insertPasskey(tx, row))) return refuse('PASSKEY_EXISTS');
  await tell(context, tx, user, row);
  const backupCodes = user.passkeyCount === 0 && (await startTwoFactor(context, tx, user, codes));
  const passkey = { ...row, lastUsedAt: null };
  return backupCodes ? { passkey, backupCodes } : { passkey };
}

async function tell({ deps, origin }: Context, tx: Db, user: UserRow, row: NewRow): Promise<void> {
  const { id: passkeyId, name, deviceType, backedUp } = row;
  const metadata = { passkeyId, name, deviceType, backedUp };
  await record(tx, origin, { action: 'AUTH_PASSKEY_REGISTERED', user, metadata });
  const link = `${deps.config.baseUrl}/profile/security`;
  const { now: at, ipAddress } = origin;
  await mailUser(deps, tx, user, { type: 'passkey_added', name, at, ipAddress, link });
}

async function refuseNew(
  { caller: { user }, origin }: Context,
  db: Db,
  reason: string,
): Promise<Refusal<'NEW_PASSKEY_INVALID'>> {
  const metadata = { during: 'registration', reason };
  await record(db, origin, { action: 'AUTH_PASSKEY_FAILURE', user, metadata });
  return refuse('NEW_PASSKEY_INVALID');
}
