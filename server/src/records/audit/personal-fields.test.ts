import { type AuditAction, auditActions } from '@latchkey/contract';
import { describe, expect, test } from 'vitest';
import { personalFieldsOf } from './personal-fields.ts';

/** Every text that an entry could call a person by, in every place where metadata has one. */
const side = { email: 'x', username: 'x', firstName: 'x', lastName: 'x', name: 'x' };
const each = (value: unknown) => Object.fromEntries(Object.keys(side).map((field) => [field, value]));
const metadata = {
  targetEmail: 'x',
  email: 'x',
  name: 'x',
  description: 'x',
  reason: 'x',
  from: 'x',
  to: 'x',
};
const personal = (action: AuditAction) =>
  [
    ...new Set([
      ...(personalFieldsOf({ action, metadata: { ...metadata, changes: each('x') } }) ?? []),
      ...(personalFieldsOf({ action, metadata: { changes: each({ from: 'x', to: 'x' }) } }) ?? []),
    ]),
  ].filter((field) => field !== 'email' && field !== 'targetEmail');

const profile = ['email', 'username', 'firstName', 'lastName'];

/**
 * What names a person in the metadata of each action, beside addresses. A new action needs a line: an empty list if its
 * metadata has only ids, reasons, roles, counts, and names of organizations and of what is theirs.
 */
const decided: Record<AuditAction, string[]> = {
  AUTH_LOGIN_SUCCESS: [],
  AUTH_LOGIN_FAILURE: [],
  AUTH_LOGOUT: [],
  AUTH_REGISTER: [],
  AUTH_REMEMBER_ME_CREATED: [],
  AUTH_REMEMBER_ME_USED: [],
  AUTH_REMEMBER_ME_REVOKED: [],
  AUTH_REMEMBER_ME_THEFT_DETECTED: [],
  AUTH_REFRESH_REUSE_DETECTED: [],
  AUTH_2FA_SUCCESS: [],
  AUTH_2FA_FAILURE: [],
  AUTH_2FA_BACKUP_USED: [],
  AUTH_2FA_ENABLED: [],
  AUTH_2FA_DISABLED: [],
  AUTH_2FA_BACKUP_REGENERATED: [],
  AUTH_PASSKEY_REGISTERED: ['name'],
  AUTH_PASSKEY_REMOVED: ['name'],
  AUTH_PASSKEY_FAILURE: [],
  AUTH_OAUTH_LOGIN_SUCCESS: [],
  AUTH_OAUTH_LOGIN_FAILED: [],
  AUTH_OAUTH_ACCOUNT_LINKED: [],
  AUTH_OAUTH_ACCOUNT_UNLINKED: [],
  AUTH_OAUTH_REGISTRATION: [],
  AUTH_SSO_LOGIN_SUCCESS: [],
  AUTH_SSO_LOGIN_FAILED: [],
  AUTH_SSO_ACCOUNT_LINKED: [],
  AUTH_SSO_PROVISIONED: [],
  AUTH_APP_AUTHORIZED: [],
  AUTH_APP_CODE_REUSED: [],
  AUTH_APP_REFRESH_REUSED: [],
  AUTH_APP_REVOKED: [],
  AUTH_PROFILE_UPDATED: [],
  AUTH_DATA_EXPORTED: [],
  AUTH_DELETION_REQUESTED: [],
  AUTH_DELETION_CANCELLED: [],
  AUTH_ACCOUNT_DELETED: [],
  AUTH_DEFAULT_ORGANIZATION_CHANGED: [],
  SECURITY_ACCOUNT_LOCKED: [],
  SECURITY_ACCOUNT_UNLOCKED: [],
  SECURITY_PASSWORD_CHANGED: [],
  SECURITY_PASSWORD_RESET_REQUESTED: [],
  SECURITY_PASSWORD_RESET: [],
  SECURITY_ACCOUNT_RECLAIMED: [],
  SECURITY_EMAIL_CHANGED: ['from', 'to'],
  SECURITY_EMAIL_CHANGE_UNDONE: ['from', 'to'],
  SECURITY_EMAIL_VERIFIED: [],
  SECURITY_REAUTHENTICATED: [],
  SECURITY_PASSKEY_CLONE_SUSPECTED: [],
  SECURITY_SESSION_REVOKED: [],
  SECURITY_ALL_SESSIONS_REVOKED: [],
  SECURITY_BREAK_GLASS_USED: [],
  API_KEY_CREATED: ['name'],
  API_KEY_UPDATED: ['changes.name'],
  API_KEY_REVOKED: ['name'],
  API_KEY_USED: [],
  ADMIN_2FA_RESET: [],
  ADMIN_AUDIT_DROPPED: [],
  ADMIN_AUDIT_ERASED: [],
  ADMIN_IMPERSONATION_START: ['reason'],
  ADMIN_IMPERSONATION_END: [],
  ADMIN_IMPERSONATION_EXPIRED: [],
  ADMIN_USER_UPDATED: profile.flatMap((field) => [`changes.${field}.from`, `changes.${field}.to`]),
  ADMIN_USER_EXPORTED: [],
  ADMIN_USER_DELETED: [],
  ADMIN_USER_ACTIVATED: [],
  ADMIN_USER_DEACTIVATED: [],
  ADMIN_USERS_IMPORTED: [],
  ADMIN_POLICY_CHANGED: [],
  ADMIN_CHECKS_CONFIRMED: [],
  ADMIN_ROLE_CREATED: [],
  ADMIN_ROLE_UPDATED: [],
  ADMIN_ROLE_DELETED: [],
  ADMIN_USER_ROLES_CHANGED: [],
  ADMIN_ORGANIZATION_PERMISSIONS_CHANGED: [],
  ADMIN_ORGANIZATION_ROLE_CREATED: [],
  ADMIN_ORGANIZATION_ROLE_UPDATED: [],
  ADMIN_ORGANIZATION_ROLE_DELETED: [],
  ADMIN_APP_CREATED: [],
  ADMIN_APP_UPDATED: [],
  ADMIN_APP_DELETED: [],
  ADMIN_APP_SECRET_ROTATED: [],
  ADMIN_SIGNING_KEY_ROTATED: [],
  ADMIN_WEBHOOK_CREATED: [],
  ADMIN_WEBHOOK_UPDATED: [],
  ADMIN_WEBHOOK_DELETED: [],
  ADMIN_WEBHOOK_SECRET_ROTATED: [],
  ADMIN_WEBHOOK_DISABLED: [],
  ADMIN_WEBHOOK_REPLAYED: [],
  ORG_CREATED: [],
  ORG_UPDATED: [],
  ORG_BRANDING_UPDATED: [],
  ORG_DELETED: [],
  ORG_POLICY_CHANGED: [],
  ORG_INVITE_CREATED: [],
  ORG_INVITE_CANCELLED: [],
  ORG_INVITE_ACCEPTED: [],
  ORG_MEMBER_JOINED: [],
  ORG_MEMBER_PROVISIONED: [],
  ORG_MEMBER_ROLE_CHANGED: [],
  ORG_MEMBER_ROLES_CHANGED: [],
  ORG_MEMBER_REMOVED: [],
  ORG_ROLE_CREATED: [],
  ORG_ROLE_UPDATED: [],
  ORG_ROLE_DELETED: [],
  ORG_CONNECTION_CREATED: [],
  ORG_CONNECTION_UPDATED: [],
  ORG_CONNECTION_DELETED: [],
  ORG_CONNECTION_TESTED: [],
  ORG_CONNECTION_UNLINKED: [],
  ORG_DOMAIN_ADDED: [],
  ORG_DOMAIN_VERIFIED: [],
  ORG_DOMAIN_LOST: [],
  ORG_DOMAIN_REMOVED: [],
  ORG_SCIM_GROUP_CHANGED: [],
  ORG_SCIM_TOKEN_CREATED: ['description'],
  ORG_SCIM_TOKEN_REVOKED: ['description'],
  ORG_KEY_CREATED: ['name'],
  ORG_KEY_UPDATED: ['name', 'changes.name.from', 'changes.name.to'],
  ORG_KEY_ROTATED: ['name'],
  ORG_KEY_REVOKED: ['name'],
  ORG_WEBHOOK_CREATED: [],
  ORG_WEBHOOK_UPDATED: [],
  ORG_WEBHOOK_DELETED: [],
  ORG_WEBHOOK_SECRET_ROTATED: [],
  ORG_WEBHOOK_DISABLED: [],
  ORG_WEBHOOK_REPLAYED: [],
};

describe('the personal fields of an audit entry', () => {
  test.each(auditActions)('are decided for %s', (action) => {
    expect(personal(action)).toEqual(decided[action]);
  });

  test.each(auditActions)('include every address of %s', (action) => {
    expect(personalFieldsOf({ action, metadata })).toEqual(expect.arrayContaining(['targetEmail', 'email']));
    expect(personalFieldsOf({ action, metadata: { targetUserId: 'x' } })).toBeNull();
  });
});
