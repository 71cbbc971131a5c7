import type { SsoError } from '@latchkey/contract';

type Code = Extract<SsoError, `sso_${string}`> | 'sso_required';

const failures: Record<Code, string> = {
  sso_denied: "You didn't finish signing in at your company's sign-in page. Try again.",
  sso_failed:
    "We couldn't verify the answer from your company's sign-in page. Try again. If it fails again, tell your administrator.",
  sso_unavailable:
    "Your company's sign-in page can't be reached right now. Try again in a few minutes, or tell your administrator.",
  sso_email_not_allowed:
    "Your company's sign-in page sent an email address that isn't one of your organization's. Check which account you used there.",
  sso_not_provisioned:
    "You don't have an account here yet. Ask an administrator of your organization for an invitation.",
  sso_not_member:
    'Your account belongs to another organization, or was removed from this one. Ask an administrator for an invitation.',
  sso_conflict:
    "Your account is linked to another account at your company's sign-in page. Ask an administrator of your organization to end that link.",
  sso_not_allowed: "This account can't use single sign-on because of its role. Sign in another way.",
  sso_required: 'Your organization requires single sign-on. Choose “Continue with SSO” below.',
};

/** Why a sign-in by an organization's identity provider failed. Loaded only then. */
export default function SsoFailure({ code }: { code: string }) {
  return failures[code as Code] ?? "Sign-in didn't work. Try again.";
}
