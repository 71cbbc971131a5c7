import { lifetimes } from '@latchkey/contract';
import { replaceEmailCode } from '../accounts/email-code-store.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { mailUser } from '../email/mail-user.ts';
import { hashOfCode, newCode } from './code-hash.ts';

/** `browser`: the secret given to the browser that asks. */
export async function requestEmailCode(
  { deps, origin }: OpenContext,
  { email, browser }: { email: string; browser: string },
): Promise<void> {
  const { config } = deps;
  const { now } = origin;
  const user = await findUserByEmail(deps.sql, email, now);
  if (!user?.isActive) return;
  const code = newCode();
  const { token, hash: tokenHash } = newToken();
  const hashes = {
    codeHash: hashOfCode(deps.dataKeys, user.id, code),
    tokenHash,
    browserHash: sha256(browser),
  };
  const expiresAt = new Date(now.getTime() + lifetimes.emailCodeMinutes * 60_000);
  const link = `${config.baseUrl}/email-code?token=${token}`;
  await transact(deps, async (tx) =>
    tx.send(
      replaceEmailCode(tx, { userId: user.id, email, ...hashes, expiresAt, now }),
      mailUser(deps, tx, user, { type: 'sign_in_code', code, link }),
    ),
  );
}
