import type { PasskeyAssertion, PasskeyRequest, ProofMethod } from '@latchkey/contract';
import { findUser, lockUser } from '../../identity/accounts/user-store.ts';
import { guessSecret, type Right, right, type Wrong, wrong } from '../../identity/attempts/guess-secret.ts';
import { type Context, sessionIdOf } from '../../identity/caller/caller.ts';
import { findCredentials } from '../../identity/credentials/passkey-store.ts';
import { requestPasskey } from '../../identity/credentials/passkeys.ts';
import { warmUp } from '../../identity/credentials/webauthn.ts';
import { findProof, noteProof } from '../../identity/sessions/proof-store.ts';
import { methodsOf } from '../../identity/sessions/recent-proof.ts';
import { lockChecked } from '../../identity/sign-in/first-factor.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import {
  type CheckedAssertion,
  checkAssertion,
  type GivenAssertion,
  isBad,
  useAssertion,
} from '../passkeys/assertions.ts';
import { matchCode, spendCode } from '../two-factor/totp.ts';

/** Runs in the guess's transaction. The session may have ended while the secret was being checked. */
async function settleProof(
  { caller, origin }: Context,
  tx: Db,
  method: ProofMethod,
): Promise<Date | Refusal<'UNAUTHENTICATED'>> {
  const sessionId = sessionIdOf(caller);
  if (!sessionId || !(await noteProof(tx, sessionId, { method, now: origin.now })))
    return refuse('UNAUTHENTICATED');
  const metadata = { method, sessionId };
  await record(tx, origin, { action: 'SECURITY_REAUTHENTICATED', user: caller.user, metadata });
  return origin.now;
}

type CodeRefusal = Refusal<'UNAUTHENTICATED' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/** With a code from the authenticator app, or a backup code. */
async function proveByCode(context: Context, code: string): Promise<Date | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const proof = await findProof(deps.sql, user.id, sessionIdOf(caller));
  const methods = proof ? methodsOf(deps.config, proof) : [];
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during: 'reauthentication' } },
    clears: true,
    async check() {
      const matched = await matchCode(context, user, code);
      if (!matched) return wrong('wrong_code');
      return methods.includes(matched.kind) ? right(matched) : wrong('set_up_without_proof');
    },
    async allow(tx, matched) {
      if (!(await spendCode(tx, user.id, matched, origin.now))) return wrong('used_code');
      return settleProof(context, tx, matched.kind);
    },
  });
}

type PasskeyRefusal = Refusal<
  'UNAUTHENTICATED' | 'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** With the user's own passkey, which has verified them and answers a challenge made for this session. */
async function proveByPasskey(context: Context, given: GivenAssertion): Promise<Date | PasskeyRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'PASSKEY_INVALID',
    audit: { action: 'AUTH_PASSKEY_FAILURE', metadata: { during: 'reauthentication' } },
    clears: true,
    async check(): Promise<Right<CheckedAssertion> | Wrong | Refusal<'PASSKEYS_NOT_AVAILABLE'>> {
      if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
      const bound = { purpose: 'reauthentication', sessionId: sessionIdOf(caller) ?? '' } as const;
      const checked = await checkAssertion(context, given, { bound, owner: user.id });
      return isBad(checked) ? wrong(checked.bad) : right(checked);
    },
    async allow(tx, checked) {
      const current = await lockUser(tx, user.id, origin.now);
      const bad = current ? await useAssertion(tx, current, checked, origin) : 'removed';
      return bad ? wrong(bad) : settleProof(context, tx, 'passkey');
    },
  });
}

async function proveByPassword(
  context: Context,
  password: string,
): Promise<Date | Refusal<'UNAUTHENTICATED' | 'PASSWORD_WRONG' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>> {
  const { deps, caller, origin } = context;
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  if (!user || !proof) return refuse('UNAUTHENTICATED');
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'PASSWORD_WRONG',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { during: 'reauthentication' } },
    // A thief with the session and the password must not be able to clear the count between guesses at a code.
    clears: !user.twoFactorEnabled,
    async check() {
      const matches = await deps.hasher.verify(password, user.passwordHash);
      if (!matches) return wrong(user.passwordHash ? 'wrong_password' : 'no_password');
      return proof.password ? right(user) : wrong('set_up_without_proof');
    },
    async allow(tx, checked) {
      const current = await lockChecked(tx, checked, origin.now);
      return current ? settleProof(context, tx, 'password') : wrong('wrong_password');
    },
  });
}

type ReauthenticationInput = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
  challengeToken?: string | undefined;
};
type ProofRefusal = Refusal<
  | 'UNAUTHENTICATED'
  | 'PASSWORD_WRONG'
  | 'TWO_FACTOR_CODE_INVALID'
  | 'PASSKEYS_NOT_AVAILABLE'
  | 'PASSKEY_INVALID'
  | 'ACCOUNT_LOCKED'
  | 'OVERLOADED'
>;

/** The session's holder proves again who they are. Returns the time the proof counts from. */
export function reauthenticate(
  context: Context,
  { password = '', code, passkey, challengeToken = '' }: ReauthenticationInput,
): Promise<Date | ProofRefusal> {
  if (passkey) return proveByPasskey(context, { passkey, challengeToken });
  return code === undefined ? proveByPassword(context, password) : proveByCode(context, code);
}

/** A challenge for the passkeys of this user, in this session. */
export async function prepareReauthentication(
  context: Context,
): Promise<PasskeyRequest | Refusal<'PASSKEYS_NOT_AVAILABLE'>> {
  const { deps, caller } = context;
  const { passkeyDomain } = deps.config;
  if (passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  warmUp();
  const bound = { purpose: 'reauthentication', sessionId: sessionIdOf(caller) ?? '' } as const;
  const credentials = await findCredentials(deps.sql, caller.user.id);
  return requestPasskey(context, passkeyDomain, bound, credentials);
}
