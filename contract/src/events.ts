export const auditCategories = ['authentication', 'security', 'admin'] as const;
export type AuditCategory = (typeof auditCategories)[number];

export const auditActions = [
  'AUTH_LOGIN_SUCCESS',
  'AUTH_LOGIN_FAILURE',
  'AUTH_LOGOUT',
  'AUTH_REGISTER',
  'AUTH_REMEMBER_ME_CREATED',
  'AUTH_REMEMBER_ME_USED',
  'AUTH_REMEMBER_ME_REVOKED',
  'AUTH_REMEMBER_ME_THEFT_DETECTED',
  'AUTH_REFRESH_REUSE_DETECTED',
  'SECURITY_ACCOUNT_LOCKED',
  'SECURITY_ACCOUNT_UNLOCKED',
  'SECURITY_PASSWORD_CHANGED',
  'SECURITY_PASSWORD_RESET_REQUESTED',
  'SECURITY_PASSWORD_RESET',
  'SECURITY_EMAIL_CHANGED',
  'SECURITY_EMAIL_VERIFIED',
  'SECURITY_SESSION_REVOKED',
  'SECURITY_ALL_SESSIONS_REVOKED',
  'ORG_CREATED',
  'ORG_INVITE_ACCEPTED',
] as const;
export type AuditAction = (typeof auditActions)[number];

export function categoryOf(action: AuditAction): AuditCategory {
  if (action.startsWith('AUTH_')) return 'authentication';
  return action.startsWith('SECURITY_') || action.startsWith('API_KEY_') ? 'security' : 'admin';
}
