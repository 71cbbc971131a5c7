import { fullName, type NewPasskey, type PasskeyCreation, passkeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { lockUser, type UserRow } from '../../identity/accounts/user-store.ts';
import { type Context, sessionIdOf } from '../../identity/caller/caller.ts';
import { storeBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { newBackupCodes } from '../../identity/credentials/backup-codes.ts';
import { endPasswordSessions } from '../../identity/credentials/end-access.ts';
import { findCredentials } from '../../identity/credentials/passkey-store.ts';
import {
  type Challenge,
  ceremonyMs,
  describeCredential,
  issueChallenge,
  readChallenge,
} from '../../identity/credentials/passkeys.ts';
import { isAskedOf } from '../../identity/credentials/two-factor.ts';
import { requiresTwoFactor } from '../../identity/policies/judge.ts';
import { noteSecondFactor } from '../../identity/sessions/proof-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { describeDevice } from '../../identity/sign-in/devices.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { inEnglish } from '../../platform/languages/told.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import {
  findCredential,
  insertPasskey,
  type NewRow,
  type PasskeyRow,
  spendChallenge,
} from './passkey-store.ts';
import { algorithms, verifyNew, warmUp } from './webauthn.ts';

/** The makers of most synced passkeys, by the id each of them puts in. */
const makers: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
};

function defaultName(aaguid: string, userAgent: string): string {
  return makers[aaguid] ?? inEnglish(describeDevice(userAgent));
}

type BackupCodes = Awaited<ReturnType<typeof newBackupCodes>>;

/** Codes for the first passkey of a user who must have two-factor. Ten hashes, outside any transaction. */
async function backupCodesFor({ deps, caller }: Context): Promise<BackupCodes | undefined> {
  const isAsked = isAskedOf(deps.config, caller) || requiresTwoFactor(caller.policies);
  if (caller.user.passkeyCount > 0 || !isAsked) return undefined;
  return newBackupCodes(deps, caller.user.id);
}

/** From now on, this user has a second factor: other sessions that a password alone opened end. */
async function startTwoFactor(
  context: Context,
  tx: Db,
  user: UserRow,
  codes: BackupCodes | undefined,
): Promise<string[] | undefined> {
  const { caller, origin } = context;
  if (!codes) return undefined;
  await storeBackupCodes(tx, user.id, codes.kept, { now: origin.now, pending: false });
  if (user.twoFactorEnabled) await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
  else {
    const exceptSessionId = sessionIdOf(caller);
    const ending = { reason: 'passkey_registered', actor: user, exceptSessionId } as const;
    await endPasswordSessions(tx, user, ending, origin);
  }
  return codes.shown;
}

type NewPasskeyInput = { response: NewPasskey; challengeToken: string; name?: string | null | undefined };
type Created = { passkey: PasskeyRow; backupCodes?: string[] };
type CreateRefusal = Refusal<
  | 'UNAUTHENTICATED'
  | 'PASSKEYS_NOT_AVAILABLE'
  | 'NEW_PASSKEY_INVALID'
  | 'PASSKEY_EXISTS'
  | 'PASSKEY_LIMIT_REACHED'
>;

export async function createPasskey(
  context: Context,
  given: NewPasskeyInput,
): Promise<Created | CreateRefusal> {
  const { deps, caller, origin } = context;
  if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const bound = { purpose: 'registration', userId: caller.user.id } as const;
  const challenge = readChallenge(deps.config, given.challengeToken, bound, origin.now);
  const row = challenge && (await rowOf(context, given, challenge));
  if (!row) return refuseNew(context, deps.sql, challenge ? 'refused' : 'challenge');
  const codes = await backupCodesFor(context);
  return transact(deps, (tx) => add(context, tx, { row, challenge, codes }));
}

/** What to store for a passkey that was made for this challenge, on one of our pages. */
async function rowOf(
  { deps, caller, origin }: Context,
  { response, name }: NewPasskeyInput,
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
  const sessionId = sessionIdOf(caller);
  if (sessionId) await noteSecondFactor(tx, sessionId);
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

/** How a passkey identifies its owner: it doesn't reveal who they are, and it never changes. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** What a browser needs to make a passkey, without touching those it made for this user before. */
export async function preparePasskey({
  deps,
  caller,
  origin,
}: Context): Promise<PasskeyCreation | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_LIMIT_REACHED'>> {
  const { config } = deps;
  const { id, email, firstName, lastName } = caller.user;
  if (config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const credentials = await findCredentials(deps.sql, id);
  if (credentials.length >= passkeyLimit) return refuse('PASSKEY_LIMIT_REACHED');
  warmUp();
  const bound = { purpose: 'registration', userId: id } as const;
  const { challenge, challengeToken } = issueChallenge(config, bound, origin.now);
  const displayName = fullName({ firstName, lastName }) || email;
  return {
    options: {
      rp: { id: config.passkeyDomain, name: config.branding.productName },
      user: { id: userHandleOf(id), name: email, displayName },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: ceremonyMs,
      excludeCredentials: credentials.map(describeCredential),
      // A passkey that can neither be found without a name nor verify its user still works as a second factor.
      authenticatorSelection: {
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'preferred',
      },
      attestation: 'none',
    },
    challengeToken,
  };
}
