import type { OpenContext } from '../../identity/caller/caller.ts';
import { type EntryRules, findEntryRules } from '../../identity/policies/joining-store.ts';
import { refuseUnlisted } from '../../identity/policies/system-methods.ts';
import { completeLogin, type LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import {
  type AccountRefusal,
  type Registered,
  type Registration,
  refuseOrganization,
  refuseTaken,
} from './create-account.ts';

export type EntryRefusal =
  | AccountRefusal
  | Refusal<'SIGN_IN_METHOD_NOT_ALLOWED' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>;
/** A new account, and its session if what it was made with opens one. */
export type SignedUp = Registered & { grant?: LoginGrant | undefined; backupCodes?: string[] | undefined };

/** What a new account must meet, or why there can't be this one by this way to sign in. */
export async function entryRulesFor(
  { deps, origin }: OpenContext,
  input: Registration,
  method: string,
): Promise<EntryRules | EntryRefusal> {
  const [rules, taken] = await Promise.all([
    findEntryRules(deps.sql, input.inviteToken ? sha256(input.inviteToken) : null),
    // Saves a hash if the answer is already known; the insert decides.
    refuseTaken(deps.sql, input, origin.now),
  ]);
  const refused =
    (await refuseUnlisted(deps, method, rules.signInMethods)) ??
    (await refuseOrganization(deps, input)) ??
    taken;
  return refused ?? rules;
}

/** Signs a new account in by what it was made with. Where single sign-on is required there is no session. */
export async function signInNew(
  context: OpenContext,
  tx: Tx,
  { user, organization }: Registered,
  options: { method: string; rememberMe: boolean },
): Promise<SignedUp> {
  const grant = await completeLogin(context, tx, user, options);
  return { user, organization, grant: isRefusal(grant) ? undefined : grant };
}
