import type { SsoError } from '@latchkey/contract';
import { useT } from '../language/texts.ts';

type Code = Extract<SsoError, `${'sso' | 'hook'}_${string}`>;

const known: Record<Code, true> = {
  sso_denied: true,
  sso_failed: true,
  sso_unavailable: true,
  sso_email_not_allowed: true,
  sso_not_provisioned: true,
  sso_not_member: true,
  sso_conflict: true,
  sso_not_allowed: true,
  sso_required: true,
  hook_denied: true,
  hook_unavailable: true,
};

const isKnown = (code: string): code is Code => Object.hasOwn(known, code);

/** Why a sign-in by an organization's identity provider failed. Loaded only then. */
export default function SsoFailure({ code }: { code: string }) {
  const t = useT();
  return isKnown(code) ? t(`sso.failure.${code}`) : t('provider.other');
}
