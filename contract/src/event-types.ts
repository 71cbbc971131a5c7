import type { AuditAction } from './events.ts';

/** What an event can include, each as its own presenter shows it. */
type EventResource =
  | 'user'
  | 'organization'
  | 'member'
  | 'invite'
  | 'apiKey'
  | 'organizationKey'
  | 'role'
  | 'organizationRole'
  | 'domain'
  | 'webhook'
  | 'destination'
  | 'hook'
  | 'application';

/**
 * The event name of each audit action, and what the event is about. This is the only table of events: filters, docs and
 * payloads follow it. A resource is omitted when there is none, such as the user in a login with an unknown email.
 */
const table = {
  AUTH_LOGIN_SUCCESS: ['login.succeeded', 'user'],
  AUTH_LOGIN_FAILURE: ['login.failed', 'user'],
  AUTH_LOGOUT: ['session.ended', 'user'],
  AUTH_REGISTER: ['user.created', 'user'],
  AUTH_REMEMBER_ME_CREATED: ['remember_me.created', 'user'],
  AUTH_REMEMBER_ME_USED: ['remember_me.used', 'user'],
  AUTH_REMEMBER_ME_REVOKED: ['remember_me.revoked', 'user'],
  AUTH_REMEMBER_ME_THEFT_DETECTED: ['remember_me.theft_detected', 'user'],
  AUTH_REFRESH_REUSE_DETECTED: ['session.refresh_reused', 'user'],
  AUTH_2FA_SUCCESS: ['two_factor.succeeded', 'user'],
  AUTH_2FA_FAILURE: ['two_factor.failed', 'user'],
  AUTH_2FA_BACKUP_USED: ['two_factor.backup_code_used', 'user'],
  AUTH_2FA_ENABLED: ['two_factor.enabled', 'user'],
  AUTH_2FA_DISABLED: ['two_factor.disabled', 'user'],
  AUTH_2FA_BACKUP_REGENERATED: ['two_factor.backup_codes_replaced', 'user'],
  AUTH_PASSKEY_REGISTERED: ['passkey.registered', 'user'],
  AUTH_PASSKEY_REMOVED: ['passkey.removed', 'user'],
  AUTH_PASSKEY_FAILURE: ['passkey.failed', 'user'],
  AUTH_OAUTH_LOGIN_SUCCESS: ['oauth.login_succeeded', 'user'],
  AUTH_OAUTH_LOGIN_FAILED: ['oauth.login_failed', 'user'],
  AUTH_OAUTH_ACCOUNT_LINKED: ['oauth.account_linked', 'user'],
  AUTH_OAUTH_ACCOUNT_UNLINKED: ['oauth.account_unlinked', 'user'],
  AUTH_OAUTH_REGISTRATION: ['oauth.registered', 'user'],
  AUTH_SSO_LOGIN_SUCCESS: ['sso.login_succeeded', 'user'],
  AUTH_SSO_LOGIN_FAILED: ['sso.login_failed', 'user'],
  AUTH_SSO_ACCOUNT_LINKED: ['sso.account_linked', 'user'],
  AUTH_SSO_PROVISIONED: ['sso.provisioned', 'user'],
  AUTH_APP_AUTHORIZED: ['application.authorized', 'user'],
  AUTH_APP_CODE_REUSED: ['application.code_reused', 'user'],
  AUTH_APP_REFRESH_REUSED: ['application.refresh_reused', 'user'],
  AUTH_APP_REVOKED: ['application.revoked', 'user'],
  AUTH_HOOK_DENIED: ['hook.denied', 'user'],
  AUTH_PROFILE_UPDATED: ['user.updated', 'user'],
  AUTH_DATA_EXPORTED: ['user.exported', 'user'],
  AUTH_DELETION_REQUESTED: ['user.deletion_requested', 'user'],
  AUTH_DELETION_CANCELLED: ['user.deletion_cancelled', 'user'],
  AUTH_ACCOUNT_DELETED: ['user.deleted', 'user'],
  AUTH_DEFAULT_ORGANIZATION_CHANGED: ['user.default_organization_changed', 'user'],
  SECURITY_ACCOUNT_LOCKED: ['user.locked', 'user'],
  SECURITY_ACCOUNT_UNLOCKED: ['user.unlocked', 'user'],
  SECURITY_PASSWORD_CHANGED: ['user.password_changed', 'user'],
  SECURITY_PASSWORD_RESET_REQUESTED: ['user.password_reset_requested', 'user'],
  SECURITY_PASSWORD_RESET: ['user.password_reset', 'user'],
  SECURITY_ACCOUNT_RECLAIMED: ['user.reclaimed', 'user'],
  SECURITY_EMAIL_CHANGED: ['user.email_changed', 'user'],
  SECURITY_EMAIL_CHANGE_UNDONE: ['user.email_change_undone', 'user'],
  SECURITY_EMAIL_VERIFIED: ['user.email_verified', 'user'],
  SECURITY_REAUTHENTICATED: ['session.reauthenticated', 'user'],
  SECURITY_PASSKEY_CLONE_SUSPECTED: ['passkey.clone_suspected', 'user'],
  SECURITY_SESSION_REVOKED: ['session.revoked', 'user'],
  SECURITY_ALL_SESSIONS_REVOKED: ['session.all_revoked', 'user'],
  SECURITY_BREAK_GLASS_USED: ['sso.break_glass_used', 'user'],
  API_KEY_CREATED: ['api_key.created', 'apiKey'],
  API_KEY_UPDATED: ['api_key.updated', 'apiKey'],
  API_KEY_REVOKED: ['api_key.revoked', 'apiKey'],
  API_KEY_USED: ['api_key.used', 'user'],
  ADMIN_2FA_RESET: ['two_factor.reset', 'user'],
  ADMIN_AUDIT_DROPPED: ['audit.dropped'],
  ADMIN_AUDIT_ERASED: ['audit.erased'],
  ADMIN_IMPERSONATION_START: ['impersonation.started', 'user'],
  ADMIN_IMPERSONATION_END: ['impersonation.ended'],
  ADMIN_IMPERSONATION_EXPIRED: ['impersonation.expired'],
  ADMIN_USER_CREATED: ['user.created', 'user'],
  ADMIN_USER_UPDATED: ['user.updated', 'user'],
  ADMIN_USER_EXPORTED: ['user.exported', 'user'],
  ADMIN_USER_DELETED: ['user.deleted', 'user'],
  ADMIN_USER_ACTIVATED: ['user.activated', 'user'],
  ADMIN_USER_DEACTIVATED: ['user.deactivated', 'user'],
  ADMIN_USERS_IMPORTED: ['user.imported'],
  ADMIN_POLICY_CHANGED: ['policy.changed'],
  ADMIN_CHECKS_CONFIRMED: ['checks.confirmed'],
  ADMIN_ROLE_CREATED: ['role.created', 'role'],
  ADMIN_ROLE_UPDATED: ['role.updated', 'role'],
  ADMIN_ROLE_DELETED: ['role.deleted', 'role'],
  ADMIN_USER_ROLES_CHANGED: ['user.roles_changed', 'user'],
  ADMIN_ORGANIZATION_PERMISSIONS_CHANGED: ['organization_permissions.changed'],
  ADMIN_ORGANIZATION_ROLE_CREATED: ['organization_role.created', 'organizationRole'],
  ADMIN_ORGANIZATION_ROLE_UPDATED: ['organization_role.updated', 'organizationRole'],
  ADMIN_ORGANIZATION_ROLE_DELETED: ['organization_role.deleted', 'organizationRole'],
  ADMIN_APP_CREATED: ['application.created', 'application'],
  ADMIN_APP_UPDATED: ['application.updated', 'application'],
  ADMIN_APP_DELETED: ['application.deleted', 'application'],
  ADMIN_APP_SECRET_ROTATED: ['application.secret_rotated', 'application'],
  ADMIN_SIGNING_KEY_ROTATED: ['signing_key.rotated'],
  ADMIN_WEBHOOK_CREATED: ['webhook.created', 'webhook'],
  ADMIN_WEBHOOK_UPDATED: ['webhook.updated', 'webhook'],
  ADMIN_WEBHOOK_DELETED: ['webhook.deleted', 'webhook'],
  ADMIN_WEBHOOK_SECRET_ROTATED: ['webhook.secret_rotated', 'webhook'],
  ADMIN_WEBHOOK_DISABLED: ['webhook.disabled', 'webhook'],
  ADMIN_WEBHOOK_REPLAYED: ['webhook.replayed', 'webhook'],
  ADMIN_DESTINATION_CREATED: ['destination.created', 'destination'],
  ADMIN_DESTINATION_UPDATED: ['destination.updated', 'destination'],
  ADMIN_DESTINATION_DELETED: ['destination.deleted', 'destination'],
  ADMIN_DESTINATION_SECRET_ROTATED: ['destination.secret_rotated', 'destination'],
  ADMIN_DESTINATION_DISABLED: ['destination.disabled', 'destination'],
  ADMIN_HOOK_CREATED: ['hook.created', 'hook'],
  ADMIN_HOOK_UPDATED: ['hook.updated', 'hook'],
  ADMIN_HOOK_DELETED: ['hook.deleted', 'hook'],
  ADMIN_HOOK_SECRET_ROTATED: ['hook.secret_rotated', 'hook'],
  ADMIN_HOOK_DISABLED: ['hook.disabled', 'hook'],
  ORG_CREATED: ['organization.created', 'organization'],
  ORG_UPDATED: ['organization.updated', 'organization'],
  ORG_BRANDING_UPDATED: ['organization.branding_updated', 'organization'],
  ORG_DELETED: ['organization.deleted', 'organization'],
  ORG_POLICY_CHANGED: ['policy.changed'],
  ORG_INVITE_CREATED: ['invite.created', 'invite'],
  ORG_INVITE_RESENT: ['invite.resent', 'invite'],
  ORG_INVITE_LINK_CREATED: ['invite.link_created', 'invite'],
  ORG_INVITE_CANCELLED: ['invite.cancelled', 'invite'],
  ORG_INVITE_ACCEPTED: ['invite.accepted', 'invite', 'member'],
  ORG_MEMBER_JOINED: ['member.joined', 'member'],
  ORG_MEMBER_PROVISIONED: ['member.provisioned', 'member'],
  ORG_MEMBER_ROLE_CHANGED: ['member.role_changed', 'member'],
  ORG_MEMBER_ROLES_CHANGED: ['member.roles_changed', 'member'],
  ORG_MEMBER_REMOVED: ['member.removed', 'member'],
  ORG_ROLE_CREATED: ['organization_role.created', 'organizationRole'],
  ORG_ROLE_UPDATED: ['organization_role.updated', 'organizationRole'],
  ORG_ROLE_DELETED: ['organization_role.deleted', 'organizationRole'],
  ORG_CONNECTION_CREATED: ['connection.created'],
  ORG_CONNECTION_UPDATED: ['connection.updated'],
  ORG_CONNECTION_DELETED: ['connection.deleted'],
  ORG_CONNECTION_TESTED: ['connection.tested'],
  ORG_CONNECTION_UNLINKED: ['connection.unlinked'],
  ORG_DOMAIN_ADDED: ['domain.added', 'domain'],
  ORG_DOMAIN_VERIFIED: ['domain.verified', 'domain'],
  ORG_DOMAIN_LOST: ['domain.lost', 'domain'],
  ORG_DOMAIN_REMOVED: ['domain.removed', 'domain'],
  ORG_SCIM_GROUP_CHANGED: ['scim_group.changed'],
  ORG_SCIM_TOKEN_CREATED: ['scim_token.created'],
  ORG_SCIM_TOKEN_REVOKED: ['scim_token.revoked'],
  ORG_KEY_CREATED: ['organization_key.created', 'organizationKey'],
  ORG_KEY_UPDATED: ['organization_key.updated', 'organizationKey'],
  ORG_KEY_ROTATED: ['organization_key.rotated', 'organizationKey'],
  ORG_KEY_REVOKED: ['organization_key.revoked', 'organizationKey'],
  ORG_WEBHOOK_CREATED: ['webhook.created', 'webhook'],
  ORG_WEBHOOK_UPDATED: ['webhook.updated', 'webhook'],
  ORG_WEBHOOK_DELETED: ['webhook.deleted', 'webhook'],
  ORG_WEBHOOK_SECRET_ROTATED: ['webhook.secret_rotated', 'webhook'],
  ORG_WEBHOOK_DISABLED: ['webhook.disabled', 'webhook'],
  ORG_WEBHOOK_REPLAYED: ['webhook.replayed', 'webhook'],
  ORG_DESTINATION_CREATED: ['destination.created', 'destination'],
  ORG_DESTINATION_UPDATED: ['destination.updated', 'destination'],
  ORG_DESTINATION_DELETED: ['destination.deleted', 'destination'],
  ORG_DESTINATION_SECRET_ROTATED: ['destination.secret_rotated', 'destination'],
  ORG_DESTINATION_DISABLED: ['destination.disabled', 'destination'],
} as const satisfies Record<AuditAction, readonly [type: string, ...about: EventResource[]]>;

export type EventType = (typeof table)[AuditAction][0];
/** What the event of an action is about. */
export type ResourceOf<A extends AuditAction> = Extract<(typeof table)[A][number], EventResource>;

/** Each once, in table order. */
export const eventTypes: readonly EventType[] = [...new Set(Object.values(table).map(([type]) => type))];

export function eventTypeOf(action: AuditAction): EventType {
  return table[action][0];
}

export function resourcesOf(action: AuditAction): readonly EventResource[] {
  const [, ...resources] = table[action];
  return resources;
}
