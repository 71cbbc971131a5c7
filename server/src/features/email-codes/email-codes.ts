import { lifetimes } from '@latchkey/contract';
import {
  findUser,
  findUserByEmail,
  hasKnownOwner,
  lockUser,
  type UserRow,
} from '../../identity/accounts/user-store.ts';
import { addressOf, type Subject } from '../../identity/attempts/attempt-store.ts';
import { guessSecret, type Right, right, type Wrong, wrong } from '../../identity/attempts/guess-secret.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import {
  type EmailCodeRow,
  findEmailCode,
  replaceEmailCode,
  useEmailCode,
} from '../../identity/credentials/email-code-store.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
import { lockWithOrganizations } from '../../identity/memberships/memberships.ts';
import { reclaim } from '../../identity/memberships/reclaim.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import type { LoginGrant, LoginOptions } from '../../identity/sign-in/complete-login.ts';
import { type PendingLogin, passFirstFactor } from '../../identity/sign-in/first-factor.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { markVerified } from '../auth/verify-email.ts';
import { hashOfCode, newCode } from './code-hashes.ts';
import { mailRegistrationCode } from './register-with-email-code.ts';

const method = 'email_code';

/** `browser`: the secret given to the browser that asks. */
export async function requestEmailCode(
  context: OpenContext,
  { email, browser, register = false }: { email: string; browser: string; register?: boolean | undefined },
): Promise<Refusal<'SIGN_IN_METHOD_NOT_ALLOWED'> | undefined> {
  const { deps, origin } = context;
  const refused = await refuseSignIn(deps, method);
  if (refused) return refused;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (user?.isActive) await mailSignInCode(context, user, browser);
  else if (!user && register) await mailRegistrationCode(context, email);
  return undefined;
}

async function mailSignInCode({ deps, origin }: OpenContext, user: UserRow, browser: string): Promise<void> {
  const { config } = deps;
  const { now } = origin;
  const code = newCode();
  const { token, hash: tokenHash } = newToken();
  const hashes = {
    codeHash: hashOfCode(deps.dataKeys, user.id, code),
    tokenHash,
    browserHash: sha256(browser),
  };
  const expiresAt = new Date(now.getTime() + lifetimes.emailCodeMinutes * 60_000);
  const link = `${config.baseUrl}/email-code?token=${token}`;
  const asked = origin.chosenLocale?.();
  const reclaims = !(await hasKnownOwner(deps.sql, user.id, config));
  await transact(deps, async (tx) =>
    tx.send(
      replaceEmailCode(tx, { userId: user.id, email: user.email, ...hashes, expiresAt, now }),
      mailUser(deps, tx, user, { type: 'sign_in_code', code, link, reclaims, asked }),
    ),
  );
}

/** A user who can read the mailbox has passed the first factor. One conditional delete spends the code. */
async function passMailbox(
  context: OpenContext,
  tx: Tx,
  row: EmailCodeRow,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin | Wrong | Refusal<'SSO_REQUIRED'>> {
  const { deps, origin } = context;
  const user = await lockWithOrganizations(tx, row.userId, origin.now);
  if (!user?.isActive || user.email !== row.email) return wrong('void_code');
  if (!(await useEmailCode(tx, row, origin.now))) return wrong('used_code');
  if (!(await hasKnownOwner(tx, user.id, deps.config))) await claim(context, tx, user);
  const current = await lockUser(tx, user.id, origin.now);
  return passFirstFactor(context, tx, current ?? user, options);
}

/**
 * The address was unproven until now, so everything others could use to open the account ends, including the password.
 * Otherwise, a squatter could register a stranger's address, wait for its owner to arrive, and then read along.
 */
async function claim(context: OpenContext, tx: Tx, before: UserRow): Promise<void> {
  const { deps, origin } = context;
  const { user, passwordCleared } = await reclaim(context, tx, before, { reason: 'email_code' });
  await markVerified(tx, user, origin);
  const link = `${deps.config.baseUrl}/profile/security`;
  if (passwordCleared)
    await mailUser(deps, tx, user, { type: 'security_alert', reason: 'address_claimed', link });
}

type EmailCodeLogin = {
  email?: string | undefined;
  code?: string | undefined;
  token?: string | undefined;
  rememberMe?: boolean | undefined;
  /** The secret that this browser was given when it asked. */
  browser: string;
};
type EmailCodeRefusal = Refusal<
  'EMAIL_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED' | 'SIGN_IN_METHOD_NOT_ALLOWED' | 'SSO_REQUIRED'
>;
type EmailCodeOutcome = LoginGrant | PendingLogin | EmailCodeRefusal;

export function verifyEmailCode(
  context: AskingContext,
  login: EmailCodeLogin,
): Promise<EmailCodeOutcome | HookRefusal> {
  return asking(context, (current) => verifyOnce(current, login));
}

async function verifyOnce(
  context: OpenContext,
  { email = '', code = '', token, rememberMe = false, browser }: EmailCodeLogin,
): Promise<EmailCodeOutcome> {
  const refused = await refuseSignIn(context.deps, method);
  if (refused) return refused;
  return token === undefined
    ? byDigits(context, { email, code, rememberMe })
    : byLink(context, { token, browser, rememberMe });
}

async function byDigits(
  context: OpenContext,
  { email, code, rememberMe }: { email: string; code: string; rememberMe: boolean },
): Promise<EmailCodeOutcome> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  return guess(context, { kind: 'address', email, user }, rememberMe, async () => {
    if (!user?.isActive) return wrong(user ? 'inactive' : 'unknown_email');
    const row = await findEmailCode(deps.sql, { userId: user.id }, origin.now);
    if (!row) return wrong('no_code');
    const given = hashOfCode(deps.dataKeys, user.id, code);
    return equalSecrets(given, row.codeHash) ? right(row) : wrong('wrong_code');
  });
}

/** A link opened anywhere else spends nothing and counts for nothing: scanners open links, too. */
async function byLink(
  context: OpenContext,
  { token, browser, rememberMe }: { token: string; browser: string; rememberMe: boolean },
): Promise<EmailCodeOutcome> {
  const { deps, origin } = context;
  const row = await findEmailCode(deps.sql, { tokenHash: sha256(token) }, origin.now);
  const user = row && (await findUser(deps.sql, row.userId, origin.now));
  if (!row || !user?.isActive) return refuse('EMAIL_CODE_INVALID');
  if (!equalSecrets(sha256(browser), row.browserHash)) {
    const metadata = { method, reason: 'other_browser' };
    await record(deps.sql, origin, { action: 'AUTH_LOGIN_FAILURE', user, metadata });
    return refuse('EMAIL_CODE_INVALID');
  }
  return guess(context, addressOf(user), rememberMe, async () => right(row));
}

type Check = () => Promise<Right<EmailCodeRow> | Wrong | Refusal<'OVERLOADED'>>;

function guess(
  context: OpenContext,
  subject: Subject,
  rememberMe: boolean,
  check: Check,
): Promise<EmailCodeOutcome> {
  const email = subject.kind === 'address' && !subject.user ? { email: subject.email } : {};
  return guessSecret(context, {
    subject,
    refusal: 'EMAIL_CODE_INVALID',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { method, ...email } },
    check,
    allow: (tx, row) => passMailbox(context, tx, row, { rememberMe, method }),
  });
}
