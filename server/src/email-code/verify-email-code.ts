import { addressOf, type Subject } from '../accounts/attempt-store.ts';
import type { LoginGrant } from '../accounts/complete-login.ts';
import { type EmailCodeRow, findEmailCode } from '../accounts/email-code-store.ts';
import { guessSecret, type Right, right, type Wrong, wrong } from '../accounts/guess-secret.ts';
import type { PendingLogin } from '../accounts/pass-first-factor.ts';
import { findUser, findUserByEmail } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import { equalSecrets, sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hashOfCode } from './code-hash.ts';
import { passMailbox } from './pass-mailbox.ts';

type Given = {
  email?: string | undefined;
  code?: string | undefined;
  token?: string | undefined;
  rememberMe?: boolean | undefined;
  /** The secret that this browser was given when it asked. */
  browser: string;
};
type CodeRefusal = Refusal<'EMAIL_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;
type Outcome = LoginGrant | PendingLogin | CodeRefusal;

const method = 'email_code';

export function verifyEmailCode(
  context: OpenContext,
  { email = '', code = '', token, rememberMe = false, browser }: Given,
): Promise<Outcome> {
  return token === undefined
    ? byDigits(context, { email, code, rememberMe })
    : byLink(context, { token, browser, rememberMe });
}

async function byDigits(
  context: OpenContext,
  { email, code, rememberMe }: { email: string; code: string; rememberMe: boolean },
): Promise<Outcome> {
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
): Promise<Outcome> {
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

function guess(context: OpenContext, subject: Subject, rememberMe: boolean, check: Check): Promise<Outcome> {
  const email = subject.kind === 'address' && !subject.user ? { email: subject.email } : {};
  return guessSecret(context, {
    subject,
    refusal: 'EMAIL_CODE_INVALID',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { method, ...email } },
    check,
    allow: (tx, row) => passMailbox(context, tx, row, { rememberMe, method }),
  });
}
