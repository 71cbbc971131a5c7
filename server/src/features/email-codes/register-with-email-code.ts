import { lifetimes } from '@latchkey/contract';
import { findUserByEmail, type UserRow } from '../../identity/accounts/user-store.ts';
import { guessSecret, type Right, right, type Wrong, wrong } from '../../identity/attempts/guess-secret.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { findEmailCode } from '../../identity/credentials/email-code-store.ts';
import {
  findRegistrationCode,
  type RegistrationCode,
  replaceRegistrationCode,
  useRegistrationCode,
} from '../../identity/credentials/registration-code-store.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
import type { EntryRules } from '../../identity/policies/joining-store.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { createAccount, type Registration, refuseTaken } from '../auth/create-account.ts';
import { type EntryRefusal, entryRulesFor, type SignedUp, signInNew } from '../auth/sign-up.ts';
import { hashOfCode, newCode } from './code-hashes.ts';

const method = 'email_code';

/** For an address without an account. Past what an address gets, nothing is sent, and the code before stays. */
export async function mailRegistrationCode({ deps, origin }: OpenContext, email: string): Promise<void> {
  if (await refuseTaken(deps.sql, { email }, origin.now)) return;
  const code = newCode();
  const codeHash = hashOfCode(deps.dataKeys, email, code);
  const expiresAt = new Date(origin.now.getTime() + lifetimes.emailCodeMinutes * 60_000);
  const locale = origin.chosenLocale?.() ?? null;
  const mail = { to: email, userId: null, locale, mail: { type: 'registration_code', code } } as const;
  await transact(deps, async (tx) => {
    await lockAddresses(tx, [email]);
    const sent = (await deps.outbox.enqueue(tx, mail)) as { id: string }[];
    if (sent.length === 1) await replaceRegistrationCode(tx, { email, codeHash, expiresAt });
  });
}

type CodeRegistration = Registration & { code: string; rememberMe?: boolean | undefined };
type CodeRefusal = EntryRefusal | Refusal<'EMAIL_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/** The code is judged before all else, so that no answer says more about an address to people who can't read its mail. */
export function registerWithEmailCode(
  context: AskingContext,
  input: CodeRegistration,
): Promise<SignedUp | CodeRefusal | HookRefusal> {
  return asking(context, (current) => registerOnce(current, input));
}

async function registerOnce(
  context: OpenContext,
  { code, rememberMe = false, ...input }: CodeRegistration,
): Promise<SignedUp | CodeRefusal> {
  const { deps, origin } = context;
  const { email } = input;
  const refused = await refuseSignIn(deps, method);
  if (refused) return refused;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  return guessSecret(context, {
    subject: { kind: 'address', email, user },
    refusal: 'EMAIL_CODE_INVALID',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { method, ...(!user && { email }) } },
    check: () => (user ? checkOwn(context, user, code) : checkCode(context, input, code)),
    allow: (tx, proven) => create(context, tx, input, { ...proven, rememberMe }),
  });
}

type Proven = { row: RegistrationCode; rules: EntryRules };

/** What else keeps the account from being made is told only to those who have the code, and spends nothing. */
async function checkCode(
  context: OpenContext,
  input: Registration,
  code: string,
): Promise<Right<Proven> | Wrong | EntryRefusal> {
  const { deps, origin } = context;
  const row = await findRegistrationCode(deps.sql, input.email, origin.now);
  if (!row) return wrong('no_code');
  if (!equalSecrets(hashOfCode(deps.dataKeys, input.email, code), row.codeHash)) return wrong('wrong_code');
  const rules = await entryRulesFor(context, input, method);
  return isRefusal(rules) ? rules : right({ row, rules });
}

/** People who read the mail of an account learn that it is there, and can sign in by the same code. */
async function checkOwn(
  { deps, origin }: OpenContext,
  user: UserRow,
  code: string,
): Promise<Wrong | Refusal<'EMAIL_TAKEN'>> {
  if (!user.isActive) return wrong('inactive');
  const row = await findEmailCode(deps.sql, { userId: user.id }, origin.now);
  if (!row) return wrong('no_code');
  const isRight = equalSecrets(hashOfCode(deps.dataKeys, user.id, code), row.codeHash);
  return isRight ? refuse('EMAIL_TAKEN') : wrong('wrong_code');
}

async function create(
  context: OpenContext,
  tx: Tx,
  input: Registration,
  { row, rules, rememberMe }: Proven & { rememberMe: boolean },
): Promise<SignedUp | EntryRefusal | Wrong> {
  const { origin } = context;
  if (!(await useRegistrationCode(tx, row, origin.now))) return wrong('used_code');
  const proof = { passwordHash: null, emailVerifiedAt: origin.now, isProven: true, method, rules };
  const created = await createAccount(context, tx, input, proof);
  if (!isRefusal(created)) return signInNew(context, tx, created, { method, rememberMe });
  await replaceRegistrationCode(tx, row);
  return created;
}
