import { mustHaveTwoFactor } from '../../identity/accounts/trusted-roles.ts';
import { guessSecret, right, wrong } from '../../identity/attempts/guess-secret.ts';
import {
  type Caller,
  type Context,
  isOwn,
  type SystemCaller,
  sessionIdOf,
} from '../../identity/caller/caller.ts';
import { storeBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { newBackupCodes } from '../../identity/credentials/backup-codes.ts';
import { refuseGivingUp } from '../../identity/credentials/break-glass.ts';
import { endTwoFactor } from '../../identity/credentials/two-factor.ts';
import { findTwoFactor, spendStep } from '../../identity/credentials/two-factor-store.ts';
import { lockWithOrganizations } from '../../identity/memberships/memberships.ts';
import { requiresTwoFactor } from '../../identity/policies/judge.ts';
import { findProof } from '../../identity/sessions/proof-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailTwoFactorChange } from './enroll.ts';
import { matchTotp } from './totp.ts';

function mayDisable(caller: Caller): boolean {
  return !mustHaveTwoFactor({ permissions: caller.held });
}

/** Users can't reset their own: that would be disabling it without a code. */
export function mayReset(caller: Caller | SystemCaller, targetId: string): boolean {
  return caller.kind === 'system' || !isOwn(caller, targetId);
}

export type CodeRefusal = Refusal<
  'TWO_FACTOR_NOT_ENABLED' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

type Use<Prepared, Done, Other extends Refusal> = {
  code: string;
  during: 'disable' | 'backup_codes';
  /** Slow work, done only for a right code and outside the transaction. */
  prepare(): Promise<Prepared>;
  /** In the transaction that spends the code, before it does. */
  refuse?(tx: Db): Promise<Other | undefined>;
  /** In the same transaction. */
  allow(tx: Db, prepared: Prepared): Promise<Done>;
};

/** Asks a signed-in user for a current code: a session alone must not be enough to weaken the account. */
async function useOwnCode<Prepared, Done, Other extends Refusal>(
  context: Context,
  { code, during, prepare, refuse: judge, allow }: Use<Prepared, Done, Other>,
): Promise<Done | Other | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const state = await findTwoFactor(deps.sql, user.id);
  if (!state?.twoFactorEnabled) return refuse('TWO_FACTOR_NOT_ENABLED');
  const proof = await findProof(deps.sql, user.id, sessionIdOf(caller));
  const sealedSecret = state.twoFactorSecret;
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during } },
    // A thief who set up two-factor in a stolen session must not start over between guesses at the password.
    clears: proof?.totp ?? false,
    async check() {
      const step = matchTotp(deps.dataKeys, { userId: user.id, sealedSecret, code, now: origin.now });
      if (!sealedSecret || step === undefined) return wrong('wrong_code');
      return right({ sealedSecret, step, prepared: await prepare() });
    },
    async allow(tx, checked) {
      const refused = await judge?.(tx);
      if (refused) return refused;
      if (!(await spendStep(tx, user.id, checked.sealedSecret, checked.step))) return wrong('used_code');
      return allow(tx, checked.prepared);
    },
  });
}

type DisableRefusal = Refusal<
  'TWO_FACTOR_REQUIRED_FOR_ADMIN' | 'TWO_FACTOR_REQUIRED' | 'BREAK_GLASS_REQUIRED'
>;

export async function disableTwoFactor(
  context: Context,
  { code }: { code: string },
): Promise<CodeRefusal | DisableRefusal | undefined> {
  const { deps, caller, origin } = context;
  if (!mayDisable(caller)) return refuse('TWO_FACTOR_REQUIRED_FOR_ADMIN');
  if (requiresTwoFactor(caller.policies)) return refuse('TWO_FACTOR_REQUIRED');
  const { user } = caller;
  const prepare = async () => undefined;
  const refuseLast = async (tx: Db) => {
    await lockWithOrganizations(tx, user.id, origin.now);
    return refuseGivingUp(tx, deps.config, user.id, { totp: true });
  };
  const allow = async (tx: Db) => {
    await endTwoFactor(tx, user.id, origin.now);
    const after = { ...user, twoFactorEnabled: false, updatedAt: origin.now };
    await record(tx, origin, { action: 'AUTH_2FA_DISABLED', user: after });
    await mailTwoFactorChange(deps, tx, user, { type: 'two_factor_disabled', at: origin.now });
    return undefined;
  };
  return useOwnCode(context, { code, during: 'disable', prepare, refuse: refuseLast, allow });
}

type NewCodes = Awaited<ReturnType<typeof newBackupCodes>>;

/** Replaces all backup codes, used or not, with ten new ones. */
export function replaceBackupCodes(
  context: Context,
  { code }: { code: string },
): Promise<string[] | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  return useOwnCode<NewCodes, string[], never>(context, {
    code,
    during: 'backup_codes',
    prepare: () => newBackupCodes(deps, user.id),
    async allow(tx, codes) {
      await storeBackupCodes(tx, user.id, codes.kept, { now: origin.now, pending: false });
      await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
      return codes.shown;
    },
  });
}
