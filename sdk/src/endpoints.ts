// Written from the contract by write-endpoints.mjs (npm run docs). Not by hand.

/** Each path, with its methods and their endpoints. `!`: it changes something without a session, and so without a CSRF token. */
export const table = `
/api/admin/audit-logs GET listAuditLogs
/api/admin/audit-logs/export GET exportAuditLogs
/api/admin/audit-logs/activity GET auditActivity
/api/admin/audit-logs/summary GET auditSummary
/api/admin/audit-logs/head GET auditHead
/api/admin/audit-logs/:id/proof GET auditProof
/api/admin/emails GET listEmails
/api/admin/settings GET getSettings
/api/admin/health GET getHealth
/api/admin/test-email POST sendTestEmail
/api/admin/statistics GET getStatistics
/api/checks/changes GET listCheckChanges
/api/admin/checks GET listCheckSubscribers
/api/admin/checks/confirm POST confirmChecks
/api/auth/login POST! login
/api/auth/register POST! register
/api/auth/logout POST logout
/api/auth/refresh POST! refresh
/api/auth/me GET me
/api/auth/forgot-password POST! forgotPassword
/api/auth/reset-password POST! resetPassword
/api/auth/verify-email POST! verifyEmail
/api/auth/undo-email-change POST! undoEmailChange
/api/auth/resend-verification POST! resendVerification
/api/auth/request-unlock POST! requestUnlock
/api/auth/verify-unlock POST! verifyUnlock
/api/auth/sessions GET listSessions DELETE revokeOtherSessions
/api/auth/sessions/:id DELETE revokeSession
/api/auth/oauth/:provider GET startOAuth
/api/auth/oauth/:provider/callback GET finishOAuth
/api/auth/oauth/pending GET getPendingOAuth
/api/auth/oauth/complete POST! completeOAuth
/api/auth/oauth/link POST! linkOAuth
/api/auth/oauth/providers GET listOAuthProviders
/api/auth/oauth/accounts GET listOAuthAccounts DELETE unlinkOAuthAccountByQuery
/api/auth/oauth/accounts/:provider DELETE unlinkOAuthAccount
/api/oidc/logout/confirm POST confirmLogout
/api/oidc/consent GET getConsent POST decideConsent
/api/oidc/device/lookup POST lookUpDeviceGrant
/api/oidc/device/decide POST decideDeviceGrant
/api/admin/applications GET listApplications POST createApplication
/api/admin/applications/:id GET getApplication PATCH updateApplication DELETE deleteApplication
/api/admin/applications/:id/secret POST createApplicationSecret
/api/users/profile/applications GET listGrantedApplications
/api/users/profile/applications/:id DELETE withdrawApplication
/api/auth/2fa/setup POST setupTwoFactor
/api/auth/2fa/verify POST verifyTwoFactor
/api/auth/2fa/validate POST! validateTwoFactor
/api/auth/2fa/options POST! prepareTwoFactor
/api/auth/2fa/disable POST disableTwoFactor
/api/auth/2fa/backup-codes POST replaceBackupCodes
/api/admin/users/:id/reset-2fa POST resetTwoFactor
/api/auth/reauthenticate POST reauthenticate
/api/auth/reauthenticate/options POST prepareReauthentication
/api/auth/passkeys/options POST preparePasskey
/api/auth/passkeys POST createPasskey GET listPasskeys
/api/auth/passkeys/:id PATCH updatePasskey DELETE deletePasskey
/api/auth/passkeys/register/options POST! preparePasskeyRegistration
/api/auth/passkeys/login/options POST! preparePasskeyLogin
/api/auth/passkeys/login POST! loginWithPasskey
/.well-known/webauthn GET getRelatedOrigins
/api/auth/email-code POST! requestEmailCode
/api/auth/email-code/register POST! registerWithEmailCode
/api/auth/email-code/verify POST! verifyEmailCode
/api/auth/challenge GET getChallenge
/api/setup GET getSetup POST! createFirstAdmin
/api/keys POST createKey GET listKeys
/api/keys/:id GET getKey PATCH updateKey DELETE revokeKey
/api/locales/:code/:part GET getCatalog
/api/admin/impersonate POST impersonate
/api/admin/exit-impersonation POST exitImpersonation
/api/admin/users/:id/organizations GET listUserOrganizations
/api/admin/users/:id/organizations/:organizationId DELETE removeUserFromOrganization
/api/users/profile GET getProfile POST updateProfile
/api/users/profile/picture PUT putPicture GET getPicture DELETE deletePicture
/api/users GET listUsers POST createUser
/api/users/:id GET getUser PUT updateUser DELETE deleteUser
/api/users/:id/activate POST activateUser
/api/users/:id/deactivate POST deactivateUser
/api/users/:id/unlock POST unlockUser
/api/users/:id/metadata GET getUserMetadata PATCH updateUserMetadata
/api/users/import POST importUsers
/api/users/:id/sessions GET listUserSessions DELETE revokeUserSessions
/api/users/:id/sessions/:sessionId DELETE revokeUserSession
/api/users/:id/sign-in-methods GET listSignInMethods
/api/users/:id/send-reset POST sendReset
/api/users/profile/export GET exportProfile
/api/users/:id/export GET exportUser
/api/users/profile/deletion POST requestDeletion
/api/auth/cancel-deletion POST! cancelDeletion
/api/admin/roles GET listRoles POST createRole
/api/admin/roles/:id GET getRole PATCH updateRole DELETE deleteRole
/api/admin/users/:id/roles GET getUserRoles PUT setUserRoles
/api/admin/organizations GET listAllOrganizations
/api/organizations POST createOrganization GET listOrganizations
/api/organizations/:id/default POST setDefaultOrganization
/api/organizations/current GET getOrganization PATCH updateOrganization DELETE deleteOrganization
/api/organizations/current/members GET listMembers
/api/organizations/current/members/:id PATCH changeMemberRole DELETE removeMember
/api/organizations/current/invites POST createInvite GET listInvites
/api/organizations/current/invites/:id/resend POST resendInvite
/api/organizations/current/invites/:id/link POST createInviteLink
/api/organizations/current/invites/:id DELETE cancelInvite
/api/invites/:token GET getInvite
/api/invites/:token/accept POST acceptInvite
/api/organizations/current/branding GET getBranding PATCH updateBranding
/api/organizations/current/branding/logo PUT putLogo DELETE deleteLogo
/api/branding/:organizationId/logo GET getLogo
/api/admin/organization-roles GET listTeamRoles POST createTeamRole
/api/admin/organization-roles/:id GET getTeamRole PATCH updateTeamRole DELETE deleteTeamRole
/api/organizations/current/roles GET listOrganizationTeamRoles POST createOrganizationTeamRole
/api/organizations/current/roles/:id GET getOrganizationTeamRole PATCH updateOrganizationTeamRole DELETE deleteOrganizationTeamRole
/api/admin/organization-permissions GET getTeamPermissions PUT setTeamPermissions
/api/organizations/current/members/:id/roles GET getMemberRoles PUT setMemberRoles
/api/admin/policy GET getPolicy PATCH updatePolicy
/api/admin/policy/preview POST previewPolicy
/api/organizations/current/policy GET getOrganizationPolicy PATCH updateOrganizationPolicy
/api/organizations/current/policy/preview POST previewOrganizationPolicy
/api/admin/events GET listEvents
/api/admin/webhooks GET listWebhooks POST createWebhook
/api/admin/webhooks/:id GET getWebhook PATCH updateWebhook DELETE deleteWebhook
/api/admin/webhooks/:id/rotate-secret POST rotateWebhookSecret
/api/admin/webhooks/:id/test POST testWebhook
/api/admin/webhooks/:id/deliveries GET listWebhookDeliveries
/api/admin/webhooks/:id/deliveries/:deliveryId GET getWebhookDelivery
/api/admin/webhooks/:id/deliveries/:deliveryId/replay POST replayWebhookDelivery
/api/admin/webhooks/:id/replay POST replayWebhook
/api/organizations/current/events GET listOrganizationEvents
/api/organizations/current/webhooks GET listOrganizationWebhooks POST createOrganizationWebhook
/api/organizations/current/webhooks/:id GET getOrganizationWebhook PATCH updateOrganizationWebhook DELETE deleteOrganizationWebhook
/api/organizations/current/webhooks/:id/rotate-secret POST rotateOrganizationWebhookSecret
/api/organizations/current/webhooks/:id/test POST testOrganizationWebhook
/api/organizations/current/webhooks/:id/deliveries GET listOrganizationWebhookDeliveries
/api/organizations/current/webhooks/:id/deliveries/:deliveryId GET getOrganizationWebhookDelivery
/api/organizations/current/webhooks/:id/deliveries/:deliveryId/replay POST replayOrganizationWebhookDelivery
/api/organizations/current/webhooks/:id/replay POST replayOrganizationWebhook
/api/admin/destinations GET listDestinations POST createDestination
/api/admin/destinations/:id GET getDestination PATCH updateDestination DELETE deleteDestination
/api/admin/destinations/:id/rotate-secret POST rotateDestinationSecret
/api/admin/destinations/:id/test POST testDestination
/api/organizations/current/destinations GET listOrganizationDestinations POST createOrganizationDestination
/api/organizations/current/destinations/:id GET getOrganizationDestination PATCH updateOrganizationDestination DELETE deleteOrganizationDestination
/api/organizations/current/destinations/:id/rotate-secret POST rotateOrganizationDestinationSecret
/api/organizations/current/destinations/:id/test POST testOrganizationDestination
/api/admin/hooks GET listHooks POST createHook
/api/admin/hooks/:id GET getHook PATCH updateHook DELETE deleteHook
/api/admin/hooks/:id/rotate-secret POST rotateHookSecret
/api/admin/hooks/:id/test POST testHook
/api/organizations/current/keys GET listOrganizationKeys POST createOrganizationKey
/api/organizations/current/keys/:id GET getOrganizationKey PATCH updateOrganizationKey DELETE revokeOrganizationKey
/api/organizations/current/keys/:id/rotate POST rotateOrganizationKey
/api/keys/verify POST verifyKey
/api/organizations/current/domains GET listDomains POST addDomain
/api/organizations/current/domains/:id PATCH updateDomain DELETE removeDomain
/api/organizations/current/domains/:id/verify POST verifyDomain
/api/organizations/current/scim-groups GET listDirectoryGroups
/api/organizations/current/scim-groups/:id PATCH mapDirectoryGroup
/api/organizations/current/scim-tokens GET listScimTokens POST createScimToken
/api/organizations/current/scim-tokens/:id DELETE revokeScimToken
/api/organizations/current/scim-errors GET listScimErrors
/api/auth/sso/discover POST! discoverSso
/api/auth/sso/:id GET startSso
/api/auth/sso/:id/callback GET finishSso
/api/auth/sso/:id/finish GET finishSaml
/api/auth/sso/:id/metadata GET getSamlMetadata
/api/organizations/current/connections GET listConnections POST createConnection
/api/organizations/current/connections/:id GET getConnection PATCH updateConnection DELETE deleteConnection
/api/organizations/current/connections/:id/test POST testConnection GET getConnectionTest
/api/organizations/current/connections/:id/links GET listConnectionLinks DELETE deleteConnectionLinks
/api/organizations/current/connections/:id/links/:userId DELETE deleteConnectionLink
/api/health/live GET live
/api/health/ready GET ready
/api/test/reset-rate-limits POST! resetRateLimits`;

export type AcceptedPasskeys = {
  rpId: string;
  userId: string;
  allAcceptedCredentialIds: string[];
};

export type AffectedMember = {
  id: string;
  email: string;
  reasons: (
    | 'SSO_REQUIRED'
    | 'SIGN_IN_METHOD_NOT_ALLOWED'
    | 'TWO_FACTOR_SETUP_REQUIRED'
    | 'SESSION_TOO_OLD')[];
};

export type ApiKey = {
  id: string;
  name: string;
  keyPrefix: string;
  permission: 'READ_ONLY' | 'READ_WRITE';
  /** The organization it was made in: it acts there and nowhere else, and ends with the membership. Null: made without one. */
  organizationId: string | null;
  /** Null: never expires. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Null: not revoked. */
  revokedAt: string | null;
};

export type Application = {
  id: string;
  clientId: string;
  name: string;
  /** spa and native have no secret; service has no users. */
  kind: 'web' | 'spa' | 'native' | 'service';
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  /** True: people are not asked for consent. */
  firstParty: boolean;
  /** Only members of this organization can sign in. */
  organizationId: string | null;
  signingAlgorithm: 'RS256' | 'ES256';
  requirePkce: boolean;
  /** What the application can ask for. */
  scopes: ('openid' | 'profile' | 'email' | 'offline_access' | 'organization' | 'permissions')[];
  /** True: it may ask for a sign-in with a code that people enter elsewhere. */
  deviceGrant: boolean;
  /** It registered itself: no administrator has vouched for it. */
  selfRegistered?: true | undefined;
  /** False: it can neither sign anyone in nor get tokens. */
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
};

export type AuditEntry = {
  id: string;
  userId: string | null;
  /** Kept when the user is deleted. Null if the system acted. */
  userEmail: string | null;
  action:
    | 'AUTH_LOGIN_SUCCESS'
    | 'AUTH_LOGIN_FAILURE'
    | 'AUTH_LOGOUT'
    | 'AUTH_REGISTER'
    | 'AUTH_REMEMBER_ME_CREATED'
    | 'AUTH_REMEMBER_ME_USED'
    | 'AUTH_REMEMBER_ME_REVOKED'
    | 'AUTH_REMEMBER_ME_THEFT_DETECTED'
    | 'AUTH_REFRESH_REUSE_DETECTED'
    | 'AUTH_2FA_SUCCESS'
    | 'AUTH_2FA_FAILURE'
    | 'AUTH_2FA_BACKUP_USED'
    | 'AUTH_2FA_ENABLED'
    | 'AUTH_2FA_DISABLED'
    | 'AUTH_2FA_BACKUP_REGENERATED'
    | 'AUTH_PASSKEY_REGISTERED'
    | 'AUTH_PASSKEY_REMOVED'
    | 'AUTH_PASSKEY_FAILURE'
    | 'AUTH_OAUTH_LOGIN_SUCCESS'
    | 'AUTH_OAUTH_LOGIN_FAILED'
    | 'AUTH_OAUTH_ACCOUNT_LINKED'
    | 'AUTH_OAUTH_ACCOUNT_UNLINKED'
    | 'AUTH_OAUTH_REGISTRATION'
    | 'AUTH_SSO_LOGIN_SUCCESS'
    | 'AUTH_SSO_LOGIN_FAILED'
    | 'AUTH_SSO_ACCOUNT_LINKED'
    | 'AUTH_SSO_PROVISIONED'
    | 'AUTH_APP_AUTHORIZED'
    | 'AUTH_APP_CODE_REUSED'
    | 'AUTH_APP_REFRESH_REUSED'
    | 'AUTH_APP_REVOKED'
    | 'AUTH_HOOK_DENIED'
    | 'AUTH_PROFILE_UPDATED'
    | 'AUTH_DATA_EXPORTED'
    | 'AUTH_DELETION_REQUESTED'
    | 'AUTH_DELETION_CANCELLED'
    | 'AUTH_ACCOUNT_DELETED'
    | 'AUTH_DEFAULT_ORGANIZATION_CHANGED'
    | 'SECURITY_ACCOUNT_LOCKED'
    | 'SECURITY_ACCOUNT_UNLOCKED'
    | 'SECURITY_PASSWORD_CHANGED'
    | 'SECURITY_PASSWORD_RESET_REQUESTED'
    | 'SECURITY_PASSWORD_RESET'
    | 'SECURITY_ACCOUNT_RECLAIMED'
    | 'SECURITY_EMAIL_CHANGED'
    | 'SECURITY_EMAIL_CHANGE_UNDONE'
    | 'SECURITY_EMAIL_VERIFIED'
    | 'SECURITY_REAUTHENTICATED'
    | 'SECURITY_PASSKEY_CLONE_SUSPECTED'
    | 'SECURITY_SESSION_REVOKED'
    | 'SECURITY_ALL_SESSIONS_REVOKED'
    | 'SECURITY_BREAK_GLASS_USED'
    | 'API_KEY_CREATED'
    | 'API_KEY_UPDATED'
    | 'API_KEY_REVOKED'
    | 'API_KEY_USED'
    | 'ADMIN_2FA_RESET'
    | 'ADMIN_AUDIT_DROPPED'
    | 'ADMIN_AUDIT_ERASED'
    | 'ADMIN_IMPERSONATION_START'
    | 'ADMIN_IMPERSONATION_END'
    | 'ADMIN_IMPERSONATION_EXPIRED'
    | 'ADMIN_USER_CREATED'
    | 'ADMIN_USER_UPDATED'
    | 'ADMIN_USER_EXPORTED'
    | 'ADMIN_USER_DELETED'
    | 'ADMIN_USER_ACTIVATED'
    | 'ADMIN_USER_DEACTIVATED'
    | 'ADMIN_USERS_IMPORTED'
    | 'ADMIN_POLICY_CHANGED'
    | 'ADMIN_CHECKS_CONFIRMED'
    | 'ADMIN_ROLE_CREATED'
    | 'ADMIN_ROLE_UPDATED'
    | 'ADMIN_ROLE_DELETED'
    | 'ADMIN_USER_ROLES_CHANGED'
    | 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED'
    | 'ADMIN_ORGANIZATION_ROLE_CREATED'
    | 'ADMIN_ORGANIZATION_ROLE_UPDATED'
    | 'ADMIN_ORGANIZATION_ROLE_DELETED'
    | 'ADMIN_APP_CREATED'
    | 'ADMIN_APP_UPDATED'
    | 'ADMIN_APP_DELETED'
    | 'ADMIN_APP_SECRET_ROTATED'
    | 'ADMIN_SIGNING_KEY_ROTATED'
    | 'ADMIN_WEBHOOK_CREATED'
    | 'ADMIN_WEBHOOK_UPDATED'
    | 'ADMIN_WEBHOOK_DELETED'
    | 'ADMIN_WEBHOOK_SECRET_ROTATED'
    | 'ADMIN_WEBHOOK_DISABLED'
    | 'ADMIN_WEBHOOK_REPLAYED'
    | 'ADMIN_DESTINATION_CREATED'
    | 'ADMIN_DESTINATION_UPDATED'
    | 'ADMIN_DESTINATION_DELETED'
    | 'ADMIN_DESTINATION_SECRET_ROTATED'
    | 'ADMIN_DESTINATION_DISABLED'
    | 'ADMIN_HOOK_CREATED'
    | 'ADMIN_HOOK_UPDATED'
    | 'ADMIN_HOOK_DELETED'
    | 'ADMIN_HOOK_SECRET_ROTATED'
    | 'ADMIN_HOOK_DISABLED'
    | 'ORG_CREATED'
    | 'ORG_UPDATED'
    | 'ORG_BRANDING_UPDATED'
    | 'ORG_DELETED'
    | 'ORG_POLICY_CHANGED'
    | 'ORG_INVITE_CREATED'
    | 'ORG_INVITE_RESENT'
    | 'ORG_INVITE_LINK_CREATED'
    | 'ORG_INVITE_CANCELLED'
    | 'ORG_INVITE_ACCEPTED'
    | 'ORG_MEMBER_JOINED'
    | 'ORG_MEMBER_PROVISIONED'
    | 'ORG_MEMBER_ROLE_CHANGED'
    | 'ORG_MEMBER_ROLES_CHANGED'
    | 'ORG_MEMBER_REMOVED'
    | 'ORG_ROLE_CREATED'
    | 'ORG_ROLE_UPDATED'
    | 'ORG_ROLE_DELETED'
    | 'ORG_CONNECTION_CREATED'
    | 'ORG_CONNECTION_UPDATED'
    | 'ORG_CONNECTION_DELETED'
    | 'ORG_CONNECTION_TESTED'
    | 'ORG_CONNECTION_UNLINKED'
    | 'ORG_DOMAIN_ADDED'
    | 'ORG_DOMAIN_VERIFIED'
    | 'ORG_DOMAIN_LOST'
    | 'ORG_DOMAIN_REMOVED'
    | 'ORG_SCIM_GROUP_CHANGED'
    | 'ORG_SCIM_TOKEN_CREATED'
    | 'ORG_SCIM_TOKEN_REVOKED'
    | 'ORG_KEY_CREATED'
    | 'ORG_KEY_UPDATED'
    | 'ORG_KEY_ROTATED'
    | 'ORG_KEY_REVOKED'
    | 'ORG_WEBHOOK_CREATED'
    | 'ORG_WEBHOOK_UPDATED'
    | 'ORG_WEBHOOK_DELETED'
    | 'ORG_WEBHOOK_SECRET_ROTATED'
    | 'ORG_WEBHOOK_DISABLED'
    | 'ORG_WEBHOOK_REPLAYED'
    | 'ORG_DESTINATION_CREATED'
    | 'ORG_DESTINATION_UPDATED'
    | 'ORG_DESTINATION_DELETED'
    | 'ORG_DESTINATION_SECRET_ROTATED'
    | 'ORG_DESTINATION_DISABLED';
  category: 'authentication' | 'security' | 'admin';
  ipAddress: string | null;
  userAgent: string | null;
  organizationId: string | null;
  metadata: {
    [name: string]: unknown;
  };
  createdAt: string;
  /** In lists only. True means that any change to the entry can now be detected; it becomes true within ten seconds. */
  sealed?: boolean | undefined;
};

export type AuditProof = {
  entry: AuditEntry;
  /** The createdAt of the entry to the microsecond, as it was sealed. */
  createdAt: string;
  /** The salt of the hashes below, in hexadecimal. Null if the personal fields were erased. */
  salt: string | null;
  hashes: {
    userEmail: string;
    ipAddress: string;
    userAgent: string;
  };
  /** The fields that entered the seal as hashes. In the leaf, those of the metadata are null. */
  hashed: string[];
  /** If an ADMIN acted as the user: the salt for ipAddress and userAgent. Absent once they were erased. */
  clientSalt?: string | undefined;
  /** The salt of metadataHashes, in hexadecimal. Null if those fields were erased. */
  metadataSalt?: string | null | undefined;
  /** By dotted path. Part of the leaf. */
  metadataHashes?: {
    [name: string]: string;
  } | undefined;
  leaf: string;
  /** From the leaf up to entriesRoot. */
  path: {
    side: 'left' | 'right';
    hash: string;
  }[];
  seal: {
    sequence: number;
    entries: number;
    oldest: string;
    newest: string;
    sealedAt: string;
    entriesRoot: string;
    previousRoot: string;
    root: string;
  };
};

export type AuditSummary = {
  bars: {
    from: string;
    /** The last millisecond: as the filters take it. */
    to: string;
    events: number;
    /** How many of the events are failed sign-ins. */
    failures: number;
    /** There are more than were counted. */
    atLeast?: true | undefined;
  }[];
  /** Too many accounts match userEmail: nothing is counted. */
  tooBroad?: true | undefined;
  reasons: {
    action:
      | 'AUTH_LOGIN_SUCCESS'
      | 'AUTH_LOGIN_FAILURE'
      | 'AUTH_LOGOUT'
      | 'AUTH_REGISTER'
      | 'AUTH_REMEMBER_ME_CREATED'
      | 'AUTH_REMEMBER_ME_USED'
      | 'AUTH_REMEMBER_ME_REVOKED'
      | 'AUTH_REMEMBER_ME_THEFT_DETECTED'
      | 'AUTH_REFRESH_REUSE_DETECTED'
      | 'AUTH_2FA_SUCCESS'
      | 'AUTH_2FA_FAILURE'
      | 'AUTH_2FA_BACKUP_USED'
      | 'AUTH_2FA_ENABLED'
      | 'AUTH_2FA_DISABLED'
      | 'AUTH_2FA_BACKUP_REGENERATED'
      | 'AUTH_PASSKEY_REGISTERED'
      | 'AUTH_PASSKEY_REMOVED'
      | 'AUTH_PASSKEY_FAILURE'
      | 'AUTH_OAUTH_LOGIN_SUCCESS'
      | 'AUTH_OAUTH_LOGIN_FAILED'
      | 'AUTH_OAUTH_ACCOUNT_LINKED'
      | 'AUTH_OAUTH_ACCOUNT_UNLINKED'
      | 'AUTH_OAUTH_REGISTRATION'
      | 'AUTH_SSO_LOGIN_SUCCESS'
      | 'AUTH_SSO_LOGIN_FAILED'
      | 'AUTH_SSO_ACCOUNT_LINKED'
      | 'AUTH_SSO_PROVISIONED'
      | 'AUTH_APP_AUTHORIZED'
      | 'AUTH_APP_CODE_REUSED'
      | 'AUTH_APP_REFRESH_REUSED'
      | 'AUTH_APP_REVOKED'
      | 'AUTH_HOOK_DENIED'
      | 'AUTH_PROFILE_UPDATED'
      | 'AUTH_DATA_EXPORTED'
      | 'AUTH_DELETION_REQUESTED'
      | 'AUTH_DELETION_CANCELLED'
      | 'AUTH_ACCOUNT_DELETED'
      | 'AUTH_DEFAULT_ORGANIZATION_CHANGED'
      | 'SECURITY_ACCOUNT_LOCKED'
      | 'SECURITY_ACCOUNT_UNLOCKED'
      | 'SECURITY_PASSWORD_CHANGED'
      | 'SECURITY_PASSWORD_RESET_REQUESTED'
      | 'SECURITY_PASSWORD_RESET'
      | 'SECURITY_ACCOUNT_RECLAIMED'
      | 'SECURITY_EMAIL_CHANGED'
      | 'SECURITY_EMAIL_CHANGE_UNDONE'
      | 'SECURITY_EMAIL_VERIFIED'
      | 'SECURITY_REAUTHENTICATED'
      | 'SECURITY_PASSKEY_CLONE_SUSPECTED'
      | 'SECURITY_SESSION_REVOKED'
      | 'SECURITY_ALL_SESSIONS_REVOKED'
      | 'SECURITY_BREAK_GLASS_USED'
      | 'API_KEY_CREATED'
      | 'API_KEY_UPDATED'
      | 'API_KEY_REVOKED'
      | 'API_KEY_USED'
      | 'ADMIN_2FA_RESET'
      | 'ADMIN_AUDIT_DROPPED'
      | 'ADMIN_AUDIT_ERASED'
      | 'ADMIN_IMPERSONATION_START'
      | 'ADMIN_IMPERSONATION_END'
      | 'ADMIN_IMPERSONATION_EXPIRED'
      | 'ADMIN_USER_CREATED'
      | 'ADMIN_USER_UPDATED'
      | 'ADMIN_USER_EXPORTED'
      | 'ADMIN_USER_DELETED'
      | 'ADMIN_USER_ACTIVATED'
      | 'ADMIN_USER_DEACTIVATED'
      | 'ADMIN_USERS_IMPORTED'
      | 'ADMIN_POLICY_CHANGED'
      | 'ADMIN_CHECKS_CONFIRMED'
      | 'ADMIN_ROLE_CREATED'
      | 'ADMIN_ROLE_UPDATED'
      | 'ADMIN_ROLE_DELETED'
      | 'ADMIN_USER_ROLES_CHANGED'
      | 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED'
      | 'ADMIN_ORGANIZATION_ROLE_CREATED'
      | 'ADMIN_ORGANIZATION_ROLE_UPDATED'
      | 'ADMIN_ORGANIZATION_ROLE_DELETED'
      | 'ADMIN_APP_CREATED'
      | 'ADMIN_APP_UPDATED'
      | 'ADMIN_APP_DELETED'
      | 'ADMIN_APP_SECRET_ROTATED'
      | 'ADMIN_SIGNING_KEY_ROTATED'
      | 'ADMIN_WEBHOOK_CREATED'
      | 'ADMIN_WEBHOOK_UPDATED'
      | 'ADMIN_WEBHOOK_DELETED'
      | 'ADMIN_WEBHOOK_SECRET_ROTATED'
      | 'ADMIN_WEBHOOK_DISABLED'
      | 'ADMIN_WEBHOOK_REPLAYED'
      | 'ADMIN_DESTINATION_CREATED'
      | 'ADMIN_DESTINATION_UPDATED'
      | 'ADMIN_DESTINATION_DELETED'
      | 'ADMIN_DESTINATION_SECRET_ROTATED'
      | 'ADMIN_DESTINATION_DISABLED'
      | 'ADMIN_HOOK_CREATED'
      | 'ADMIN_HOOK_UPDATED'
      | 'ADMIN_HOOK_DELETED'
      | 'ADMIN_HOOK_SECRET_ROTATED'
      | 'ADMIN_HOOK_DISABLED'
      | 'ORG_CREATED'
      | 'ORG_UPDATED'
      | 'ORG_BRANDING_UPDATED'
      | 'ORG_DELETED'
      | 'ORG_POLICY_CHANGED'
      | 'ORG_INVITE_CREATED'
      | 'ORG_INVITE_RESENT'
      | 'ORG_INVITE_LINK_CREATED'
      | 'ORG_INVITE_CANCELLED'
      | 'ORG_INVITE_ACCEPTED'
      | 'ORG_MEMBER_JOINED'
      | 'ORG_MEMBER_PROVISIONED'
      | 'ORG_MEMBER_ROLE_CHANGED'
      | 'ORG_MEMBER_ROLES_CHANGED'
      | 'ORG_MEMBER_REMOVED'
      | 'ORG_ROLE_CREATED'
      | 'ORG_ROLE_UPDATED'
      | 'ORG_ROLE_DELETED'
      | 'ORG_CONNECTION_CREATED'
      | 'ORG_CONNECTION_UPDATED'
      | 'ORG_CONNECTION_DELETED'
      | 'ORG_CONNECTION_TESTED'
      | 'ORG_CONNECTION_UNLINKED'
      | 'ORG_DOMAIN_ADDED'
      | 'ORG_DOMAIN_VERIFIED'
      | 'ORG_DOMAIN_LOST'
      | 'ORG_DOMAIN_REMOVED'
      | 'ORG_SCIM_GROUP_CHANGED'
      | 'ORG_SCIM_TOKEN_CREATED'
      | 'ORG_SCIM_TOKEN_REVOKED'
      | 'ORG_KEY_CREATED'
      | 'ORG_KEY_UPDATED'
      | 'ORG_KEY_ROTATED'
      | 'ORG_KEY_REVOKED'
      | 'ORG_WEBHOOK_CREATED'
      | 'ORG_WEBHOOK_UPDATED'
      | 'ORG_WEBHOOK_DELETED'
      | 'ORG_WEBHOOK_SECRET_ROTATED'
      | 'ORG_WEBHOOK_DISABLED'
      | 'ORG_WEBHOOK_REPLAYED'
      | 'ORG_DESTINATION_CREATED'
      | 'ORG_DESTINATION_UPDATED'
      | 'ORG_DESTINATION_DELETED'
      | 'ORG_DESTINATION_SECRET_ROTATED'
      | 'ORG_DESTINATION_DISABLED';
    reason: string | null;
    count: number;
  }[];
  addresses: {
    ipAddress: string;
    count: number;
  }[];
};

export type CallerOrganization = {
  id: string;
  name: string;
  slug: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  /** Keys of the roles of organizations that count for them. */
  roles: string[];
  /** What these permit, of your application's own permissions. */
  permissions: string[];
};

export type Catalog = {
  locale: string;
  dir: 'ltr' | 'rtl';
  messages: {
    [name: string]: string;
  };
};

export type CatalogPermission = {
  name: string;
  description: string;
};

export type Challenge = {
  kind: 'off' | 'pow' | 'turnstile' | 'hcaptcha';
  /** For pow: works for 10 minutes and one request. */
  challenge?: Puzzle | undefined;
  /** For a widget: what it is shown with. */
  siteKey?: string | undefined;
};

export type Check = {
  /** For how long after its request was sent the answer may be used, if no change names one of its subjects. */
  validForMs: number;
  /** What it depends on. They are opaque, and the same on every node. */
  subjects: string[];
};

export type CheckSubscriber = {
  id: string;
  /** Null if it asks with a session. */
  keyId: string | null;
  /** The key's. */
  name: string | null;
  ipAddress: string;
  /** The most that it has named. */
  maxStalenessMs: number;
  lastAskedAt: string;
  /** How long ago the state behind its last cursor was read. Null if it had none. */
  behindMs: number | null;
};

export type Connection = {
  id: string;
  kind: 'oidc' | 'saml';
  name: string;
  enabled: boolean;
  /** Members with an address in its domains sign in this way only. It needs enabled. */
  required: boolean;
  /** The verified domains whose people it signs in. */
  domains: string[];
  /** New people may join without an invitation. */
  provisioning: boolean;
  /** The identity provider checks a second factor, so we ask for none unless the service requires it. */
  trustsSecondFactor: boolean;
  /** Members of these groups are ADMIN, others MEMBER. */
  adminGroups: string[];
  /** The roles of the organization that members of each group hold, by key. */
  groupRoles: {
    group: string;
    roles: string[];
  }[];
  /** The name of each claim or attribute. Null: the usual names. */
  attributes: {
    email: string | null;
    firstName: string | null;
    lastName: string | null;
    groups: string | null;
  };
  sessionHours: number;
  oidc?: {
    issuer: string | null;
    clientId: string | null;
    hasClientSecret: boolean;
  } | undefined;
  saml?: {
    entityId: string | null;
    signInUrl: string | null;
    certificates: {
      pem: string;
      /** The fingerprint, in hex. */
      sha256: string;
      notAfter: string;
    }[];
    metadataUrl: string | null;
  } | undefined;
  serviceProvider: {
    redirectUri: string;
    loginUrl: string;
  } | {
    entityId: string;
    acsUrl: string;
    metadataUrl: string;
    loginUrl: string;
  };
  /** How many active OWNERs can sign in with a password and two-factor, or with a passkey. */
  breakGlassOwners: number;
  testedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type ConnectionLink = {
  userId: string;
  email: string;
  subject: string;
  createdAt: string;
  lastSignInAt: string | null;
};

export type ConnectionTest = {
  passed: boolean;
  reason: string | null;
  receivedAt: string;
  subject: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  groups: string[] | null;
  /** The role that adminGroups would give. Null: it would stay. */
  role: string | null;
  /** What the identity provider sent, without tokens. fault says what is wrong, in the language of the request. */
  received: {
    [name: string]: unknown;
  };
};

export type Deletion = {
  requestedAt: string;
  scheduledFor: string;
};

export type Destination = {
  id: string;
  name: string;
  kind: 'http' | 'splunk' | 'otlp' | 's3';
  enabled: boolean;
  /** Types such as user.created, or prefixes such as user.*. Empty means every event. */
  events: string[];
  /** token, headers and secretAccessKey are never shown. */
  settings: {
    /** http, splunk and otlp: the full address. */
    url?: string | undefined;
    /** splunk: the index, unless the token chooses it. */
    index?: string | undefined;
    /** s3, as the next ones. */
    region?: string | undefined;
    bucket?: string | undefined;
    /** What the names of all objects begin with. */
    prefix?: string | undefined;
    /** The address of a store other than Amazon S3. */
    endpoint?: string | undefined;
    accessKeyId?: string | undefined;
  };
  status: {
    /** The age of the oldest event that it wants and has not taken. 0 if there is none. */
    lagSeconds: number;
    /** Why the last batch was not taken, or not in full. */
    lastError: string | null;
    lastSucceededAt: string | null;
    /** Where it reads on, as the nextCursor of the event stream. Null if it has not begun. */
    cursor: string | null;
  };
  createdAt: string;
  updatedAt: string;
};

export type DirectoryGroup = {
  id: string;
  displayName: string;
  memberCount: number;
  /** What its members are in the organization. Null: nothing. */
  role: 'ADMIN' | null;
  /** Keys of the roles of the organization that its members hold. */
  roles: string[];
};

export type Domain = {
  id: string;
  /** In lower case. An internationalized name is in its ASCII form (xn--…). */
  name: string;
  verified: boolean;
  /** The DNS record that proves the domain. It stays in place: we look it up every week. */
  record: {
    type: 'TXT';
    name: string;
    value: string;
  };
  /** While the domain is verified, people who verify an address in it join as MEMBER. */
  autoJoin: boolean;
  verifiedAt: string | null;
  checkedAt: string | null;
  createdAt: string;
};

export type EmailEntry = {
  id: string;
  to: string;
  from: string;
  subject: string;
  type:
    | 'verification'
    | 'password_reset'
    | 'invite'
    | 'account_created'
    | 'new_device'
    | 'account_locked'
    | 'account_unlock'
    | 'password_changed'
    | 'email_changed'
    | 'email_in_use'
    | 'two_factor_enabled'
    | 'two_factor_disabled'
    | 'sign_in_code'
    | 'registration_code'
    | 'passkey_added'
    | 'passkey_removed'
    | 'security_alert'
    | 'webhook_disabled'
    | 'destination_disabled'
    | 'data_exported'
    | 'deletion_scheduled'
    | 'account_deleted'
    | 'inactivity_warning'
    | 'domain_check_failed'
    | 'credentials_to_rotate'
    | 'sso_linked'
    | 'directory_joined'
    | 'break_glass_used'
    | 'certificate_expiring'
    | 'test_email';
  status: 'PENDING' | 'SENT' | 'FAILED';
  attempts: number;
  lastError: string | null;
  sentAt: string | null;
  createdAt: string;
  userId: string | null;
};

export type Event = {
  /** The `webhook-id` of its deliveries, and the id of its audit entry. */
  id: string;
  type: string;
  timestamp: string;
  /** The object it is about, as it was right after the change. */
  data: {
    action:
      | 'AUTH_LOGIN_SUCCESS'
      | 'AUTH_LOGIN_FAILURE'
      | 'AUTH_LOGOUT'
      | 'AUTH_REGISTER'
      | 'AUTH_REMEMBER_ME_CREATED'
      | 'AUTH_REMEMBER_ME_USED'
      | 'AUTH_REMEMBER_ME_REVOKED'
      | 'AUTH_REMEMBER_ME_THEFT_DETECTED'
      | 'AUTH_REFRESH_REUSE_DETECTED'
      | 'AUTH_2FA_SUCCESS'
      | 'AUTH_2FA_FAILURE'
      | 'AUTH_2FA_BACKUP_USED'
      | 'AUTH_2FA_ENABLED'
      | 'AUTH_2FA_DISABLED'
      | 'AUTH_2FA_BACKUP_REGENERATED'
      | 'AUTH_PASSKEY_REGISTERED'
      | 'AUTH_PASSKEY_REMOVED'
      | 'AUTH_PASSKEY_FAILURE'
      | 'AUTH_OAUTH_LOGIN_SUCCESS'
      | 'AUTH_OAUTH_LOGIN_FAILED'
      | 'AUTH_OAUTH_ACCOUNT_LINKED'
      | 'AUTH_OAUTH_ACCOUNT_UNLINKED'
      | 'AUTH_OAUTH_REGISTRATION'
      | 'AUTH_SSO_LOGIN_SUCCESS'
      | 'AUTH_SSO_LOGIN_FAILED'
      | 'AUTH_SSO_ACCOUNT_LINKED'
      | 'AUTH_SSO_PROVISIONED'
      | 'AUTH_APP_AUTHORIZED'
      | 'AUTH_APP_CODE_REUSED'
      | 'AUTH_APP_REFRESH_REUSED'
      | 'AUTH_APP_REVOKED'
      | 'AUTH_HOOK_DENIED'
      | 'AUTH_PROFILE_UPDATED'
      | 'AUTH_DATA_EXPORTED'
      | 'AUTH_DELETION_REQUESTED'
      | 'AUTH_DELETION_CANCELLED'
      | 'AUTH_ACCOUNT_DELETED'
      | 'AUTH_DEFAULT_ORGANIZATION_CHANGED'
      | 'SECURITY_ACCOUNT_LOCKED'
      | 'SECURITY_ACCOUNT_UNLOCKED'
      | 'SECURITY_PASSWORD_CHANGED'
      | 'SECURITY_PASSWORD_RESET_REQUESTED'
      | 'SECURITY_PASSWORD_RESET'
      | 'SECURITY_ACCOUNT_RECLAIMED'
      | 'SECURITY_EMAIL_CHANGED'
      | 'SECURITY_EMAIL_CHANGE_UNDONE'
      | 'SECURITY_EMAIL_VERIFIED'
      | 'SECURITY_REAUTHENTICATED'
      | 'SECURITY_PASSKEY_CLONE_SUSPECTED'
      | 'SECURITY_SESSION_REVOKED'
      | 'SECURITY_ALL_SESSIONS_REVOKED'
      | 'SECURITY_BREAK_GLASS_USED'
      | 'API_KEY_CREATED'
      | 'API_KEY_UPDATED'
      | 'API_KEY_REVOKED'
      | 'API_KEY_USED'
      | 'ADMIN_2FA_RESET'
      | 'ADMIN_AUDIT_DROPPED'
      | 'ADMIN_AUDIT_ERASED'
      | 'ADMIN_IMPERSONATION_START'
      | 'ADMIN_IMPERSONATION_END'
      | 'ADMIN_IMPERSONATION_EXPIRED'
      | 'ADMIN_USER_CREATED'
      | 'ADMIN_USER_UPDATED'
      | 'ADMIN_USER_EXPORTED'
      | 'ADMIN_USER_DELETED'
      | 'ADMIN_USER_ACTIVATED'
      | 'ADMIN_USER_DEACTIVATED'
      | 'ADMIN_USERS_IMPORTED'
      | 'ADMIN_POLICY_CHANGED'
      | 'ADMIN_CHECKS_CONFIRMED'
      | 'ADMIN_ROLE_CREATED'
      | 'ADMIN_ROLE_UPDATED'
      | 'ADMIN_ROLE_DELETED'
      | 'ADMIN_USER_ROLES_CHANGED'
      | 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED'
      | 'ADMIN_ORGANIZATION_ROLE_CREATED'
      | 'ADMIN_ORGANIZATION_ROLE_UPDATED'
      | 'ADMIN_ORGANIZATION_ROLE_DELETED'
      | 'ADMIN_APP_CREATED'
      | 'ADMIN_APP_UPDATED'
      | 'ADMIN_APP_DELETED'
      | 'ADMIN_APP_SECRET_ROTATED'
      | 'ADMIN_SIGNING_KEY_ROTATED'
      | 'ADMIN_WEBHOOK_CREATED'
      | 'ADMIN_WEBHOOK_UPDATED'
      | 'ADMIN_WEBHOOK_DELETED'
      | 'ADMIN_WEBHOOK_SECRET_ROTATED'
      | 'ADMIN_WEBHOOK_DISABLED'
      | 'ADMIN_WEBHOOK_REPLAYED'
      | 'ADMIN_DESTINATION_CREATED'
      | 'ADMIN_DESTINATION_UPDATED'
      | 'ADMIN_DESTINATION_DELETED'
      | 'ADMIN_DESTINATION_SECRET_ROTATED'
      | 'ADMIN_DESTINATION_DISABLED'
      | 'ADMIN_HOOK_CREATED'
      | 'ADMIN_HOOK_UPDATED'
      | 'ADMIN_HOOK_DELETED'
      | 'ADMIN_HOOK_SECRET_ROTATED'
      | 'ADMIN_HOOK_DISABLED'
      | 'ORG_CREATED'
      | 'ORG_UPDATED'
      | 'ORG_BRANDING_UPDATED'
      | 'ORG_DELETED'
      | 'ORG_POLICY_CHANGED'
      | 'ORG_INVITE_CREATED'
      | 'ORG_INVITE_RESENT'
      | 'ORG_INVITE_LINK_CREATED'
      | 'ORG_INVITE_CANCELLED'
      | 'ORG_INVITE_ACCEPTED'
      | 'ORG_MEMBER_JOINED'
      | 'ORG_MEMBER_PROVISIONED'
      | 'ORG_MEMBER_ROLE_CHANGED'
      | 'ORG_MEMBER_ROLES_CHANGED'
      | 'ORG_MEMBER_REMOVED'
      | 'ORG_ROLE_CREATED'
      | 'ORG_ROLE_UPDATED'
      | 'ORG_ROLE_DELETED'
      | 'ORG_CONNECTION_CREATED'
      | 'ORG_CONNECTION_UPDATED'
      | 'ORG_CONNECTION_DELETED'
      | 'ORG_CONNECTION_TESTED'
      | 'ORG_CONNECTION_UNLINKED'
      | 'ORG_DOMAIN_ADDED'
      | 'ORG_DOMAIN_VERIFIED'
      | 'ORG_DOMAIN_LOST'
      | 'ORG_DOMAIN_REMOVED'
      | 'ORG_SCIM_GROUP_CHANGED'
      | 'ORG_SCIM_TOKEN_CREATED'
      | 'ORG_SCIM_TOKEN_REVOKED'
      | 'ORG_KEY_CREATED'
      | 'ORG_KEY_UPDATED'
      | 'ORG_KEY_ROTATED'
      | 'ORG_KEY_REVOKED'
      | 'ORG_WEBHOOK_CREATED'
      | 'ORG_WEBHOOK_UPDATED'
      | 'ORG_WEBHOOK_DELETED'
      | 'ORG_WEBHOOK_SECRET_ROTATED'
      | 'ORG_WEBHOOK_DISABLED'
      | 'ORG_WEBHOOK_REPLAYED'
      | 'ORG_DESTINATION_CREATED'
      | 'ORG_DESTINATION_UPDATED'
      | 'ORG_DESTINATION_DELETED'
      | 'ORG_DESTINATION_SECRET_ROTATED'
      | 'ORG_DESTINATION_DISABLED';
    /** Null if the system acted. */
    actor: {
      id: string;
      email: string;
    } | null;
    organizationId: string | null;
    metadata: {
      [name: string]: unknown;
    };
    user?: {
      [name: string]: unknown;
    } | undefined;
    organization?: {
      [name: string]: unknown;
    } | undefined;
    member?: {
      [name: string]: unknown;
    } | undefined;
    invite?: {
      [name: string]: unknown;
    } | undefined;
    apiKey?: {
      [name: string]: unknown;
    } | undefined;
    organizationKey?: {
      [name: string]: unknown;
    } | undefined;
    role?: {
      [name: string]: unknown;
    } | undefined;
    organizationRole?: {
      [name: string]: unknown;
    } | undefined;
    domain?: {
      [name: string]: unknown;
    } | undefined;
    webhook?: {
      [name: string]: unknown;
    } | undefined;
    destination?: {
      [name: string]: unknown;
    } | undefined;
    hook?: {
      [name: string]: unknown;
    } | undefined;
    application?: {
      [name: string]: unknown;
    } | undefined;
  };
};

export type Factors = {
  /** The ones the user has. */
  methods: ('totp' | 'backup_code' | 'passkey')[];
  /** Present if they have a passkey. */
  passkeyOptions?: PasskeyRequest | undefined;
};

export type GrantedApplication = {
  id: string;
  clientId: string;
  name: string;
  firstParty: boolean;
  /** It registered itself: no administrator has vouched for it. */
  selfRegistered?: true | undefined;
  scopes: string[];
  grantedAt: string;
  lastUsedAt: string | null;
};

export type Hook = {
  id: string;
  point: 'registration.before' | 'sign_in.before' | 'token.claims' | 'mail.send';
  url: string;
  enabled: boolean;
  timeoutMs: number;
  /** What happens if it gives no valid answer in time: `deny` refuses, `allow` goes on without it. */
  onFailure: 'deny' | 'allow';
  createdAt: string;
  updatedAt: string;
};

export type ImportedLine = {
  /** Of the file, its heading included. A record may begin above others. */
  line: number;
  email: string | null;
  outcome: 'imported' | 'exists' | 'refused';
  /** Why it was refused. */
  reason: string | null;
};

export type Invite = {
  id: string;
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  /** Keys of the roles that joining by it gives. */
  roles: string[];
  expiresAt: string;
  createdAt: string;
  /** Null once their account is deleted. */
  invitedBy: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
  } | null;
};

export type KeyVerification = {
  valid: boolean;
  /** The first that applies, in this order. */
  code:
    | 'NOT_FOUND'
    | 'REVOKED'
    | 'DISABLED'
    | 'EXPIRED'
    | 'FORBIDDEN_NETWORK'
    | 'INSUFFICIENT_SCOPES'
    | 'RATE_LIMITED'
    | 'VALID';
  keyId: string | null;
  name: string | null;
  externalId: string | null;
  metadata: {
    [name: string]: unknown;
  } | null;
  scopes: string[] | null;
  expiresAt: string | null;
  /** Null if the key has no limit. */
  rateLimit: {
    limit: number;
    remaining: number;
    resetAt: string;
  } | null;
};

export type ListedOrganization = {
  id: string;
  name: string;
  slug: string;
  memberCount: number;
  /** With several owners, the one whose account is oldest. */
  ownerEmail: string | null;
  createdAt: string;
};

export type Login = {
  message: string;
  user: User;
  tokens: Tokens;
  /** The value of the csrf_token cookie, for pages on another origin, which cannot read it. */
  csrfToken: string;
  requiresTwoFactorSetup?: true | undefined;
  redirectTo?: string | undefined;
};

export type Member = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  organizationRole: 'MEMBER' | 'ADMIN' | 'OWNER';
  /** Keys of the roles they were given. */
  roles: string[];
  isActive: boolean;
  lastLoginAt: string | null;
  createdAt: string;
};

export type MemberRoles = {
  roles: {
    key: string;
    from: ('given' | 'default' | 'group' | 'connection')[];
  }[];
  /** All that count: for an OWNER or ADMIN, the whole catalog. */
  permissions: string[];
};

export type Message = {
  message: string;
};

export type Metadata = {
  publicMetadata: {
    [name: string]: unknown;
  };
  privateMetadata: {
    [name: string]: unknown;
  };
};

export type NewInvite = {
  id: string;
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  /** Keys of the roles that joining by it gives. */
  roles: string[];
  expiresAt: string;
  createdAt: string;
  token?: string | undefined;
  url?: string | undefined;
};

export type NewOrganizationKey = {
  id: string;
  name: string;
  /** The beginning of the key. Null for a key that was taken over by its hash. */
  keyPrefix: string | null;
  enabled: boolean;
  scopes: string[];
  /** If it is empty, every network is allowed. */
  allowedNetworks: string[];
  rateLimit: {
    limit: number;
    windowSeconds: number;
  } | null;
  /** Your own id, such as that of the customer who has the key. */
  externalId: string | null;
  metadata: {
    [name: string]: unknown;
  };
  /** Null: never expires. */
  expiresAt: string | null;
  /** When the secret from before the last rotation stops working. Null if there is none that works. */
  previousExpiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Null if an organization key created it, or once the account is deleted. */
  createdBy: {
    id: string;
    email: string;
  } | null;
  /** Null: not revoked. */
  revokedAt: string | null;
  /** Shown only in this response. Absent for a key that was taken over by its hash. */
  key?: string | undefined;
};

export type NewPasskey = {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: string[] | undefined;
  };
};

export type OAuthAccount = {
  id: string;
  provider: string;
  email: string | null;
  createdAt: string;
};

export type Organization = {
  id: string;
  name: string;
  slug: string;
  /** The caller's role. */
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  memberCount: number;
  createdAt: string;
  updatedAt: string;
};

export type OrganizationBranding = {
  displayName: string | null;
  accentColor: string | null;
  /** A path of this service. */
  logoUrl: string | null;
  /** Null: nothing was ever set. */
  updatedAt: string | null;
};

export type OrganizationKey = {
  id: string;
  name: string;
  /** The beginning of the key. Null for a key that was taken over by its hash. */
  keyPrefix: string | null;
  enabled: boolean;
  scopes: string[];
  /** If it is empty, every network is allowed. */
  allowedNetworks: string[];
  rateLimit: {
    limit: number;
    windowSeconds: number;
  } | null;
  /** Your own id, such as that of the customer who has the key. */
  externalId: string | null;
  metadata: {
    [name: string]: unknown;
  };
  /** Null: never expires. */
  expiresAt: string | null;
  /** When the secret from before the last rotation stops working. Null if there is none that works. */
  previousExpiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Null if an organization key created it, or once the account is deleted. */
  createdBy: {
    id: string;
    email: string;
  } | null;
  /** Null: not revoked. */
  revokedAt: string | null;
};

export type OrganizationSummary = {
  id: string;
  name: string;
  slug: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
};

export type Pagination = {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPrevPage: boolean;
  /** Past 10000 rows the total is an estimate. */
  totalIsEstimate?: true | undefined;
};

export type Passkey = {
  id: string;
  name: string;
  /** Whether it stays on one device, or may be synced to others. */
  deviceType: 'singleDevice' | 'multiDevice';
  /** Whether it is synced right now. */
  backedUp: boolean;
  createdAt: string;
  lastUsedAt: string | null;
};

export type PasskeyAssertion = {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
};

export type PasskeyCreationOptions = {
  rp: {
    id: string;
    name: string;
  };
  user: {
    id: string;
    name: string;
    displayName: string;
  };
  challenge: string;
  pubKeyCredParams: {
    type: 'public-key';
    alg: number;
  }[];
  timeout: number;
  excludeCredentials: {
    id: string;
    type: 'public-key';
    transports: string[];
  }[];
  authenticatorSelection: {
    residentKey: 'preferred' | 'required';
    requireResidentKey: boolean;
    userVerification: 'preferred' | 'required';
  };
  attestation: 'none';
};

export type PasskeyRequest = {
  options: PasskeyRequestOptions;
  /** Send it back with the browser's response. Works for 10 minutes and one success. */
  challengeToken: string;
};

export type PasskeyRequestOptions = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: 'required' | 'preferred';
  /** Empty means any passkey for this service. */
  allowCredentials: {
    id: string;
    type: 'public-key';
    transports: string[];
  }[];
};

export type PendingOAuth = {
  provider: string;
  /** The address that the provider has verified, if any. */
  email: string | null;
};

export type Policy = {
  twoFactorRequired: boolean;
  twoFactorGraceDays: number;
  signInMethods: string[] | null;
  sessionMinutes: number | null;
  idleMinutes: number | null;
  recentProofMinutes: number | null;
  emailDomains: string[];
  passwordStrength: number;
  passwordBreachCheck: boolean;
};

export type PolicyBody = {
  /** What was set here. */
  policy: Policy;
  /** What applies: the strictest of the service's and the organization's. */
  effective: Policy;
  /** Goes up with every change. 0: nothing was ever set. */
  version: number;
  updatedAt: string | null;
};

export type PolicyPreview = {
  effective: Policy;
  /** Saving this would refuse your own session, so it is refused. */
  locksYouOut: boolean;
  /** How many people have no second factor or no allowed way to sign in. */
  total: number;
  /** The first 100 of them. */
  members: AffectedMember[];
};

export type PublicInvite = {
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  expiresAt: string;
  organization: {
    name: string;
    slug: string;
  };
  /** Null once their account is deleted. */
  invitedBy: {
    firstName: string | null;
    lastName: string | null;
  } | null;
};

export type Puzzle = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256';
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    /** In seconds since 1970. */
    expiresAt: number;
  };
  signature: string;
};

export type Registered = {
  message: string;
  user: {
    id: string;
    email: string;
    username: string | null;
    firstName: string | null;
    lastName: string | null;
    role: 'USER' | 'MODERATOR' | 'ADMIN';
    isActive: boolean;
    emailVerified: boolean;
    emailVerifiedAt: string | null;
    lastLoginAt: string | null;
    createdAt: string;
    updatedAt: string;
    organizationId: string | null;
    organizationRole: 'MEMBER' | 'ADMIN' | 'OWNER';
    twoFactorEnabled: boolean;
    /** Only an ADMIN sees it. Null when the account is not locked. */
    lockedUntil?: string | null | undefined;
    organization: OrganizationSummary | null;
  };
  tokens?: Tokens | undefined;
  /** The value of the csrf_token cookie, for pages on another origin, which cannot read it. */
  csrfToken?: string | undefined;
  requiresTwoFactorSetup?: true | undefined;
  redirectTo?: string | undefined;
  /** Where two-factor is required. Shown only once. */
  backupCodes?: string[] | undefined;
};

export type Role = {
  id: string;
  name: string;
  description: string;
  parentId: string | null;
  isSystem: boolean;
  permissions: string[];
  /** What the roles above it permit. */
  inheritedPermissions: string[];
  /** Users who hold the role itself. */
  userCount: number;
  createdAt: string;
  updatedAt: string;
};

export type ScimError = {
  at: string;
  method: string;
  path: string;
  status: number;
  scimType: string | null;
  detail: string;
};

export type ScimToken = {
  id: string;
  description: string | null;
  /** Null once the account is gone. */
  createdBy: {
    id: string;
    email: string;
  } | null;
  createdAt: string;
  lastUsedAt: string | null;
};

export type SendTest = {
  succeeded: boolean;
  /** The status of the receiver's response. Null if there was none. */
  responseStatus: number | null;
  /** Why it failed, as a code, if its status does not say. */
  error: string | null;
  durationMs: number;
  /** What of the response counts. */
  answer: {
    [name: string]: unknown;
  } | null;
  /** What was sent. Headers are left out: they hold secrets. s3: before it is compressed. */
  sent: {
    method: string;
    url: string;
    body: string;
  };
};

export type ServiceHealth = {
  /** The worst of all areas. */
  state: 'ok' | 'warning' | 'fault';
  areas: {
    area:
      | 'database'
      | 'pool'
      | 'mail'
      | 'webhooks'
      | 'destinations'
      | 'directories'
      | 'certificates'
      | 'domains';
    state: 'ok' | 'warning' | 'fault';
    /** `failed` and `refusing` are of the last 24 hours. */
    figures: {
      name:
        | 'sizeBytes'
        | 'mostConnections'
        | 'busy'
        | 'idle'
        | 'most'
        | 'waiting'
        | 'oldestSeconds'
        | 'failed'
        | 'failing'
        | 'disabled'
        | 'behindSeconds'
        | 'tokens'
        | 'refusing'
        | 'ending';
      value: number;
    }[];
  }[];
  /** Certificates and keys that expire within 30 days, and domains whose record is missing; up to 50 of each. */
  ending: {
    kind: 'certificate' | 'domain' | 'key' | 'personalKey';
    /** Of the domain, the key, or the certificate's connection. */
    name: string;
    /** Null for a person's own key. */
    organizationId: string | null;
    organizationName: string | null;
    /** Whose key it is. */
    userId?: string | undefined;
    userEmail?: string | undefined;
    endsAt: string;
  }[];
};

export type Session = {
  id: string;
  current: boolean;
  ipAddress: string;
  userAgent: string;
  /** Browser and operating system, in the language of the request. */
  device: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
};

export type Setting = {
  variable: string;
  group:
    | 'service'
    | 'database'
    | 'secrets'
    | 'mail'
    | 'sign_in'
    | 'providers'
    | 'applications'
    | 'organizations'
    | 'looks'
    | 'limits'
    | 'retention'
    | 'observation';
  /** Otherwise the value is the default. */
  isSet: boolean;
  /** Its value is never shown. */
  secret: boolean;
  /** Of an address that may hold a secret, only the host. Null: nothing, or a secret. */
  value: boolean | number | string | null;
};

export type Settings = {
  settings: Setting[];
  /** What people can sign in with. */
  signInMethods: ('password' | 'passkey' | 'email_code' | 'social' | 'single_sign_on')[];
  providers: {
    name: string;
    label: string;
    /** Where people are sent. */
    host: string;
  }[];
  versions: {
    service: string;
    node: string;
    database: string;
  };
};

export type SignInConnection = {
  connectionId: string;
  connectionName: string;
  organizationId: string;
  subject: string;
  email: string;
  createdAt: string;
  lastSignInAt: string | null;
};

export type Statistics = {
  signIns: {
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  };
  /** Failed sign-ins. */
  failures: {
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  };
  lockouts: {
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  };
  signUps: {
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  };
  /** People who signed in. */
  activeUsers: {
    total: number;
    /** Past 10000, the total is an estimate. */
    totalIsEstimate?: true | undefined;
    /** As it was counted that many days ago. Null: it was not, or this is about an organization. */
    before: number | null;
  };
  /** What sign-ins began with, the most frequent first. */
  signInMethods: {
    name: string;
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  }[];
  /** Why sign-ins failed, the most frequent first. */
  failureReasons: {
    name: string;
    count: number;
    /** The same in the period of equal length before. */
    before: number;
  }[];
  /** For a period of one day: each of its hours, the current one last. */
  hours: {
    at: string;
    signIns: number;
    failures: number;
  }[] | null;
  /** Active accounts, and those of them with two-factor or a passkey. Null for an organization. */
  adoption: {
    users: {
      total: number;
      /** Past 10000, the total is an estimate. */
      totalIsEstimate?: true | undefined;
    };
    twoFactor: {
      total: number;
      /** Past 10000, the total is an estimate. */
      totalIsEstimate?: true | undefined;
    };
    passkeys: {
      total: number;
      /** Past 10000, the total is an estimate. */
      totalIsEstimate?: true | undefined;
    };
  } | null;
};

export type SystemPolicyPreview = {
  effective: Policy;
  /** Saving this would refuse your own session, so it is refused. */
  locksYouOut: boolean;
  /** How many people have no second factor or no allowed way to sign in. */
  total: number;
};

export type TeamRole = {
  id: string;
  key: string;
  name: string;
  description: string;
  permissions: string[];
  /** Every member has it. */
  isDefault: boolean;
  source: 'service' | 'organization';
  createdAt: string;
  updatedAt: string;
};

export type Tokens = {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** Lifetime of the access token, in seconds. */
  expiresIn: number;
};

export type TwoFactorRequired = {
  /** The ones the user has. */
  methods: ('totp' | 'backup_code' | 'passkey')[];
  /** Present if they have a passkey. */
  passkeyOptions?: PasskeyRequest | undefined;
  requiresTwoFactor: true;
  pendingToken: string;
};

export type User = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  role: 'USER' | 'MODERATOR' | 'ADMIN';
  isActive: boolean;
  emailVerified: boolean;
  emailVerifiedAt: string | null;
  lastLoginAt: string | null;
  createdAt: string;
  updatedAt: string;
  organizationId: string | null;
  organizationRole: 'MEMBER' | 'ADMIN' | 'OWNER';
  twoFactorEnabled: boolean;
  /** Only an ADMIN sees it. Null when the account is not locked. */
  lockedUntil?: string | null | undefined;
};

export type UserOrganization = {
  id: string;
  name: string;
  slug: string;
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  joinedAt: string;
};

export type Webhook = {
  id: string;
  url: string;
  /** Types such as user.created, or prefixes such as user.*. Empty means every event. */
  events: string[];
  description: string | null;
  enabled: boolean;
  /** When deliveries began to fail. Null if the last one arrived. */
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
};

export type WebhookDelivery = {
  id: string;
  /** The `webhook-id` it is sent with. */
  eventId: string;
  type: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  attempts: number;
  /** The status of the receiver's last response. Null if there was none. */
  responseStatus: number | null;
  /** Why there was no response, as a code. */
  error: string | null;
  /** How long the last attempt took. */
  durationMs: number | null;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
};

/** What each endpoint takes and answers. */
export interface Endpoints {
  /** List audit entries, newest first. An organization's ADMIN or OWNER sees its entries. A caller with audit:read sees those of their own organization; those of all, if they have none; or those they ask for with organizationId. With export=true, a page holds up to 10000 entries; for more, use the export. An account gets two such answers at a time, exports included. */
  listAuditLogs: {
    input: {
      query?: {
        category?: 'authentication' | 'security' | 'admin' | undefined;
        /** The exact name of an action. An unknown one matches nothing. */
        action?: string | number | boolean | undefined;
        /** Part of the address. Case is ignored. */
        userEmail?: string | number | boolean | undefined;
        /** The exact address of the client. */
        ipAddress?: string | number | boolean | undefined;
        /** The exact reason that the metadata gives, such as that of a failed sign-in. */
        reason?: string | number | boolean | undefined;
        /** What this user did, and what was done to them. */
        userId?: string | number | boolean | undefined;
        /** This time or later. A date alone means the beginning of that day in UTC. */
        from?: string | number | boolean | undefined;
        /** This time or earlier. A date alone means the end of that day in UTC. */
        to?: string | number | boolean | undefined;
        /** With audit:read: an id, or all. Without it, you see your own organization whatever you send. */
        organizationId?: string | number | boolean | undefined;
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        export?: 'true' | 'false' | undefined;
      };
    };
    output: {
      logs: AuditEntry[];
      total: number;
      page: number;
      pageSize: number;
      totalPages: number;
      /** Past 10000 entries, the total is an estimate. */
      totalIsEstimate?: true | undefined;
    };
  };
  /** Download audit entries. Streams every matching entry, newest first, without a limit. In CSV, the metadata is one cell of JSON. An apostrophe goes before anything a spreadsheet could run as a formula, whether it splits at commas, semicolons or tabs. An account gets two such answers at a time. */
  exportAuditLogs: {
    input: {
      query?: {
        category?: 'authentication' | 'security' | 'admin' | undefined;
        /** The exact name of an action. An unknown one matches nothing. */
        action?: string | number | boolean | undefined;
        /** Part of the address. Case is ignored. */
        userEmail?: string | number | boolean | undefined;
        /** The exact address of the client. */
        ipAddress?: string | number | boolean | undefined;
        /** The exact reason that the metadata gives, such as that of a failed sign-in. */
        reason?: string | number | boolean | undefined;
        /** What this user did, and what was done to them. */
        userId?: string | number | boolean | undefined;
        /** This time or later. A date alone means the beginning of that day in UTC. */
        from?: string | number | boolean | undefined;
        /** This time or earlier. A date alone means the end of that day in UTC. */
        to?: string | number | boolean | undefined;
        /** With audit:read: an id, or all. Without it, you see your own organization whatever you send. */
        organizationId?: string | number | boolean | undefined;
        format?: 'csv' | 'jsonl' | undefined;
      };
    };
    output: Blob;
  };
  /** Count audit events by day. The numbers behind the dashboard: days in UTC, today last. Covers the entries the caller may list. */
  auditActivity: {
    input: {
      query?: {
        days?: string | number | boolean | undefined;
        /** With audit:read: an id, or all. Without it, you see your own organization whatever you send. */
        organizationId?: string | number | boolean | undefined;
      };
    };
    output: {
      days: {
        date: string;
        events: number;
        signIns: number;
        failures: number;
        lockouts: number;
        newUsers: number;
      }[];
    };
  };
  /** Count audit entries over time, and failures by reason and address. Takes the filters of the list. The bars cover the time between from (else seven days before to) and to (else now), at most 60 of them: minutes or hours for up to two days, days in UTC for more. Days without other filters than category, action and organization are exact; other bars count up to 1000 entries. There are no bars for part of an address that many accounts have. Failures are grouped by action and reason, and by address: up to 1000 of each action, the newest ones. */
  auditSummary: {
    input: {
      query?: {
        category?: 'authentication' | 'security' | 'admin' | undefined;
        /** The exact name of an action. An unknown one matches nothing. */
        action?: string | number | boolean | undefined;
        /** Part of the address. Case is ignored. */
        userEmail?: string | number | boolean | undefined;
        /** The exact address of the client. */
        ipAddress?: string | number | boolean | undefined;
        /** The exact reason that the metadata gives, such as that of a failed sign-in. */
        reason?: string | number | boolean | undefined;
        /** What this user did, and what was done to them. */
        userId?: string | number | boolean | undefined;
        /** This time or later. A date alone means the beginning of that day in UTC. */
        from?: string | number | boolean | undefined;
        /** This time or earlier. A date alone means the end of that day in UTC. */
        to?: string | number | boolean | undefined;
        /** With audit:read: an id, or all. Without it, you see your own organization whatever you send. */
        organizationId?: string | number | boolean | undefined;
      };
    };
    output: AuditSummary;
  };
  /** Get the newest seal of the audit trail. Keep the root somewhere else: with it, `latchkey audit verify --head` detects even the removal of the newest entries together with their seals. Before the first seal, sequence is 0 and the rest is null. */
  auditHead: {
    input: {};
    output: {
      sequence: number;
      root: string | null;
      sealedAt: string | null;
    };
  };
  /** Prove that an audit entry was sealed as it is. Everything you need to compute the root of its seal from the entry, without any other entry. See docs/audit-trail.md. */
  auditProof: {
    input: {
      params: {
        id: string;
      };
    };
    output: AuditProof;
  };
  /** List sent emails, newest first. Covers the whole service: emails:read shows emails to every organization. */
  listEmails: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        status?: 'PENDING' | 'SENT' | 'FAILED' | undefined;
        /** Part of the address. Case is ignored. */
        to?: string | number | boolean | undefined;
      };
    };
    output: {
      emails: EmailEntry[];
      pagination: Pagination;
    };
  };
  /** See how the service is set up. What each variable sets. Of a secret, only whether it is set. */
  getSettings: {
    input: {};
    output: Settings;
  };
  /** See how the service is doing. What waits, what fails and what is about to end. The pool is that of the process that responds. */
  getHealth: {
    input: {};
    output: ServiceHealth;
  };
  /** Send yourself a test email. To the address of your own account. Five an hour. How it went is in the list of sent emails. */
  sendTestEmail: {
    input: {};
    output: {
      message: string;
      emailId: string;
    };
  };
  /** Compare a period with the one before. What the dashboard shows. Covers what the caller may list in the audit log: without audit:read, their organization. */
  getStatistics: {
    input: {
      query?: {
        days?: '1' | '7' | '30' | '90' | undefined;
        /** With audit:read: an id, or all. Without it, you see your own organization whatever you send. */
        organizationId?: string | number | boolean | undefined;
      };
    };
    output: Statistics;
  };
  /** Wait for changes to what kept answers about callers depend on. For backends that keep answers of GET /api/auth/me?check=true for a moment. The answer is complete as of the time the request was sent plus heldMs, by the clock of its sender. After a reset, everything kept must be dropped. */
  listCheckChanges: {
    input: {
      query?: {
        /** The cursor of the last answer. */
        after?: string | number | boolean | undefined;
        /** How long to wait for a change. */
        waitMs?: string | number | boolean | undefined;
        /** How old the state may be that answers are given from. Confirmations wait that long at most. */
        maxStalenessMs?: string | number | boolean | undefined;
      };
    };
    output: {
      cursor: string;
      /** How long the request had waited when the state it returns was read. */
      heldMs: number;
      /** The subjects that changed, each once. */
      changes: string[];
      /** True if the changes since the cursor are not known. */
      reset: boolean;
    };
  };
  /** List the processes that check callers locally. Those that asked any node for changes within the last minute, oldest first. */
  listCheckSubscribers: {
    input: {};
    output: {
      subscribers: CheckSubscriber[];
    };
  };
  /** Wait until no process answers from before this call. Each process that checks callers locally has either asked with a cursor that covers every change committed before the call (confirmed), or it can no longer answer from before it, because its bound is over (expired). Takes ten seconds at most. */
  confirmChecks: {
    input: {};
    output: {
      /** The database's time at the call. */
      at: string;
      subscribers: number;
      confirmed: number;
      expired: number;
      waitedMs: number;
    };
  };
  /** Sign in with email and password. With rememberMe, the session lasts 30 days and the remember_me cookie renews it. */
  login: {
    input: {
      body: {
        email: string;
        password: string;
        rememberMe?: boolean | undefined;
      };
    };
    output: Login | TwoFactorRequired;
  };
  /** Create an account with a new organization or an invitation. Send exactly one of organizationName and inviteToken, or neither if the address is in a domain whose organization people may join by themselves: the account joins it when the address is verified. Exactly one of password and passkey (with its challengeToken); a passkey signs in as well. */
  register: {
    input: {
      body: {
        email: string;
        username?: string | null | undefined;
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        organizationName?: string | null | undefined;
        inviteToken?: string | null | undefined;
        /** With what signs in: as for a login. */
        rememberMe?: boolean | undefined;
        /** At least 8 characters. At least one uppercase letter. At least one lowercase letter. At least one digit. At least one special character. At most 72 bytes. */
        password?: string | undefined;
        confirmPassword?: string | undefined;
        passkey?: NewPasskey | undefined;
        challengeToken?: string | undefined;
      };
    };
    output: Registered;
  };
  /** End this session */
  logout: {
    input: {};
    output: Message;
  };
  /** Exchange a refresh token for new tokens. The token comes from the refresh_token cookie, or from the body for clients without cookies. Each token works once: using an old one again ends the session. */
  refresh: {
    input: {
      body?: {
        refreshToken?: string | null | undefined;
      };
    };
    output: {
      tokens: Tokens;
    };
  };
  /** Get the calling user, with their organization and permissions */
  me: {
    input: {
      query?: {
        /** With true, the answer says what it depends on and for how long it may be kept. */
        check?: string | number | boolean | undefined;
      };
    };
    output: {
      user: User;
      /** The language they chose. Null: none. */
      locale: string | null;
      /** The address the account moves to once it is verified. Null if there is none. */
      pendingEmail: string | null;
      /** Data that an administrator or your application stored with the user. */
      publicMetadata: {
        [name: string]: unknown;
      };
      organization: CallerOrganization | null;
      impersonating: {
        originalUserId: string;
        originalEmail: string;
        originalRole: 'USER' | 'MODERATOR' | 'ADMIN';
        /** Unix timestamp in seconds. */
        startedAt: number;
        minutesRemaining: number;
      } | null;
      requiresTwoFactorSetup: boolean;
      /** Only while a policy gives the user time to set up a second factor: when that ends. */
      twoFactorDueAt?: string | undefined;
      /** Only while a policy refuses most requests of this session: why. */
      blockedBy?:
        | 'SSO_REQUIRED'
        | 'SIGN_IN_METHOD_NOT_ALLOWED'
        | 'TWO_FACTOR_SETUP_REQUIRED'
        | 'SESSION_TOO_OLD' | undefined;
      /** The value of the csrf_token cookie, for pages on another origin, which cannot read it. */
      csrfToken?: string | undefined;
      /** Only for a caller with an API key: what the key itself may do. */
      apiKey?: {
        permission: 'READ_ONLY' | 'READ_WRITE';
      } | undefined;
      /** Everything the user's roles permit. */
      permissions: string[];
      /** Only with check=true. Null: never keep this answer. */
      check?: Check | null | undefined;
    };
  };
  /** Email a link to set a new password. Same reply whether or not the account exists. */
  forgotPassword: {
    input: {
      body: {
        email: string;
      };
    };
    output: Message;
  };
  /** Set a new password with the emailed token. Ends every session and verifies the address. If no address of the account was ever verified, the person who set it up may not own it: this also revokes API keys and passkeys, unlinks providers, turns two-factor off, and ends the membership in an organization with other members. In an organization of theirs alone, invitations and keys end, and webhooks and applications are disabled. */
  resetPassword: {
    input: {
      body: {
        token: string;
        /** At least 8 characters. At least one uppercase letter. At least one lowercase letter. At least one digit. At least one special character. At most 72 bytes. */
        password: string;
        confirmPassword?: string | undefined;
      };
    };
    output: Message;
  };
  /** Verify the email address with the emailed token. The token proves nothing alone: be signed in to its account (a cookie with its CSRF token, or an access token), or send the account's password. A pending address becomes the account's address. */
  verifyEmail: {
    input: {
      body: {
        token: string;
        password?: string | undefined;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Undo an email change with the emailed token. For the owner of the old address. While the new one is pending, this cancels the change. Afterward, it restores the old one, verified, for 72 hours: every session ends, and everything added since the request is removed: API keys, passkeys, linked providers, two-factor and a new password. We email a link to choose a password to that address. An address that was never verified can only cancel. */
  undoEmailChange: {
    input: {
      body: {
        token: string;
      };
    };
    output: {
      message: string;
      /** Nothing: the change had already ended by itself or was replaced. */
      outcome: 'canceled' | 'restored' | 'nothing';
    };
  };
  /** Email the verification link again. Same reply whether or not the account exists. */
  resendVerification: {
    input: {
      body: {
        email: string;
      };
    };
    output: Message;
  };
  /** Email a link that unlocks a locked account. Same reply whether or not the account exists. */
  requestUnlock: {
    input: {
      body: {
        email: string;
      };
    };
    output: Message;
  };
  /** Unlock the account with the emailed token. Ends the lock after failed logins. Wrong passwords and codes sent inside a session stay counted. */
  verifyUnlock: {
    input: {
      body: {
        token: string;
      };
    };
    output: Message;
  };
  /** List the caller's sessions */
  listSessions: {
    input: {};
    output: {
      sessions: Session[];
    };
  };
  /** End one session */
  revokeSession: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** End every session but this one */
  revokeOtherSessions: {
    input: {};
    output: Message;
  };
  /** Sign in with a provider. Navigate a browser here. returnTo is a path on this service, or an address on its origin or one of ALLOWED_ORIGINS; anything else is ignored. With link=true a signed-in user links another provider. A provider that cannot be reached leads to /login?error=provider_unavailable. */
  startOAuth: {
    input: {
      params: {
        provider: string;
      };
      query?: {
        returnTo?: string | number | boolean | undefined;
        inviteToken?: string | number | boolean | undefined;
        link?: 'true' | 'false' | undefined;
      };
    };
    output: never;
  };
  /** Return from a provider. Signs in a linked account and leads to returnTo, or to /auth/two-factor?token=&returnTo=. An email that belongs to an account leads to /auth/oauth/link?token=, an unknown one to /auth/oauth/complete?token=. A failure leads to /login?error= with one of oauth_denied, invalid_state, token_exchange_failed, profile_fetch_failed, email_not_verified, sign_in_method_not_allowed, sso_required, hook_denied, hook_unavailable, account_inactive, provider_unavailable. */
  finishOAuth: {
    input: {
      params: {
        provider: string;
      };
      query?: {
        code?: string | number | boolean | undefined;
        state?: string | number | boolean | undefined;
        error?: string | number | boolean | undefined;
      };
    };
    output: never;
  };
  /** Show the provider account of a pending sign-in. What /auth/oauth/complete and /auth/oauth/link show before you continue. The token works only in the browser that started the sign-in, which holds the oauth_pending cookie. */
  getPendingOAuth: {
    input: {
      query: {
        token: string | number | boolean;
      };
    };
    output: PendingOAuth;
  };
  /** Create an account with a provider. Send exactly one of organizationName and inviteToken, or neither if the sign-in started with an invitation or the address is in a domain whose organization people may join by themselves. Names default to those from the provider. */
  completeOAuth: {
    input: {
      body: {
        token: string;
        organizationName?: string | null | undefined;
        inviteToken?: string | null | undefined;
        username?: string | null | undefined;
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
      };
    };
    output: Login;
  };
  /** Link a provider to an account with its password. A wrong password counts toward the lockout and leaves the token usable. */
  linkOAuth: {
    input: {
      body: {
        token: string;
        password: string;
      };
    };
    output: Login | TwoFactorRequired;
  };
  /** List the providers you can sign in with */
  listOAuthProviders: {
    input: {};
    output: {
      /** In the order in which to offer them. */
      providers: string[];
      /** The name to show for each: "Continue with …". */
      labels: {
        [name: string]: string;
      };
    };
  };
  /** List your linked providers */
  listOAuthAccounts: {
    input: {};
    output: {
      accounts: OAuthAccount[];
      hasPassword: boolean;
      enabledProviders: string[];
    };
  };
  /** Unlink a provider */
  unlinkOAuthAccount: {
    input: {
      params: {
        provider: string;
      };
    };
    output: Message;
  };
  /** Unlink a provider, named in the query */
  unlinkOAuthAccountByQuery: {
    input: {
      query: {
        provider: string | number | boolean;
      };
    };
    output: Message;
  };
  /** Confirm a sign-out that an application asked for. For /signed-out?request=, where the user is asked to confirm. */
  confirmLogout: {
    input: {
      body: {
        /** The value from the page's URL. */
        request: string;
      };
    };
    output: {
      /** Where the browser goes next, with a full page navigation. */
      redirectTo: string;
    };
  };
  /** Get what an application asks for. For /consent?request=. */
  getConsent: {
    input: {
      query: {
        /** The value from the page's URL. */
        request: string | number | boolean;
      };
    };
    output: {
      application: {
        id: string;
        clientId: string;
        /** Of the document that describes it: the only thing about it that someone else vouches for. */
        host?: string | undefined;
        name: string;
        /** Where the response goes: the only thing that says who is asking. */
        redirectUri: string;
        /** It registered itself: no administrator has vouched for it. */
        selfRegistered?: true | undefined;
      };
      scopes: string[];
      /** The server that will accept the access token, if the application named one. */
      resource: string | null;
      /** Where people may belong to several: those that this may be about. The first is meant if none is chosen. */
      organizations?: {
        id: string;
        name: string;
      }[] | undefined;
    };
  };
  /** Allow or deny what an application asks for */
  decideConsent: {
    input: {
      body: {
        /** The value from the page's URL. */
        request: string;
        decision: 'allow' | 'deny';
        organizationId?: string | undefined;
      };
    };
    output: {
      /** Where the browser goes next, with a full page navigation. */
      redirectTo: string;
    };
  };
  /** Get what a device asks for, by the code it shows */
  lookUpDeviceGrant: {
    input: {
      body: {
        /** As the device shows it. Case, spaces and dashes make no difference. */
        userCode: string;
      };
    };
    output: {
      /** For the decision. Only for the account that looked it up. */
      request: string;
      application: {
        id: string;
        clientId: string;
        name: string;
      };
      scopes: string[];
      /** The server that will accept the access token, if the application named one. */
      resource: string | null;
      /** Where people may belong to several: those that this may be about. The first is meant if none is chosen. */
      organizations?: {
        id: string;
        name: string;
      }[] | undefined;
      requestedAt: string;
      /** Where the device is. */
      ipAddress: string;
      /** False: this request comes from another network than the device. */
      sameNetwork: boolean;
      /** What the device says that it is. */
      device: string;
    };
  };
  /** Allow or deny what a device asks for */
  decideDeviceGrant: {
    input: {
      body: {
        /** The value from the page's URL. */
        request: string;
        decision: 'allow' | 'deny';
        organizationId?: string | undefined;
      };
    };
    output: Message;
  };
  /** List the applications that people can sign in to */
  listApplications: {
    input: {};
    output: {
      applications: Application[];
    };
  };
  /** Register an application. The secret is shown only in this response: we keep only its hash. */
  createApplication: {
    input: {
      body: {
        name: string;
        kind: 'web' | 'spa' | 'native' | 'service';
        redirectUris?: string[] | undefined;
        postLogoutRedirectUris?: string[] | undefined;
        backchannelLogoutUri?: string | null | undefined;
        firstParty?: boolean | undefined;
        organizationId?: string | null | undefined;
        signingAlgorithm?: 'RS256' | 'ES256' | undefined;
        requirePkce?: boolean | undefined;
        scopes?:
          | ('openid' | 'profile' | 'email' | 'offline_access' | 'organization' | 'permissions')[]
          | undefined;
        deviceGrant?: boolean | undefined;
      };
    };
    output: {
      application: Application;
      /** Public kinds have none. */
      clientSecret?: string | undefined;
    };
  };
  /** Get an application */
  getApplication: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      application: Application;
    };
  };
  /** Change an application. Fields you don't send stay as they are. The kind of an application never changes. */
  updateApplication: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        redirectUris?: string[] | undefined;
        postLogoutRedirectUris?: string[] | undefined;
        backchannelLogoutUri?: string | null | undefined;
        firstParty?: boolean | undefined;
        organizationId?: string | null | undefined;
        signingAlgorithm?: 'RS256' | 'ES256' | undefined;
        requirePkce?: boolean | undefined;
        scopes?:
          | ('openid' | 'profile' | 'email' | 'offline_access' | 'organization' | 'permissions')[]
          | undefined;
        deviceGrant?: boolean | undefined;
        enabled?: boolean | undefined;
      };
    };
    output: {
      application: Application;
    };
  };
  /** Delete an application and everything it was granted */
  deleteApplication: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Give an application a new secret. The previous secret keeps working until the next one is created: at most two work at a time. */
  createApplicationSecret: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      clientSecret: string;
    };
  };
  /** List the applications the caller signs in to */
  listGrantedApplications: {
    input: {};
    output: {
      applications: GrantedApplication[];
    };
  };
  /** Withdraw everything the caller granted to an application */
  withdrawApplication: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Start setting up two-factor authentication. Two-factor is on once 2fa/verify has accepted a first code. Until then, another call replaces the secret and the codes. */
  setupTwoFactor: {
    input: {};
    output: {
      /** Base32. */
      secret: string;
      /** The secret in groups of four, for typing. */
      manualEntryKey: string;
      otpauthUrl: string;
      /** A PNG of otpauthUrl as a data URL. */
      qrCodeDataUrl: string;
      backupCodes: string[];
    };
  };
  /** Turn two-factor on with the first code. Ends all your other sessions and remembered logins. */
  verifyTwoFactor: {
    input: {
      body: {
        code: string;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Finish a login with a code, a backup code or a passkey. Send one of code and passkey. The pendingToken from the login works for 5 minutes and one success. A wrong code counts as a failed login; a bad passkey does not. */
  validateTwoFactor: {
    input: {
      body: {
        pendingToken: string;
        code?: string | undefined;
        passkey?: PasskeyAssertion | undefined;
        challengeToken?: string | undefined;
      };
    };
    output: {
      message: string;
      user: User;
      tokens: Tokens;
      /** The value of the csrf_token cookie, for pages on another origin, which cannot read it. */
      csrfToken: string;
      requiresTwoFactorSetup?: true | undefined;
      redirectTo?: string | undefined;
      /** When a backup code was used and three or fewer are left. */
      warnings?: {
        lowBackupCodes: true;
        remainingBackupCodes: number;
      } | undefined;
    };
  };
  /** Get the ways to finish a pending login. The same data as in the login response. Use it after a sign-in with a provider, or when a challenge has expired. */
  prepareTwoFactor: {
    input: {
      body: {
        pendingToken: string;
      };
    };
    output: Factors;
  };
  /** Turn your two-factor off. Removes the authenticator app; passkeys stay. Refused to ADMINs and others whose role requires two-factor. A wrong code counts against your proofs in this session. */
  disableTwoFactor: {
    input: {
      body: {
        code: string;
      };
    };
    output: Message;
  };
  /** Replace your ten backup codes. The earlier codes stop working. A wrong code counts as a failed login. */
  replaceBackupCodes: {
    input: {
      body: {
        code: string;
      };
    };
    output: {
      message: string;
      backupCodes: string[];
    };
  };
  /** Remove a user's two-factor and passkeys. For someone who has lost their authenticator app, passkeys and backup codes. Ends all their sessions. */
  resetTwoFactor: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Confirm that it's you. For 10 minutes, the session and its access tokens may then use routes that require a recent proof. Send one of password, code (from an authenticator app, or a backup code) and passkey. A wrong one counts against your proofs in this session. */
  reauthenticate: {
    input: {
      body?: {
        password?: string | undefined;
        code?: string | undefined;
        passkey?: PasskeyAssertion | undefined;
        challengeToken?: string | undefined;
      };
    };
    output: {
      message: string;
      reauthenticatedAt: string;
    };
  };
  /** Get what a browser needs to confirm with a passkey that it's you */
  prepareReauthentication: {
    input: {};
    output: PasskeyRequest;
  };
  /** Get what a browser needs to create a passkey. With conditional, for a passkey that the browser creates by itself after a sign-in with a password (`mediation: "conditional"`): its response may lack user presence. */
  preparePasskey: {
    input: {
      body?: {
        conditional?: boolean | undefined;
      };
    };
    output: {
      options: PasskeyCreationOptions;
      /** Send it back with the browser's response. Works for 10 minutes and one success. */
      challengeToken: string;
    };
  };
  /** Add a passkey to your account. Without a name, it is named after the device or app that created it. The first passkey of someone who must have two-factor comes with backup codes, and ends their other sessions if they had no second factor before. */
  createPasskey: {
    input: {
      body: {
        response: NewPasskey;
        challengeToken: string;
        name?: string | null | undefined;
      };
    };
    output: {
      passkey: Passkey;
      /** Shown only once. They replace all earlier ones. */
      backupCodes?: string[] | undefined;
    };
  };
  /** List your passkeys */
  listPasskeys: {
    input: {};
    output: {
      passkeys: Passkey[];
      /** For the browser. Absent where passkeys are not available. */
      signal?: AcceptedPasskeys | undefined;
    };
  };
  /** Rename a passkey */
  updatePasskey: {
    input: {
      params: {
        id: string;
      };
      body: {
        name: string;
      };
    };
    output: {
      passkey: Passkey;
    };
  };
  /** Remove a passkey. Sessions that were opened with it stay. You can't remove your only way to sign in. */
  deletePasskey: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Get what a browser needs to create the passkey of a new account. The same for every address; it stores nothing. Register with the response and the challengeToken. The passkey must verify its user, and be one that signs in without a name. */
  preparePasskeyRegistration: {
    input: {
      body: {
        email: string;
      };
    };
    output: {
      options: PasskeyCreationOptions;
      /** Send it back with the browser's response. Works for 10 minutes and one success. */
      challengeToken: string;
    };
  };
  /** Get what a browser needs to sign in with a passkey. The same for everyone: it takes no email, reveals nothing and stores nothing. */
  preparePasskeyLogin: {
    input: {};
    output: PasskeyRequest;
  };
  /** Sign in with a passkey. A complete login: no second factor is required after it. The passkey must have verified you, by a PIN or a fingerprint for example. Works on a locked account, and unlocks it. */
  loginWithPasskey: {
    input: {
      body: {
        response: PasskeyAssertion;
        challengeToken: string;
        rememberMe?: boolean | undefined;
      };
    };
    output: Login;
  };
  /** Get the origins whose pages may use the passkeys of this service. The service's own, then those of ALLOWED_ORIGINS that use https. */
  getRelatedOrigins: {
    input: {};
    output: {
      origins: string[];
    };
  };
  /** Email a code to sign in with. Same reply whether or not the account exists. The email has six digits and a link, which work for 10 minutes and one sign-in; a new code voids the previous one. The link works only in the browser that requested it, which gets the email_code cookie. With register, a free address gets six digits to register with. */
  requestEmailCode: {
    input: {
      body: {
        email: string;
        register?: boolean | undefined;
      };
    };
    output: Message;
  };
  /** Create an account with an emailed code. The address counts as verified, and the account is signed in. The code is judged first: a wrong one counts as a failed login, and any other refusal leaves it as it is. With an account's own sign-in code: 409 EMAIL_TAKEN. */
  registerWithEmailCode: {
    input: {
      body: {
        email: string;
        username?: string | null | undefined;
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        organizationName?: string | null | undefined;
        inviteToken?: string | null | undefined;
        /** With what signs in: as for a login. */
        rememberMe?: boolean | undefined;
        code: string;
      };
    };
    output: Registered;
  };
  /** Sign in with an emailed code. Send email and code, or the token from the link. A wrong code counts as a failed login. Two-factor is still required. If the address was never verified and there is no second factor, the password and every other way into the account are removed: the person who set them up may not own the address. */
  verifyEmailCode: {
    input: {
      body?: {
        email?: string | undefined;
        code?: string | undefined;
        token?: string | undefined;
        rememberMe?: boolean | undefined;
      };
    };
    output: Login | TwoFactorRequired;
  };
  /** Get what a guarded request must solve. Where the service is guarded against bots, send the solution in X-Challenge: it serves one request, however that ends. A refusal with CHALLENGE_REQUIRED has a new challenge in its details. */
  getChallenge: {
    input: {};
    output: Challenge;
  };
  /** See whether the first administrator is still to be created. Only in development, and only for a browser on the same machine: 404 for everyone else. */
  getSetup: {
    input: {};
    output: {
      needed: boolean;
    };
  };
  /** Create the first administrator of a service that has no accounts. Only in development, and only for a browser on the same machine: 404 for everyone else. 404, too, once there is or was an account. */
  createFirstAdmin: {
    input: {
      body: {
        email: string;
        /** At least 8 characters. At least one uppercase letter. At least one lowercase letter. At least one digit. At least one special character. At most 72 bytes. */
        password: string;
        confirmPassword?: string | undefined;
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Create an API key. The key is shown only in this response: we keep only its hash. */
  createKey: {
    input: {
      body: {
        name: string;
        permission?: 'READ_ONLY' | 'READ_WRITE' | undefined;
        expiresAt?: string | null | undefined;
      };
    };
    output: {
      id: string;
      name: string;
      keyPrefix: string;
      permission: 'READ_ONLY' | 'READ_WRITE';
      /** The organization it was made in: it acts there and nowhere else, and ends with the membership. Null: made without one. */
      organizationId: string | null;
      /** Null: never expires. */
      expiresAt: string | null;
      createdAt: string;
      key: string;
    };
  };
  /** List the caller's API keys, including revoked ones */
  listKeys: {
    input: {};
    output: {
      keys: ApiKey[];
      /** Keys that are not revoked. */
      count: number;
      /** The most keys you can have at once, not counting revoked ones. */
      limit: number;
    };
  };
  /** Get one of the caller's API keys */
  getKey: {
    input: {
      params: {
        id: string;
      };
    };
    output: ApiKey;
  };
  /** Change an API key's name, permission or expiry. Fields you don't send stay as they are. A revoked key can't be changed. */
  updateKey: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        permission?: 'READ_ONLY' | 'READ_WRITE' | undefined;
        expiresAt?: string | null | undefined;
      };
    };
    output: ApiKey;
  };
  /** Revoke an API key for good */
  revokeKey: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Get the texts of the pages in a language. Texts may hold placeholders of ICU MessageFormat. With the version that a page names, the response never changes. */
  getCatalog: {
    input: {
      params: {
        code: string;
        part: 'sign-in' | 'console';
      };
      query?: {
        /** The version of the texts. */
        v?: string | number | boolean | undefined;
      };
    };
    output: Catalog | Blob;
  };
  /** Act as another user for up to an hour. Your session cookie acts as that user until you exit, 60 minutes have passed, or one of you no longer qualifies. An access token of the same session still acts as you. */
  impersonate: {
    input: {
      body: {
        userId: string;
        /** Why, for the audit log. Must be there if IMPERSONATION_REASON is 'required'. */
        reason?: string | undefined;
      };
    };
    output: {
      success: true;
      user: {
        id: string;
        email: string;
        role: 'USER' | 'MODERATOR' | 'ADMIN';
      };
    };
  };
  /** Stop acting as another user */
  exitImpersonation: {
    input: {};
    output: {
      success: true;
    };
  };
  /** List a user's organizations. The default comes first, then the one joined longest ago. */
  listUserOrganizations: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      organizations: UserOrganization[];
    };
  };
  /** Remove a user from an organization. Takes `users:read` as well. The organization keeps an active OWNER. */
  removeUserFromOrganization: {
    input: {
      params: {
        id: string;
        organizationId: string;
      };
    };
    output: Message;
  };
  /** Get your profile */
  getProfile: {
    input: {};
    output: {
      user: User;
      /** The language they chose. Null: none. */
      locale: string | null;
      /** The address the account moves to once it is verified. Null if there is none. */
      pendingEmail: string | null;
    };
  };
  /** Change your profile or password. Fields you leave out stay as they are. A new email is pending until it is verified, whether or not the address is taken; the current address gets a link that undoes the change. Sending the current email cancels it. A new password needs currentPassword, unless the account has no password yet, and ends every other session. An API key can't change the email or password. */
  updateProfile: {
    input: {
      body?: {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        username?: string | null | undefined;
        email?: string | undefined;
        /** The language they chose. Null: none. */
        locale?: string | null | undefined;
        /** At least 8 characters. At least one uppercase letter. At least one lowercase letter. At least one digit. At least one special character. At most 72 bytes. */
        password?: string | undefined;
        confirmPassword?: string | undefined;
        currentPassword?: string | undefined;
      };
    };
    output: {
      message: string;
      user: User;
      /** The language they chose. Null: none. */
      locale: string | null;
      /** The address the account moves to once it is verified. Null if there is none. */
      pendingEmail: string | null;
    };
  };
  /** Set your profile picture. Send the raw image as the body. Its content decides its type; Content-Type is ignored. */
  putPicture: {
    input: {
      body: Blob | BufferSource;
    };
    output: Message;
  };
  /** Get your profile picture */
  getPicture: {
    input: {};
    output: Blob;
  };
  /** Remove your profile picture */
  deletePicture: {
    input: {};
    output: Message;
  };
  /** List users. An ADMIN sees every organization, a MODERATOR their own. Past 10000 matches the total is an estimate. */
  listUsers: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        /** Part of a name, an email or a username. Case is ignored, and no character is special. */
        search?: string | number | boolean | undefined;
        role?: 'USER' | 'MODERATOR' | 'ADMIN' | undefined;
        isActive?: 'true' | 'false' | undefined;
        /** For ADMINs. Everyone else always sees their own organization. */
        organizationId?: string | number | boolean | undefined;
        sort?:
          | 'createdAt' | '-createdAt' | 'email' | '-email' | 'lastLoginAt' | '-lastLoginAt'
          | undefined;
      };
    };
    output: {
      users: User[];
      pagination: Pagination;
    };
  };
  /** Get a user. Yourself, a member of your organization or, for an ADMIN, anyone. */
  getUser: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      user: User;
      /** Only an ADMIN sees it. */
      passkeyCount?: number | undefined;
    };
  };
  /** Change a user. Fields you leave out stay as they are. People can change their own account. An ADMIN can change others too, and set role and isActive of anyone but themselves; from anyone else, these two have no effect. Your own new email is pending, as in your profile. Another's changes at once, unverified, and ends their sessions; it needs users:read, too. */
  updateUser: {
    input: {
      params: {
        id: string;
      };
      body?: {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        username?: string | null | undefined;
        email?: string | undefined;
        role?: 'USER' | 'MODERATOR' | 'ADMIN' | undefined;
        isActive?: boolean | undefined;
      };
    };
    output: {
      message: string;
      user: User;
      /** Only for yourself. */
      pendingEmail?: string | null | undefined;
    };
  };
  /** Delete a user. Deletes the account for good, and with it an organization that has no other member. Audit entries stay. With erase, so do what its owner could ask for: emails sent to them, invitations and the personal fields of audit entries go, too. */
  deleteUser: {
    input: {
      params: {
        id: string;
      };
      query?: {
        erase?: 'true' | 'false' | undefined;
      };
    };
    output: Message;
  };
  /** Reactivate a user */
  activateUser: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Deactivate a user. Ends sessions and remembered logins at once. API keys stop working until reactivation. */
  deactivateUser: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** End the lock after failed logins */
  unlockUser: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Get the metadata of a user. The user sees publicMetadata in GET /api/auth/me, but never sees privateMetadata. */
  getUserMetadata: {
    input: {
      params: {
        id: string;
      };
    };
    output: Metadata;
  };
  /** Change the metadata of a user. Keys you leave out stay as they are, null removes a key, and a value replaces the previous one entirely. Each of the two objects holds at most 8192 bytes as JSON. */
  updateUserMetadata: {
    input: {
      params: {
        id: string;
      };
      body?: {
        /** Merged at the top level; null removes a key. */
        publicMetadata?: {
          [name: string]: unknown;
        } | undefined;
        /** Merged at the top level; null removes a key. */
        privateMetadata?: {
          [name: string]: unknown;
        } | undefined;
      };
    };
    output: Metadata;
  };
  /** Create a user. The account has the role USER, no password and no organization, and its address is unverified. We email a link that sets a password, once, for 7 days, and with it verifies the address. An address gets at most 5 an hour and 20 a day of the emails that others cause, of which one account causes at most 2 an hour and 8 a day, and an account causes at most 100 an hour. */
  createUser: {
    input: {
      body: {
        firstName?: string | null | undefined;
        lastName?: string | null | undefined;
        username?: string | null | undefined;
        email: string;
      };
    };
    output: {
      message: string;
      user: User;
    };
  };
  /** Import users from a file. Send CSV with a heading, JSON lines or JSON, with the fields of `latchkey users import`. Each account has the role USER and no organization, and we email no one. An address that has an account is left as it is, so a file may be sent again. Only a caller with every permission of the service can import a passwordHash or an emailVerified that is true. Records are written in parts: what was imported before a fault stays. With dryRun, nothing is written. A larger file goes in several calls, of at most 1048576 bytes each. An account gets two of these at a time. */
  importUsers: {
    input: {
      query?: {
        dryRun?: 'true' | 'false' | undefined;
      };
      body: Blob | BufferSource;
    };
    output: {
      imported: number;
      alreadyThere: number;
      refused: number;
      /** What became of each record, or would. */
      lines: ImportedLine[];
    };
  };
  /** List a user's sessions. As the user sees them. None of them is current. */
  listUserSessions: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      sessions: Session[];
    };
  };
  /** End every session of a user */
  revokeUserSessions: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** End one session of a user */
  revokeUserSession: {
    input: {
      params: {
        id: string;
        sessionId: string;
      };
    };
    output: Message;
  };
  /** List the ways a user signs in. Never a secret. `connections` are the organizations' single sign-on that the user is linked to. */
  listSignInMethods: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      /** Whether the account has one. */
      password: boolean;
      passkeys: Passkey[];
      providers: OAuthAccount[];
      connections: SignInConnection[];
      twoFactor: {
        enabled: boolean;
        backupCodesLeft: number;
      };
    };
  };
  /** Email a user a link to choose a new password. As if the user had asked for it, to the address the account has now. An address gets at most 5 an hour and 20 a day of the emails that others cause, of which one account causes at most 2 an hour and 8 a day, and an account causes at most 100 an hour. */
  sendReset: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Download everything about you. Streams one JSON document: your account, profile, picture, organizations, sessions, keys, emails and audit entries, without secrets and without other people. We email you that it was downloaded. Limited per account, together with requests to delete it. */
  exportProfile: {
    input: {};
    output: Blob;
  };
  /** Download everything about a user. To answer a data request. The same document that the user gets, with privateMetadata. We email the user that it was downloaded. */
  exportUser: {
    input: {
      params: {
        id: string;
      };
    };
    output: Blob;
  };
  /** Delete your account. Deactivates the account at once and ends every session. After the grace period, the account is erased, and with it every organization that has no other member. The emailed link cancels this until then. While a directory manages the account, only the directory removes it. */
  requestDeletion: {
    input: {};
    output: {
      message: string;
      deletion: Deletion;
    };
  };
  /** Keep an account that is about to be deleted, with the emailed token. Works once, until the account is erased. The account is active again, unless an ADMIN deactivated it meanwhile. */
  cancelDeletion: {
    input: {
      body: {
        token: string;
      };
    };
    output: Message;
  };
  /** List roles */
  listRoles: {
    input: {};
    output: {
      roles: Role[];
    };
  };
  /** Create a role */
  createRole: {
    input: {
      body: {
        name: string;
        description?: string | null | undefined;
        /** The role it inherits from. */
        parentId?: string | null | undefined;
        permissions?: string[] | undefined;
      };
    };
    output: {
      role: Role;
    };
  };
  /** Get a role */
  getRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      role: Role;
    };
  };
  /** Change a role. Fields you leave out stay as they are. The change applies to the next request of everyone who holds the role. On a system role, you can change only the description. */
  updateRole: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        description?: string | null | undefined;
        /** The role it inherits from. */
        parentId?: string | null | undefined;
        permissions?: string[] | undefined;
      };
    };
    output: {
      role: Role;
    };
  };
  /** Delete a role that no user holds and no role inherits from */
  deleteRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Get the additional roles of a user */
  getUserRoles: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      /** Names of roles, in addition to the one in `User.role`. */
      roles: string[];
    };
  };
  /** Set the additional roles of a user. Replaces the additional roles they have. Applies to their next request, in the organization they are in, and ends with that membership unless the role holds users:read. */
  setUserRoles: {
    input: {
      params: {
        id: string;
      };
      body: {
        roles: string[];
      };
    };
    output: {
      message: string;
      user: User;
      /** Names of roles, in addition to the one in `User.role`. */
      roles: string[];
    };
  };
  /** List all organizations. Past 10000 matches, the total is an estimate. */
  listAllOrganizations: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        /** Part of a name or slug. Case is ignored, and no character is special. */
        search?: string | number | boolean | undefined;
        /** Only these organizations: up to 100 ids, separated by commas. */
        ids?: string | number | boolean | undefined;
        sort?: 'createdAt' | '-createdAt' | 'name' | '-name' | undefined;
      };
    };
    output: {
      organizations: ListedOrganization[];
      pagination: Pagination;
    };
  };
  /** Create an organization. The caller becomes its OWNER. Unless ALLOW_SEVERAL_ORGANIZATIONS is on, they must not belong to another; their first one becomes their default. If ALLOW_ORGANIZATION_CREATION is off, only people who hold `users:write` create one. The slug is derived from the name. */
  createOrganization: {
    input: {
      body: {
        name: string;
      };
    };
    output: {
      organization: Organization;
    };
  };
  /** List the caller's organizations. The default comes first, then the one joined longest ago. An API key sees only the one it was made in. */
  listOrganizations: {
    input: {};
    output: {
      organizations: Organization[];
    };
  };
  /** Make an organization the default. Requests without X-Organization-Id, sign-ins and new tokens are about the default. Callers whose role permits something in their default organization only can't move it. */
  setDefaultOrganization: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      message: string;
      organization: Organization;
    };
  };
  /** Get the caller's organization. Every /current route is about the organization that X-Organization-Id names, or the default, even for a system ADMIN. */
  getOrganization: {
    input: {};
    output: {
      organization: Organization;
    };
  };
  /** Rename the organization or change its slug. Fields you don't send stay as they are: a new name keeps the slug. */
  updateOrganization: {
    input: {
      body?: {
        name?: string | undefined;
        slug?: string | undefined;
      };
    };
    output: {
      organization: Organization;
    };
  };
  /** Delete the organization. Its members become users without an organization, its invitations end, and its audit entries are kept. */
  deleteOrganization: {
    input: {};
    output: Message;
  };
  /** List the members. Oldest account first. */
  listMembers: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        /** Part of a name, email or username. Case is ignored, and no character is special. */
        search?: string | number | boolean | undefined;
      };
    };
    output: {
      members: Member[];
      pagination: Pagination;
    };
  };
  /** Change a member's role. An ADMIN manages everyone but an OWNER, and grants at most ADMIN. An OWNER manages everyone. An organization always keeps an active OWNER. */
  changeMemberRole: {
    input: {
      params: {
        id: string;
      };
      body: {
        role: 'MEMBER' | 'ADMIN' | 'OWNER';
      };
    };
    output: {
      member: Member;
    };
  };
  /** Remove a member, or leave. Anyone may leave, with their own id. Removing someone else takes an ADMIN, and removing an OWNER takes an OWNER; a MEMBER gets the same 403 whether or not the id exists. A sole OWNER can't leave, but can delete the organization. Someone who is removed keeps their account and loses access at once. Open invitations above MEMBER that they sent are canceled. */
  removeMember: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Invite someone by email. Emails a link that works once, for 7 days, and only for an account with that email. The response has the link too, so you can share it yourself; it is never shown again. With byMailOnly, or where a policy says which email domains may join, the link is only emailed, and joining by it verifies the address. You can grant a role up to your own. When the inviter leaves, is removed, demoted, deactivated or deleted, their open invitations above MEMBER, or with roles, are canceled. An address gets at most 5 an hour and 20 a day of these emails, of which one account or organization causes at most 2 an hour and 8 a day, and so do all senders with an unverified address together. An account or organization sends at most 100 an hour, and 10 while the sender's own address is unverified. */
  createInvite: {
    input: {
      body: {
        email: string;
        role?: 'MEMBER' | 'ADMIN' | 'OWNER' | undefined;
        roles?: string[] | undefined;
        /** The response has no link, so joining by the emailed one verifies the address. */
        byMailOnly?: boolean | undefined;
      };
    };
    output: {
      invite: NewInvite;
    };
  };
  /** List open invitations. Newest first. Expired ones aren't listed. */
  listInvites: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        /** Part of an email. Case is ignored, and no character is special. */
        search?: string | number | boolean | undefined;
      };
    };
    output: {
      invites: Invite[];
      pagination: Pagination;
    };
  };
  /** Send an invitation again. Emails a new link that works for another 7 days, and ends the earlier ones. The caller counts as its inviter from now on, and needs a role that could have sent it. Limited as invitations are. */
  resendInvite: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      message: string;
      invite: {
        id: string;
        email: string;
        role: 'MEMBER' | 'ADMIN' | 'OWNER';
        /** Keys of the roles that joining by it gives. */
        roles: string[];
        expiresAt: string;
        createdAt: string;
      };
    };
  };
  /** Get a link to share yourself. Ends an earlier link that was shown; one that was only emailed keeps working. The link verifies nothing: only one that was only emailed shows that the person reads mail there. The caller counts as the inviter from now on, and needs a role that could have sent the invitation. */
  createInviteLink: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      invite: NewInvite;
    };
  };
  /** Cancel an invitation */
  cancelInvite: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Get an invitation by its token. For anyone who holds the link. An unknown, used or canceled invitation is 404, an expired one 410. */
  getInvite: {
    input: {
      params: {
        token: string;
      };
    };
    output: {
      invite: PublicInvite;
    };
  };
  /** Accept an invitation. The caller's email must be the invited one. If the caller already belongs to an organization, they get a 409 and the invitation stays open; if ALLOW_SEVERAL_ORGANIZATIONS is on, only if they belong to this one. By a link that was only emailed, it also verifies their address. */
  acceptInvite: {
    input: {
      params: {
        token: string;
      };
    };
    output: {
      message: string;
      organization: Organization;
    };
  };
  /** Get how the organization looks */
  getBranding: {
    input: {};
    output: {
      branding: OrganizationBranding;
    };
  };
  /** Change how the organization looks. Fields you leave out stay as they are. Null: the service's own. */
  updateBranding: {
    input: {
      body?: {
        displayName?: string | null | undefined;
        accentColor?: string | null | undefined;
      };
    };
    output: {
      branding: OrganizationBranding;
    };
  };
  /** Set the logo of the organization. Send the raw image as the body, up to 256 KiB. Its content decides its type; Content-Type is ignored. */
  putLogo: {
    input: {
      body: Blob | BufferSource;
    };
    output: {
      branding: OrganizationBranding;
      message: string;
    };
  };
  /** Remove the logo of the organization */
  deleteLogo: {
    input: {};
    output: {
      branding: OrganizationBranding;
      message: string;
    };
  };
  /** Get the logo of an organization */
  getLogo: {
    input: {
      params: {
        organizationId: string;
      };
    };
    output: Blob;
  };
  /** List the roles of organizations of the service */
  listTeamRoles: {
    input: {};
    output: {
      roles: TeamRole[];
    };
  };
  /** Create a role of organizations of the service. Its key never changes. It permits something only in your own application. */
  createTeamRole: {
    input: {
      body: {
        name: string;
        description?: string | null | undefined;
        /** From the catalog. */
        permissions?: string[] | undefined;
        isDefault?: boolean | undefined;
        key: string;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Get a role of organizations of the service */
  getTeamRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Change a role of organizations of the service. Fields you leave out stay as they are. Applies to the next request of everyone who holds the role. */
  updateTeamRole: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        description?: string | null | undefined;
        /** From the catalog. */
        permissions?: string[] | undefined;
        isDefault?: boolean | undefined;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Delete a role of organizations of the service. Takes it from everyone who holds it, and from groups, invitations and connections. */
  deleteTeamRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** List the roles of organizations of the caller's organization */
  listOrganizationTeamRoles: {
    input: {};
    output: {
      permissions: CatalogPermission[];
      roles: TeamRole[];
    };
  };
  /** Create a role of organizations of the caller's organization. Its key never changes. It permits something only in your own application. */
  createOrganizationTeamRole: {
    input: {
      body: {
        name: string;
        description?: string | null | undefined;
        /** From the catalog. */
        permissions?: string[] | undefined;
        isDefault?: boolean | undefined;
        key: string;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Get a role of organizations of the caller's organization */
  getOrganizationTeamRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Change a role of organizations of the caller's organization. Fields you leave out stay as they are. Applies to the next request of everyone who holds the role. */
  updateOrganizationTeamRole: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        description?: string | null | undefined;
        /** From the catalog. */
        permissions?: string[] | undefined;
        isDefault?: boolean | undefined;
      };
    };
    output: {
      role: TeamRole;
    };
  };
  /** Delete a role of organizations of the caller's organization. Takes it from everyone who holds it, and from groups, invitations and connections. */
  deleteOrganizationTeamRole: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Get the catalog of your application's permissions. What roles of organizations may permit. None of them opens a route of this API. */
  getTeamPermissions: {
    input: {};
    output: {
      permissions: CatalogPermission[];
    };
  };
  /** Replace the catalog of your application's permissions. A permission that you leave out leaves every role. */
  setTeamPermissions: {
    input: {
      body: {
        permissions: {
          name: string;
          description?: string | null | undefined;
        }[];
      };
    };
    output: {
      permissions: CatalogPermission[];
    };
  };
  /** Get the roles that count for a member, and where they come from */
  getMemberRoles: {
    input: {
      params: {
        id: string;
      };
    };
    output: MemberRoles;
  };
  /** Set the roles that a member is given. Replaces the given ones; roles by default, by a group or by a connection stay. They stay through changes of rank, and end with the membership. */
  setMemberRoles: {
    input: {
      params: {
        id: string;
      };
      body: {
        roles: string[];
      };
    };
    output: {
      member: Member;
    };
  };
  /** Get the policy of the service */
  getPolicy: {
    input: {};
    output: PolicyBody;
  };
  /** Change the policy of the service. Fields you leave out stay as they are. Send the version you read: if someone changed the policy meanwhile, you get a 409 with the current version. A policy that would refuse your own session is refused. */
  updatePolicy: {
    input: {
      body: {
        version: number;
        policy: {
          /** Everyone needs a second factor. */
          twoFactorRequired?: boolean | undefined;
          /** How long people have to set one up. */
          twoFactorGraceDays?: number | undefined;
          /** The ways to sign in that count: password, passkey, email_code, sso and names of providers. Null: all. */
          signInMethods?: string[] | null | undefined;
          /** A session ends this long after the sign-in. Null: no limit. */
          sessionMinutes?: number | null | undefined;
          /** A session ends after this long without a request. Null: no limit. */
          idleMinutes?: number | null | undefined;
          /** How long a proof of identity counts as recent. Null: ten minutes. */
          recentProofMinutes?: number | null | undefined;
          /** Only addresses at these domains may join. Empty: all may. */
          emailDomains?: string[] | undefined;
          /** The least score of a new password, from 0 to 4. */
          passwordStrength?: number | undefined;
          /** Refuses new passwords that are known from breaches. */
          passwordBreachCheck?: boolean | undefined;
        };
      };
    };
    output: PolicyBody;
  };
  /** See how many people a policy of the service would affect. Takes the same policy as a change, and writes nothing. */
  previewPolicy: {
    input: {
      body: {
        policy: {
          /** Everyone needs a second factor. */
          twoFactorRequired?: boolean | undefined;
          /** How long people have to set one up. */
          twoFactorGraceDays?: number | undefined;
          /** The ways to sign in that count: password, passkey, email_code, sso and names of providers. Null: all. */
          signInMethods?: string[] | null | undefined;
          /** A session ends this long after the sign-in. Null: no limit. */
          sessionMinutes?: number | null | undefined;
          /** A session ends after this long without a request. Null: no limit. */
          idleMinutes?: number | null | undefined;
          /** How long a proof of identity counts as recent. Null: ten minutes. */
          recentProofMinutes?: number | null | undefined;
          /** Only addresses at these domains may join. Empty: all may. */
          emailDomains?: string[] | undefined;
          /** The least score of a new password, from 0 to 4. */
          passwordStrength?: number | undefined;
          /** Refuses new passwords that are known from breaches. */
          passwordBreachCheck?: boolean | undefined;
        };
      };
    };
    output: SystemPolicyPreview;
  };
  /** Get the policy of the caller's organization */
  getOrganizationPolicy: {
    input: {};
    output: PolicyBody;
  };
  /** Change the policy of the caller's organization. Fields you leave out stay as they are. Send the version you read: if someone changed the policy meanwhile, you get a 409 with the current version. A policy that would refuse your own session is refused. */
  updateOrganizationPolicy: {
    input: {
      body: {
        version: number;
        policy: {
          /** Everyone needs a second factor. */
          twoFactorRequired?: boolean | undefined;
          /** How long people have to set one up. */
          twoFactorGraceDays?: number | undefined;
          /** The ways to sign in that count: password, passkey, email_code, sso and names of providers. Null: all. */
          signInMethods?: string[] | null | undefined;
          /** A session ends this long after the sign-in. Null: no limit. */
          sessionMinutes?: number | null | undefined;
          /** A session ends after this long without a request. Null: no limit. */
          idleMinutes?: number | null | undefined;
          /** How long a proof of identity counts as recent. Null: ten minutes. */
          recentProofMinutes?: number | null | undefined;
          /** Only addresses at these domains may join. Empty: all may. */
          emailDomains?: string[] | undefined;
          /** The least score of a new password, from 0 to 4. */
          passwordStrength?: number | undefined;
          /** Refuses new passwords that are known from breaches. */
          passwordBreachCheck?: boolean | undefined;
        };
      };
    };
    output: PolicyBody;
  };
  /** See whom a policy of the organization would affect. Takes the same policy as a change, and writes nothing. */
  previewOrganizationPolicy: {
    input: {
      body: {
        policy: {
          /** Everyone needs a second factor. */
          twoFactorRequired?: boolean | undefined;
          /** How long people have to set one up. */
          twoFactorGraceDays?: number | undefined;
          /** The ways to sign in that count: password, passkey, email_code, sso and names of providers. Null: all. */
          signInMethods?: string[] | null | undefined;
          /** A session ends this long after the sign-in. Null: no limit. */
          sessionMinutes?: number | null | undefined;
          /** A session ends after this long without a request. Null: no limit. */
          idleMinutes?: number | null | undefined;
          /** How long a proof of identity counts as recent. Null: ten minutes. */
          recentProofMinutes?: number | null | undefined;
          /** Only addresses at these domains may join. Empty: all may. */
          emailDomains?: string[] | undefined;
          /** The least score of a new password, from 0 to 4. */
          passwordStrength?: number | undefined;
          /** Refuses new passwords that are known from breaches. */
          passwordBreachCheck?: boolean | undefined;
        };
      };
    };
    output: PolicyPreview;
  };
  /** Read the event stream of the whole service. Every event once, in the order it was committed. Keep nextCursor and poll with it: nothing is skipped or repeated, no matter how many transactions commit at once. Events are kept for 30 days. */
  listEvents: {
    input: {
      query?: {
        /** The nextCursor of an earlier response. Without it, you start at the oldest event we keep. */
        after?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
      };
    };
    output: {
      events: Event[];
      /** Send it as `after` to get the next events. It stays the same until there are more. */
      nextCursor: string;
    };
  };
  /** List the webhooks of the service */
  listWebhooks: {
    input: {};
    output: {
      webhooks: Webhook[];
    };
  };
  /** Add a webhook of the service. The secret is shown only here; deliveries are signed with it according to Standard Webhooks. Private, loopback, link-local and metadata addresses are refused, now and at every delivery. */
  createWebhook: {
    input: {
      body: {
        url: string;
        events?: string[] | undefined;
        description?: string | null | undefined;
      };
    };
    output: {
      webhook: Webhook;
      /** Signs every delivery. We never show it again. */
      secret: string;
    };
  };
  /** Get a webhook of the service */
  getWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      webhook: Webhook;
    };
  };
  /** Change a webhook of the service. Fields you don't send stay as they are. To send `url`, you must have proven who you are in the last ten minutes. If you turn it off, its pending deliveries fail. If you turn it on again, it gets only new events; replay the ones it missed. */
  updateWebhook: {
    input: {
      params: {
        id: string;
      };
      body?: {
        url?: string | undefined;
        events?: string[] | undefined;
        description?: string | null | undefined;
        enabled?: boolean | undefined;
      };
    };
    output: {
      webhook: Webhook;
    };
  };
  /** Delete a webhook of the service */
  deleteWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of a webhook of the service. Until the overlap ends, deliveries carry the signatures of both secrets. With overlapHours 0, every earlier secret stops signing at once. */
  rotateWebhookSecret: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: {
      webhook: Webhook;
      /** Signs every delivery. We never show it again. */
      secret: string;
    };
  };
  /** Send a test to a webhook of the service. Sends an event of type webhook.test to this endpoint, regardless of its filter. It is not part of the stream. */
  testWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
    };
  };
  /** List the deliveries of a webhook of the service, newest first */
  listWebhookDeliveries: {
    input: {
      params: {
        id: string;
      };
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | undefined;
      };
    };
    output: {
      deliveries: WebhookDelivery[];
      pagination: Pagination;
    };
  };
  /** Get a delivery of a webhook of the service, with its payload */
  getWebhookDelivery: {
    input: {
      params: {
        id: string;
        deliveryId: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
      /** The body, byte for byte as it is signed and sent. */
      payload: string;
    };
  };
  /** Send a delivery of a webhook of the service again */
  replayWebhookDelivery: {
    input: {
      params: {
        id: string;
        deliveryId: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
    };
  };
  /** Send past events to a webhook of the service again. Resends every event since then that matches the filter, each with its own id. */
  replayWebhook: {
    input: {
      params: {
        id: string;
      };
      body: {
        since: string;
      };
    };
    output: Message;
  };
  /** Read the event stream of the caller's organization. Every event once, in the order it was committed. Keep nextCursor and poll with it: nothing is skipped or repeated, no matter how many transactions commit at once. Events are kept for 30 days. */
  listOrganizationEvents: {
    input: {
      query?: {
        /** The nextCursor of an earlier response. Without it, you start at the oldest event we keep. */
        after?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
      };
    };
    output: {
      events: Event[];
      /** Send it as `after` to get the next events. It stays the same until there are more. */
      nextCursor: string;
    };
  };
  /** List the webhooks of the caller's organization */
  listOrganizationWebhooks: {
    input: {};
    output: {
      webhooks: Webhook[];
    };
  };
  /** Add a webhook of the caller's organization. The secret is shown only here; deliveries are signed with it according to Standard Webhooks. Private, loopback, link-local and metadata addresses are refused, now and at every delivery. */
  createOrganizationWebhook: {
    input: {
      body: {
        url: string;
        events?: string[] | undefined;
        description?: string | null | undefined;
      };
    };
    output: {
      webhook: Webhook;
      /** Signs every delivery. We never show it again. */
      secret: string;
    };
  };
  /** Get a webhook of the caller's organization */
  getOrganizationWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      webhook: Webhook;
    };
  };
  /** Change a webhook of the caller's organization. Fields you don't send stay as they are. To send `url`, you must have proven who you are in the last ten minutes. If you turn it off, its pending deliveries fail. If you turn it on again, it gets only new events; replay the ones it missed. */
  updateOrganizationWebhook: {
    input: {
      params: {
        id: string;
      };
      body?: {
        url?: string | undefined;
        events?: string[] | undefined;
        description?: string | null | undefined;
        enabled?: boolean | undefined;
      };
    };
    output: {
      webhook: Webhook;
    };
  };
  /** Delete a webhook of the caller's organization */
  deleteOrganizationWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of a webhook of the caller's organization. Until the overlap ends, deliveries carry the signatures of both secrets. With overlapHours 0, every earlier secret stops signing at once. */
  rotateOrganizationWebhookSecret: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: {
      webhook: Webhook;
      /** Signs every delivery. We never show it again. */
      secret: string;
    };
  };
  /** Send a test to a webhook of the caller's organization. Sends an event of type webhook.test to this endpoint, regardless of its filter. It is not part of the stream. */
  testOrganizationWebhook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
    };
  };
  /** List the deliveries of a webhook of the caller's organization, newest first */
  listOrganizationWebhookDeliveries: {
    input: {
      params: {
        id: string;
      };
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | undefined;
      };
    };
    output: {
      deliveries: WebhookDelivery[];
      pagination: Pagination;
    };
  };
  /** Get a delivery of a webhook of the caller's organization, with its payload */
  getOrganizationWebhookDelivery: {
    input: {
      params: {
        id: string;
        deliveryId: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
      /** The body, byte for byte as it is signed and sent. */
      payload: string;
    };
  };
  /** Send a delivery of a webhook of the caller's organization again */
  replayOrganizationWebhookDelivery: {
    input: {
      params: {
        id: string;
        deliveryId: string;
      };
    };
    output: {
      delivery: WebhookDelivery;
    };
  };
  /** Send past events to a webhook of the caller's organization again. Resends every event since then that matches the filter, each with its own id. */
  replayOrganizationWebhook: {
    input: {
      params: {
        id: string;
      };
      body: {
        since: string;
      };
    };
    output: Message;
  };
  /** List the event destinations of the service */
  listDestinations: {
    input: {};
    output: {
      destinations: Destination[];
    };
  };
  /** Add an event destination of the service. It gets every event of its scope from its own destination.created on, or from the first one not before `since`, in order and at least once. Batches of http are signed according to Standard Webhooks; the secret is shown only here. Addresses obey the same rules as those of webhooks. */
  createDestination: {
    input: {
      body: {
        name: string;
        kind: 'http' | 'splunk' | 'otlp' | 's3';
        settings: {
          url?: string | undefined;
          token?: string | undefined;
          index?: string | null | undefined;
          headers?: {
            [name: string]: string;
          } | null | undefined;
          region?: string | undefined;
          bucket?: string | undefined;
          prefix?: string | null | undefined;
          endpoint?: string | null | undefined;
          accessKeyId?: string | undefined;
          secretAccessKey?: string | undefined;
        };
        events?: string[] | undefined;
        enabled?: boolean | undefined;
        since?: string | undefined;
      };
    };
    output: {
      destination: Destination;
      /** Only of http: signs every batch. We never show it again. */
      secret?: string | undefined;
    };
  };
  /** Get an event destination of the service */
  getDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      destination: Destination;
    };
  };
  /** Change an event destination of the service. Fields and settings that you don't send stay as they are; null removes a setting. If `url`, `endpoint`, `region` or `bucket` changes, send `token`, `headers` or `secretAccessKey` again. If you turn it on again, it goes on where it stopped; if some of what follows is no longer kept, that is 409 EVENTS_EXPIRED without `since`. */
  updateDestination: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        settings?: {
          url?: string | undefined;
          token?: string | undefined;
          index?: string | null | undefined;
          headers?: {
            [name: string]: string;
          } | null | undefined;
          region?: string | undefined;
          bucket?: string | undefined;
          prefix?: string | null | undefined;
          endpoint?: string | null | undefined;
          accessKeyId?: string | undefined;
          secretAccessKey?: string | undefined;
        } | undefined;
        events?: string[] | undefined;
        enabled?: boolean | undefined;
        since?: string | undefined;
      };
    };
    output: {
      destination: Destination;
    };
  };
  /** Delete an event destination of the service */
  deleteDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of an event destination of the service. Until the overlap ends, deliveries carry the signatures of both secrets. With overlapHours 0, every earlier secret stops signing at once. */
  rotateDestinationSecret: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: {
      destination: Destination;
      secret: string;
    };
  };
  /** Send a test to an event destination of the service. Sends one event of type destination.test, whether or not it is turned on, and tells what came of it. The event is not part of the stream, and the status does not change. */
  testDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      test: SendTest;
    };
  };
  /** List the event destinations of the caller's organization */
  listOrganizationDestinations: {
    input: {};
    output: {
      destinations: Destination[];
    };
  };
  /** Add an event destination of the caller's organization. It gets every event of its scope from its own destination.created on, or from the first one not before `since`, in order and at least once. Batches of http are signed according to Standard Webhooks; the secret is shown only here. Addresses obey the same rules as those of webhooks. */
  createOrganizationDestination: {
    input: {
      body: {
        name: string;
        kind: 'http' | 'splunk' | 'otlp' | 's3';
        settings: {
          url?: string | undefined;
          token?: string | undefined;
          index?: string | null | undefined;
          headers?: {
            [name: string]: string;
          } | null | undefined;
          region?: string | undefined;
          bucket?: string | undefined;
          prefix?: string | null | undefined;
          endpoint?: string | null | undefined;
          accessKeyId?: string | undefined;
          secretAccessKey?: string | undefined;
        };
        events?: string[] | undefined;
        enabled?: boolean | undefined;
        since?: string | undefined;
      };
    };
    output: {
      destination: Destination;
      /** Only of http: signs every batch. We never show it again. */
      secret?: string | undefined;
    };
  };
  /** Get an event destination of the caller's organization */
  getOrganizationDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      destination: Destination;
    };
  };
  /** Change an event destination of the caller's organization. Fields and settings that you don't send stay as they are; null removes a setting. If `url`, `endpoint`, `region` or `bucket` changes, send `token`, `headers` or `secretAccessKey` again. If you turn it on again, it goes on where it stopped; if some of what follows is no longer kept, that is 409 EVENTS_EXPIRED without `since`. */
  updateOrganizationDestination: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        settings?: {
          url?: string | undefined;
          token?: string | undefined;
          index?: string | null | undefined;
          headers?: {
            [name: string]: string;
          } | null | undefined;
          region?: string | undefined;
          bucket?: string | undefined;
          prefix?: string | null | undefined;
          endpoint?: string | null | undefined;
          accessKeyId?: string | undefined;
          secretAccessKey?: string | undefined;
        } | undefined;
        events?: string[] | undefined;
        enabled?: boolean | undefined;
        since?: string | undefined;
      };
    };
    output: {
      destination: Destination;
    };
  };
  /** Delete an event destination of the caller's organization */
  deleteOrganizationDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of an event destination of the caller's organization. Until the overlap ends, deliveries carry the signatures of both secrets. With overlapHours 0, every earlier secret stops signing at once. */
  rotateOrganizationDestinationSecret: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: {
      destination: Destination;
      secret: string;
    };
  };
  /** Send a test to an event destination of the caller's organization. Sends one event of type destination.test, whether or not it is turned on, and tells what came of it. The event is not part of the stream, and the status does not change. */
  testOrganizationDestination: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      test: SendTest;
    };
  };
  /** List the hooks of the service */
  listHooks: {
    input: {};
    output: {
      hooks: Hook[];
    };
  };
  /** Add a hook to the service. There is one hook for each point, and its point never changes. It is turned off until you turn it on, so you can test it first. The secret is shown only here; requests are signed with it according to Standard Webhooks. Private, loopback, link-local and metadata addresses are refused, now and whenever it is asked. */
  createHook: {
    input: {
      body: {
        point: 'registration.before' | 'sign_in.before' | 'token.claims' | 'mail.send';
        url: string;
        enabled?: boolean | undefined;
        timeoutMs?: number | undefined;
        onFailure?: 'deny' | 'allow' | undefined;
      };
    };
    output: {
      hook: Hook;
      /** Signs every request to it. We never show it again. */
      secret: string;
    };
  };
  /** Get a hook of the service */
  getHook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      hook: Hook;
    };
  };
  /** Change a hook of the service. Fields you don't send stay as they are. A change holds from the next request on. */
  updateHook: {
    input: {
      params: {
        id: string;
      };
      body?: {
        url?: string | undefined;
        enabled?: boolean | undefined;
        timeoutMs?: number | undefined;
        onFailure?: 'deny' | 'allow' | undefined;
      };
    };
    output: {
      hook: Hook;
    };
  };
  /** Delete a hook of the service */
  deleteHook: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of a hook of the service. Until the overlap ends, requests carry the signatures of both secrets. With overlapHours 0, every earlier secret stops signing at once. */
  rotateHookSecret: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: {
      hook: Hook;
      /** Signs every request to it. We never show it again. */
      secret: string;
    };
  };
  /** Ask a hook of the service about an example. Asks the hook about an example, even if it is turned off, and says what came back. Its `data` has `test: true`, and nothing depends on the answer. */
  testHook: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      test: SendTest;
    };
  };
  /** List the organization's API keys, newest first, including revoked ones */
  listOrganizationKeys: {
    input: {
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
        /** Only keys with exactly this externalId. */
        externalId?: string | number | boolean | undefined;
      };
    };
    output: {
      keys: OrganizationKey[];
      pagination: Pagination;
    };
  };
  /** Create an API key of the organization. The key is shown only in this response: we keep only its hash. It belongs to the organization, and outlives the account that created it. With prefix or keyHash, it serves only to be verified. */
  createOrganizationKey: {
    input: {
      body: {
        name: string;
        scopes?: string[] | undefined;
        allowedNetworks?: string[] | undefined;
        rateLimit?: {
          limit: number;
          windowSeconds: number;
        } | null | undefined;
        externalId?: string | null | undefined;
        metadata?: {
          [name: string]: unknown;
        } | undefined;
        expiresAt?: string | null | undefined;
        /** What your own keys begin with. They serve only to be verified. */
        prefix?: string | undefined;
        /** Takes over a key that your customer already has: its SHA-256 hash, in hexadecimal. */
        keyHash?: string | undefined;
      };
    };
    output: NewOrganizationKey;
  };
  /** Get an API key of the organization */
  getOrganizationKey: {
    input: {
      params: {
        id: string;
      };
    };
    output: OrganizationKey;
  };
  /** Change an API key of the organization, or turn it off or on. Fields you don't send stay as they are; lists and metadata are replaced as a whole. A key that is turned off is 401 until it is turned on again. A revoked key can't be changed. */
  updateOrganizationKey: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        enabled?: boolean | undefined;
        scopes?: string[] | undefined;
        allowedNetworks?: string[] | undefined;
        rateLimit?: {
          limit: number;
          windowSeconds: number;
        } | null | undefined;
        externalId?: string | null | undefined;
        metadata?: {
          [name: string]: unknown;
        } | undefined;
        expiresAt?: string | null | undefined;
      };
    };
    output: OrganizationKey;
  };
  /** Revoke an API key of the organization for good */
  revokeOrganizationKey: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Replace the secret of an API key of the organization. Id, expiry and prefix stay. The earlier secret works until the overlap ends, at most until the key expires. While it does, only overlapHours 0 is accepted, which ends every earlier secret at once. */
  rotateOrganizationKey: {
    input: {
      params: {
        id: string;
      };
      body?: {
        overlapHours?: number | undefined;
      };
    };
    output: NewOrganizationKey;
  };
  /** Verify an API key of the organization on a customer's request. For your own API: says whether a key is good for a request that you got. Only VALID counts toward the limit of the key and sets lastUsedAt. A key of another organization, a personal key and nonsense are all NOT_FOUND. */
  verifyKey: {
    input: {
      body: {
        key: string;
        /** All of them are needed. */
        scopes?: string[] | undefined;
        /** Where the request came from. Needed for keys that are limited to networks. */
        ipAddress?: string | undefined;
      };
    };
    output: KeyVerification;
  };
  /** List the organization's domains. Oldest first. */
  listDomains: {
    input: {};
    output: {
      domains: Domain[];
    };
  };
  /** Add a domain. Publish the DNS record in the response, then verify the domain. Several organizations can add the same domain, but only one can have it verified. The name is exact, without its subdomains. At most 20 domains. */
  addDomain: {
    input: {
      body: {
        name: string;
      };
    };
    output: {
      domain: Domain;
    };
  };
  /** Let people with an address in a domain join by themselves, or stop that. While autoJoin is on and the domain verified, people with an address in it may register without an organization, and become a MEMBER when they verify the address. */
  updateDomain: {
    input: {
      params: {
        id: string;
      };
      body: {
        autoJoin: boolean;
      };
    };
    output: {
      domain: Domain;
    };
  };
  /** Look up the DNS record that proves a domain. A domain that another organization has verified is 409, unless the record of that organization is gone: then its proof ends. */
  verifyDomain: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      domain: Domain;
    };
  };
  /** Remove a domain. Its connection loses it, too. People who joined through it stay. */
  removeDomain: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** List the groups of the organization's directory. Oldest first. */
  listDirectoryGroups: {
    input: {};
    output: {
      groups: DirectoryGroup[];
    };
  };
  /** Map a group of the organization's directory to a rank, to roles, or to none. Members of a mapped group are ADMIN while they are in one. OWNERs, and people who were made ADMIN by hand, keep their role. They hold the roles while they are in it, whatever they were given by hand. */
  mapDirectoryGroup: {
    input: {
      params: {
        id: string;
      };
      body?: {
        role?: 'ADMIN' | null | undefined;
        roles?: string[] | undefined;
      };
    };
    output: {
      group: DirectoryGroup;
    };
  };
  /** List the tokens of the organization's directory. Oldest first. Revoked tokens are gone. */
  listScimTokens: {
    input: {};
    output: {
      tokens: ScimToken[];
    };
  };
  /** Create a token for the organization's directory. The secret is shown once. It opens /api/scim/v2 and nothing else, has no expiry, and outlives its maker. At most 2 at a time: one in use, and one to replace it with. */
  createScimToken: {
    input: {
      body?: {
        description?: string | undefined;
      };
    };
    output: {
      token: ScimToken;
      secret: string;
    };
  };
  /** Revoke a token of the organization's directory. At once. The people and groups that the directory made stay. */
  revokeScimToken: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** List what the organization's directory was refused. The last 50, newest first, kept 7 days. */
  listScimErrors: {
    input: {};
    output: {
      errors: ScimError[];
    };
  };
  /** Find the identity provider for an email address. By its domain only: the reply is the same whether or not the account exists. required: members with this address sign in no other way. */
  discoverSso: {
    input: {
      body: {
        email: string;
      };
    };
    output: {
      redirectTo: string | null;
      required: boolean;
    };
  };
  /** Sign in with an organization's identity provider. Navigate a browser here. returnTo is a path on this service, or an address on its origin or one of ALLOWED_ORIGINS; anything else is ignored. */
  startSso: {
    input: {
      params: {
        id: string;
      };
      query?: {
        returnTo?: string | number | boolean | undefined;
        loginHint?: string | number | boolean | undefined;
        test?: string | number | boolean | undefined;
      };
    };
    output: never;
  };
  /** Return from an identity provider that speaks OpenID Connect. Signs in and leads to returnTo, or to /auth/two-factor?token=&returnTo=. A failure leads to /login?error= with one of invalid_state, sso_denied, sso_failed, sso_unavailable, sso_email_not_allowed, sso_not_provisioned, sso_not_member, sso_conflict, sso_not_allowed, sso_required, hook_denied, hook_unavailable, account_inactive, sign_in_method_not_allowed. */
  finishSso: {
    input: {
      params: {
        id: string;
      };
      query?: {
        code?: string | number | boolean | undefined;
        state?: string | number | boolean | undefined;
        error?: string | number | boolean | undefined;
      };
    };
    output: never;
  };
  /** Return from an identity provider that speaks SAML. The token works once, for 60 seconds, in the browser that started. Otherwise as the callback. */
  finishSaml: {
    input: {
      params: {
        id: string;
      };
      query?: {
        token?: string | number | boolean | undefined;
      };
    };
    output: never;
  };
  /** Get our SAML metadata, for the identity provider. Its address is our entity ID. It is there whether or not the connection is enabled. */
  getSamlMetadata: {
    input: {
      params: {
        id: string;
      };
    };
    output: Blob;
  };
  /** List the organization's identity providers. Oldest first. */
  listConnections: {
    input: {};
    output: {
      connections: Connection[];
    };
  };
  /** Add an identity provider. The response has what you enter at the identity provider. At most 5. Set it up with PATCH, test it, then enable it. */
  createConnection: {
    input: {
      body: {
        kind: 'oidc' | 'saml';
        name: string;
      };
    };
    output: {
      connection: Connection;
    };
  };
  /** Get an identity provider */
  getConnection: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      connection: Connection;
    };
  };
  /** Change an identity provider, or turn it on or off. Fields you don't send stay as they are, also within oidc, saml and attributes; lists are replaced as a whole. A new issuer or entityId needs a new test, and is refused once people are linked. Enabling needs a verified domain and a test that passed. Requiring it needs a test of your own from the last 24 hours, a session begun with two factors, a passkey or this connection, and an OWNER who could sign in without it. Turning it off no longer requires it. */
  updateConnection: {
    input: {
      params: {
        id: string;
      };
      body?: {
        name?: string | undefined;
        enabled?: boolean | undefined;
        required?: boolean | undefined;
        /** Names of verified domains. The list is replaced as a whole. */
        domains?: string[] | undefined;
        provisioning?: boolean | undefined;
        trustsSecondFactor?: boolean | undefined;
        adminGroups?: string[] | undefined;
        groupRoles?: {
          group: string;
          roles: string[];
        }[] | undefined;
        attributes?: {
          email?: string | null | undefined;
          firstName?: string | null | undefined;
          lastName?: string | null | undefined;
          groups?: string | null | undefined;
        } | undefined;
        sessionHours?: number | undefined;
        oidc?: {
          issuer?: string | undefined;
          clientId?: string | undefined;
          /** Never shown. Null: a public client. */
          clientSecret?: string | null | undefined;
        } | undefined;
        /** Its fields one by one, or metadata, or metadataUrl. */
        saml?: {
          entityId?: string | undefined;
          signInUrl?: string | undefined;
          certificates?: string[] | undefined;
          /** The identity provider's metadata, as XML. */
          metadata?: string | undefined;
          /** Where the metadata is read, now and every day. */
          metadataUrl?: string | undefined;
        } | undefined;
      };
    };
    output: {
      connection: Connection;
    };
  };
  /** Remove an identity provider. Its links end, and no one signs in through it any more. People stay members. */
  deleteConnection: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Test an identity provider. Navigate the browser to redirectTo. It signs no one in, and comes back to /organization/sso?test= with the connection's id. */
  testConnection: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      redirectTo: string;
    };
  };
  /** Get the result of the last test. Kept for 24 hours. It judges what was sent and the address, not whether this person may sign in. */
  getConnectionTest: {
    input: {
      params: {
        id: string;
      };
    };
    output: {
      test: ConnectionTest | null;
    };
  };
  /** List the people who are linked to an identity provider. Newest first. */
  listConnectionLinks: {
    input: {
      params: {
        id: string;
      };
      query?: {
        page?: string | number | boolean | undefined;
        limit?: string | number | boolean | undefined;
      };
    };
    output: {
      links: ConnectionLink[];
      pagination: Pagination;
    };
  };
  /** End the link of a person to an identity provider */
  deleteConnectionLink: {
    input: {
      params: {
        id: string;
        userId: string;
      };
    };
    output: Message;
  };
  /** End all links to an identity provider. Then its issuer or entityId can be changed. */
  deleteConnectionLinks: {
    input: {
      params: {
        id: string;
      };
    };
    output: Message;
  };
  /** Check that the process is up */
  live: {
    input: {};
    output: {
      status: 'ok';
    };
  };
  /** Check that the database is reachable and migrated */
  ready: {
    input: {};
    output: {
      status: 'ok';
    };
  };
  /** Clear every rate limit counter. Development and test only: 404 in production. */
  resetRateLimits: {
    input: {};
    output: {
      success: true;
    };
  };
}
