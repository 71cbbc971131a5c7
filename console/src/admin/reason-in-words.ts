import type { OAuthError, SsoError } from '@latchkey/contract';
import type { Texts } from '../language/texts.ts';

/** Why a password, code or passkey was refused. */
const guesses = [
  'wrong_password',
  'wrong_current_password',
  'unknown_email',
  'inactive',
  'no_password',
  'locked',
  'wrong_code',
  'used_code',
  'no_code',
  'void_code',
  'other_browser',
  'set_up_without_proof',
  'other',
] as const;

/** All that providers and organizations' identity providers can fail for: a new one doesn't compile without its words. */
const journeys: Record<OAuthError | SsoError, true> = {
  oauth_denied: true,
  invalid_state: true,
  token_exchange_failed: true,
  profile_fetch_failed: true,
  email_not_verified: true,
  sign_in_method_not_allowed: true,
  sso_required: true,
  hook_denied: true,
  hook_unavailable: true,
  account_inactive: true,
  provider_unavailable: true,
  sso_denied: true,
  sso_failed: true,
  sso_unavailable: true,
  sso_email_not_allowed: true,
  sso_not_provisioned: true,
  sso_not_member: true,
  sso_conflict: true,
  sso_not_allowed: true,
};

const known = [...guesses, ...(Object.keys(journeys) as (keyof typeof journeys)[])];

/** Why a sign-in failed. A newer service may have reasons that this page doesn't know. */
export function reasonInWords(t: Texts, reason: string): string {
  const found = known.find((each) => each === reason);
  return found ? t(`audit.reason.${found}`) : reason;
}
