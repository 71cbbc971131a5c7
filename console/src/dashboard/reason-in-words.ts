import type { Texts } from '../language/texts.ts';

const known = [
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
  'sso_required',
  'set_up_without_proof',
  'other',
] as const;

/** Why a sign-in failed. A newer service may have reasons that this page doesn't know. */
export function reasonInWords(t: Texts, reason: string): string {
  const found = known.find((each) => each === reason);
  return found ? t(`dashboard.reason.${found}`) : reason;
}
