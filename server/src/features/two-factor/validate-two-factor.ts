import type { FactorMethod, PasskeyAssertion } from '@latchkey/contract';
import { findUser, lockUser, type UserRow } from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { guessSecret, isWrong, right, type Wrong, wrong } from '../../identity/attempts/guess-secret.ts';
import { endLock } from '../../identity/attempts/locks.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { admitAgain, identifyAgain } from '../../identity/connections/sign-in-vouched.ts';
import { countBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import {
  deletePendingLogin,
  findPendingLogin,
  lockPendingLogin,
} from '../../identity/sessions/pending-login-store.ts';
import { completeLogin, type LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import {
  checkAssertion,
  type GivenAssertion,
  isBad,
  refuseAssertion,
  useAssertion,
} from '../passkeys/assertions.ts';
import { matchCode, spendCode } from './totp.ts';

type PendingSignIn = { user: UserRow; pendingToken: string; tokenHash: Buffer };
export type Validated = { grant: LoginGrant; backupCodesLeft: number | undefined };

/** `spend` returns why it can't be used after all, if so. */
type Factor = { kind: FactorMethod; spend(): Promise<string | undefined> };

/**
 * Takes the user's row, then the token, then the factor: a dead token costs no code, and a refused code leaves the
 * token. Because the token is checked first, sending a right code twice counts no failure.
 */
async function finishPendingLogin(
  context: OpenContext,
  tx: Tx,
  { user: { id: userId }, tokenHash }: PendingSignIn,
  { kind, spend }: Factor,
): Promise<Validated | Wrong | Refusal<'PENDING_TOKEN_INVALID' | 'SSO_REQUIRED'>> {
  const { origin } = context;
  const { now } = origin;
  // An identity provider's word is judged again, and its organization is locked before the user.
  const vouched = (await findPendingLogin(tx, tokenHash, now))?.vouched;
  const again = vouched && (await identifyAgain(context, tx, vouched));
  const user = await lockUser(tx, userId, now);
  const pending = user?.isActive && (await lockPendingLogin(tx, tokenHash, now));
  if (!user || !pending || (vouched && again?.found.user.id !== userId))
    return refuse('PENDING_TOKEN_INVALID');
  const spent = await spend();
  if (spent) return wrong(spent);
  await deletePendingLogin(tx, tokenHash);
  const admitted = vouched && again && (await admitAgain(context, tx, again, vouched));
  if (vouched && !admitted) return refuse('PENDING_TOKEN_INVALID');
  const backupCodesLeft = await recordSuccess(tx, user, kind, origin);
  // A lock keeps codes from being guessed; a passkey isn't a guess.
  if (kind === 'passkey')
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'passkey_login' } }, origin);
  const { rememberMe, method } = pending;
  const options = { rememberMe, method, secondFactor: kind, by: admitted?.by };
  const grant = await completeLogin(context, tx, admitted?.user ?? user, options);
  return isRefusal(grant) ? grant : { grant, backupCodesLeft };
}

async function recordSuccess(
  tx: Db,
  user: UserRow,
  kind: FactorMethod,
  origin: Origin,
): Promise<number | undefined> {
  const left = kind === 'backup_code' ? await countBackupCodes(tx, user.id) : undefined;
  if (left !== undefined)
    await record(tx, origin, {
      action: 'AUTH_2FA_BACKUP_USED',
      user,
      metadata: { remainingBackupCodes: left },
    });
  await record(tx, origin, { action: 'AUTH_2FA_SUCCESS', user, metadata: { code: kind } });
  return left;
}

type CodeRefusal = Refusal<
  'PENDING_TOKEN_INVALID' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED' | 'SSO_REQUIRED'
>;

function validateByCode(
  context: OpenContext,
  login: PendingSignIn,
  code: string,
): Promise<Validated | CodeRefusal> {
  const { origin } = context;
  const { user } = login;
  return guessSecret(context, {
    subject: addressOf(user),
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during: 'login' } },
    async check() {
      const matched = await matchCode(context, user, code);
      return matched ? right(matched) : wrong('wrong_code');
    },
    allow: (tx, matched) =>
      finishPendingLogin(context, tx, login, {
        kind: matched.kind,
        spend: async () => ((await spendCode(tx, user.id, matched, origin.now)) ? undefined : 'used_code'),
      }),
  });
}

/** After the password, holding the passkey is enough. There is nothing to guess, so nothing is counted. */
async function validateByPasskey(
  context: OpenContext,
  login: PendingSignIn,
  given: GivenAssertion,
): Promise<Validated | Refusal<'PENDING_TOKEN_INVALID' | 'PASSKEY_INVALID' | 'SSO_REQUIRED'>> {
  const { deps, origin } = context;
  const { user, pendingToken } = login;
  const bound = { purpose: 'second_factor', pendingToken } as const;
  const checked = await checkAssertion(context, given, { bound, owner: user.id });
  if (isBad(checked)) return refuseAssertion(context, deps.sql, 'second_factor', { ...checked, user });
  return transact(deps, async (tx) => {
    const spend = () => useAssertion(tx, user, checked, origin);
    const finished = await finishPendingLogin(context, tx, login, { kind: 'passkey', spend });
    if (!isWrong(finished)) return finished;
    const { passkeyId } = checked;
    return refuseAssertion(context, tx, 'second_factor', { bad: finished.wrong, passkeyId, user });
  });
}

type SecondFactorInput = {
  pendingToken: string;
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
  challengeToken?: string | undefined;
};
type ValidateRefusal = Refusal<
  | 'PENDING_TOKEN_INVALID'
  | 'TWO_FACTOR_CODE_INVALID'
  | 'PASSKEY_INVALID'
  | 'ACCOUNT_LOCKED'
  | 'OVERLOADED'
  | 'SIGN_IN_METHOD_NOT_ALLOWED'
  | 'SSO_REQUIRED'
>;

/** The second half of a login. */
export async function validateTwoFactor(
  context: OpenContext,
  { pendingToken, code = '', passkey, challengeToken = '' }: SecondFactorInput,
): Promise<Validated | ValidateRefusal> {
  const { deps, origin } = context;
  const tokenHash = sha256(pendingToken);
  const pending = await findPendingLogin(deps.sql, tokenHash, origin.now);
  // The policy may have changed since the first factor.
  const refused = pending && (await refuseSignIn(deps, pending.method));
  if (refused) return refused;
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  const login = { user, pendingToken, tokenHash };
  return passkey
    ? validateByPasskey(context, login, { passkey, challengeToken })
    : validateByCode(context, login, code);
}

const fewCodes = 3;

/** Sent with the login's answer when backup codes are running out. */
export function presentWarnings(backupCodesLeft: number | undefined) {
  if (backupCodesLeft === undefined || backupCodesLeft > fewCodes) return {};
  return { warnings: { lowBackupCodes: true as const, remainingBackupCodes: backupCodesLeft } };
}
