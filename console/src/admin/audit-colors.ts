import type { AuditAction } from '@latchkey/contract';

const green: AuditAction[] = [
  'AUTH_LOGIN_SUCCESS',
  'AUTH_OAUTH_LOGIN_SUCCESS',
  'AUTH_SSO_LOGIN_SUCCESS',
  'AUTH_2FA_SUCCESS',
  'AUTH_2FA_ENABLED',
  'AUTH_PASSKEY_REGISTERED',
];
const red: AuditAction[] = [
  'AUTH_LOGIN_FAILURE',
  'AUTH_OAUTH_LOGIN_FAILED',
  'AUTH_SSO_LOGIN_FAILED',
  'AUTH_2FA_FAILURE',
  'AUTH_PASSKEY_FAILURE',
  'SECURITY_PASSKEY_CLONE_SUSPECTED',
  'SECURITY_ACCOUNT_LOCKED',
  'AUTH_REMEMBER_ME_THEFT_DETECTED',
  'AUTH_REFRESH_REUSE_DETECTED',
];
const amber: AuditAction[] = [
  'SECURITY_ACCOUNT_UNLOCKED',
  'SECURITY_ACCOUNT_RECLAIMED',
  'SECURITY_BREAK_GLASS_USED',
  'SECURITY_EMAIL_CHANGE_UNDONE',
  'AUTH_2FA_DISABLED',
  'AUTH_PASSKEY_REMOVED',
  'ADMIN_2FA_RESET',
  'ADMIN_IMPERSONATION_START',
  'ADMIN_IMPERSONATION_END',
  'ADMIN_IMPERSONATION_EXPIRED',
];
const blue: AuditAction[] = [
  'AUTH_LOGOUT',
  'AUTH_REMEMBER_ME_CREATED',
  'AUTH_REMEMBER_ME_USED',
  'AUTH_REMEMBER_ME_REVOKED',
  'SECURITY_PASSWORD_CHANGED',
  'SECURITY_PASSWORD_RESET',
  'SECURITY_REAUTHENTICATED',
  'SECURITY_SESSION_REVOKED',
  'SECURITY_ALL_SESSIONS_REVOKED',
];

/** Green for good news, red for bad, amber for what deserves a look, blue for the ordinary; gray for the rest. */
export function colorOf(action: AuditAction): string {
  if (green.includes(action)) return 'green';
  if (red.includes(action)) return 'red';
  if (amber.includes(action)) return 'yellow';
  return blue.includes(action) ? 'blue' : 'gray';
}
