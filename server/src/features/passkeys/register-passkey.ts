import { fullName, type NewPasskey, type PasskeyCreation, passkeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { lockUser, type UserRow } from '../../identity/accounts/user-store.ts';
import { type Context, type OpenContext, sessionIdOf } from '../../identity/caller/caller.ts';
import { storeBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { newBackupCodes } from '../../identity/credentials/backup-codes.ts';
import { endPasswordSessions } from '../../identity/credentials/end-access.ts';
import {
  type Challenge,
  findCredential,
  findCredentials,
  insertPasskey,
  type NewRow,
  type PasskeyRow,
  spendChallenge,
} from '../../identity/credentials/passkey-store.ts';
import {
  describeCredential,
  issueChallenge,
  issueForNewAccount,
  readChallenge,
} from '../../identity/credentials/passkeys.ts';
import { isAskedOf } from '../../identity/credentials/two-factor.ts';
import { requiresTwoFactor } from '../../identity/policies/judge.ts';
import { noteSecondFactor } from '../../identity/sessions/proof-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { madePasskey } from '../../identity/sign-in/made-passkey.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { creationOptions } from './creation-options.ts';

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
type Purpose = 'registration' | 'conditional_registration';
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
  const userId = caller.user.id;
  const read = (purpose: Purpose) =>
    readChallenge(deps.config, given.challengeToken, { purpose, userId }, origin.now);
  const asked = read('registration');
  const challenge = asked ?? read('conditional_registration');
  const making = challenge && { ...given, challenge, userId, isConditional: !asked };
  const row = making && (await madePasskey(context, making));
  if (!row) return refuseNew(context, deps.sql, challenge ? 'refused' : 'challenge');
  const codes = await backupCodesFor(context);
  return transact(deps, (tx) => add(context, tx, { row, challenge, codes }));
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

const discoverable = { residentKey: 'required', requireResidentKey: true } as const;

/** What a browser needs to make a passkey, without touching those it made for this user before. */
export async function preparePasskey(
  { deps, caller, origin }: Context,
  { conditional = false }: { conditional?: boolean | undefined } = {},
): Promise<PasskeyCreation | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_LIMIT_REACHED'>> {
  const { config } = deps;
  const { id, email, firstName, lastName } = caller.user;
  if (config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const credentials = await findCredentials(deps.sql, id);
  if (credentials.length >= passkeyLimit) return refuse('PASSKEY_LIMIT_REACHED');
  const purpose: Purpose = conditional ? 'conditional_registration' : 'registration';
  const { challenge, challengeToken } = issueChallenge(config, { purpose, userId: id }, origin.now);
  const displayName = fullName({ firstName, lastName }) || email;
  const user = { id, name: email, displayName };
  const excludeCredentials = credentials.map(describeCredential);
  const options = { ...creationOptions(config, user, challenge), excludeCredentials };
  if (conditional) options.authenticatorSelection = { ...options.authenticatorSelection, ...discoverable };
  return { options, challengeToken };
}

/** The same for an account that is yet to be: alike for every address, whether or not it has one. */
export function preparePasskeyRegistration(
  { deps, origin }: OpenContext,
  { email }: { email: string },
): PasskeyCreation | Refusal<'PASSKEYS_NOT_AVAILABLE'> {
  const { config } = deps;
  if (config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const userId = uuidv7();
  const { challenge, challengeToken } = issueForNewAccount(config, { userId, email }, origin.now);
  const user = { id: userId, name: email, displayName: email };
  const authenticatorSelection = { ...discoverable, userVerification: 'required' } as const;
  return { options: { ...creationOptions(config, user, challenge), authenticatorSelection }, challengeToken };
}
