import type { AuditAction } from '@latchkey/contract';

/** Where the code alone would read badly. */
const words: Partial<Record<AuditAction, string>> = {
  AUTH_LOGIN_SUCCESS: 'Signed in',
  AUTH_LOGIN_FAILURE: 'Sign-in failed',
  AUTH_LOGOUT: 'Signed out',
  AUTH_REGISTER: 'Account created',
  AUTH_REMEMBER_ME_CREATED: 'Login remembered',
  AUTH_REMEMBER_ME_USED: 'Remembered login used',
  AUTH_REMEMBER_ME_REVOKED: 'Remembered login ended',
  AUTH_REMEMBER_ME_THEFT_DETECTED: 'Remembered login stolen',
  AUTH_REFRESH_REUSE_DETECTED: 'Refresh token reused',
  AUTH_2FA_SUCCESS: 'Two-factor code accepted',
  AUTH_2FA_FAILURE: 'Two-factor code refused',
  AUTH_2FA_BACKUP_USED: 'Backup code used',
  AUTH_2FA_ENABLED: 'Two-factor turned on',
  AUTH_2FA_DISABLED: 'Two-factor turned off',
  AUTH_2FA_BACKUP_REGENERATED: 'Backup codes replaced',
  AUTH_PASSKEY_REGISTERED: 'Passkey added',
  AUTH_PASSKEY_FAILURE: 'Passkey refused',
  AUTH_OAUTH_LOGIN_SUCCESS: 'Signed in with a provider',
  AUTH_OAUTH_LOGIN_FAILED: 'Sign-in with a provider failed',
  AUTH_OAUTH_ACCOUNT_LINKED: 'Provider linked',
  AUTH_OAUTH_ACCOUNT_UNLINKED: 'Provider unlinked',
  AUTH_OAUTH_REGISTRATION: 'Account created with a provider',
  AUTH_APP_AUTHORIZED: 'Application allowed',
  AUTH_APP_CODE_REUSED: "Application's code reused",
  AUTH_APP_REFRESH_REUSED: "Application's refresh token reused",
  AUTH_APP_REVOKED: "Application's access ended",
  SECURITY_REAUTHENTICATED: 'Confirmed who they are',
  SECURITY_PASSKEY_CLONE_SUSPECTED: 'Passkey may be copied',
  SECURITY_SESSION_REVOKED: 'Session ended',
  SECURITY_ALL_SESSIONS_REVOKED: 'All sessions ended',
  SECURITY_EMAIL_CHANGE_UNDONE: 'Email change undone',
  ADMIN_2FA_RESET: 'Two-factor reset',
  ADMIN_AUDIT_DROPPED: 'Old audit entries dropped',
  ADMIN_AUDIT_ERASED: 'Personal data erased from the audit log',
  ADMIN_IMPERSONATION_START: 'Impersonation started',
  ADMIN_IMPERSONATION_END: 'Impersonation ended',
  ADMIN_USER_ROLES_CHANGED: "User's roles changed",
  ADMIN_POLICY_CHANGED: "Service's policy changed",
  AUTH_SSO_LOGIN_SUCCESS: 'Signed in with single sign-on',
  AUTH_SSO_LOGIN_FAILED: 'Single sign-on failed',
  AUTH_SSO_ACCOUNT_LINKED: 'Identity provider linked',
  AUTH_SSO_PROVISIONED: 'Account created by single sign-on',
  SECURITY_BREAK_GLASS_USED: 'Signed in without the required single sign-on',
  ORG_POLICY_CHANGED: "Organization's policy changed",
  ORG_INVITE_CREATED: 'Invitation sent',
  ORG_INVITE_CANCELLED: 'Invitation canceled',
  ORG_INVITE_ACCEPTED: 'Invitation accepted',
  ORG_MEMBER_ROLE_CHANGED: "Member's role changed",
};

/** How parts of a code read. */
const parts: [RegExp, string][] = [
  [/^(AUTH|SECURITY|ADMIN)_/, ''],
  [/^ORG_(CREATED|UPDATED|DELETED)$/, 'ORGANIZATION_$1'],
  [/^ORG_(KEY|WEBHOOK)_/, 'ORGANIZATION_$1_'],
  [/^ORG_/, ''],
  [/^APP_/, 'APPLICATION_'],
];

/** An action as people read it: `AUTH_PASSKEY_REGISTERED` is "Passkey added". */
export function actionInWords(action: AuditAction): string {
  const known = words[action];
  if (known) return known;
  let code: string = action;
  for (const [part, instead] of parts) code = code.replace(part, instead);
  const text = code
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\bapi\b/g, 'API')
    .replace(/\b2fa\b/g, 'two-factor');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
