import { applicationEndpoints } from './applications.ts';
import { auditEndpoints } from './audit-logs.ts';
import { authEndpoints } from './auth.ts';
import { directoryEndpoints } from './directories.ts';
import { domainEndpoints } from './domains.ts';
import { emailCodeEndpoints } from './email-codes.ts';
import { emailEndpoints } from './emails.ts';
import { healthEndpoints } from './health.ts';
import { impersonationEndpoints } from './impersonation.ts';
import { keyEndpoints } from './keys.ts';
import { languageEndpoints } from './languages.ts';
import { oidcEndpoints } from './oidc.ts';
import { organizationKeyEndpoints } from './organization-keys.ts';
import { organizationEndpoints } from './organizations.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { personalDataEndpoints } from './personal-data.ts';
import { policyEndpoints } from './policies.ts';
import { organizationPolicyEndpoints } from './policies-of-organizations.ts';
import { reauthenticationEndpoints } from './reauthentication.ts';
import { roleEndpoints } from './roles.ts';
import { scimEndpoints } from './scim.ts';
import { setupEndpoints } from './setup.ts';
import { oauthEndpoints } from './social-login.ts';
import { ssoEndpoints } from './sso.ts';
import { twoFactorEndpoints } from './two-factor.ts';
import { userEndpoints } from './users.ts';
import { webhookEndpoints } from './webhooks.ts';
import { organizationWebhookEndpoints } from './webhooks-of-organizations.ts';

export {
  type Application,
  type ApplicationKind,
  applicationKinds,
  clientSecretLiteral,
  createApplication,
  createApplicationSecret,
  deleteApplication,
  type GrantedApplication,
  getApplication,
  isRedirectUri,
  listApplications,
  listGrantedApplications,
  updateApplication,
  withdrawApplication,
} from './applications.ts';
export {
  AuditEntry,
  type AuditProof,
  auditActivity,
  auditHead,
  auditPage,
  auditProof,
  exportAuditLogs,
  listAuditLogs,
} from './audit-logs.ts';
export {
  forgotPassword,
  listSessions,
  login,
  logout,
  me,
  refresh,
  register,
  requestUnlock,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  undoEmailChange,
  verifyEmail,
  verifyUnlock,
} from './auth.ts';
export {
  type FactorMethod,
  FactorsBody,
  factorMethods,
  LoginBody,
  oneOrganization,
  Session,
  TwoFactorRequiredBody,
} from './auth-shapes.ts';
export type { Branding, PageBranding } from './branding.ts';
export { type CookieName, cookieNames, csrfHeader } from './cookies.ts';
export { csvLine, plainCell } from './csv.ts';
export { describeError, messageOf, oauthErrorOf, scimTypeOf } from './describe-error.ts';
export {
  createScimToken,
  listScimErrors,
  listScimTokens,
  revokeScimToken,
  type ScimError,
  type ScimToken,
  scimTokenLiteral,
} from './directories.ts';
export {
  addDomain,
  type Domain,
  listDomains,
  removeDomain,
  updateDomain,
  verifyDomain,
} from './domains.ts';
export { requestEmailCode, verifyEmailCode } from './email-codes.ts';
export { type EmailEntry, listEmails } from './emails.ts';
export {
  answersHead,
  type Binary,
  type Endpoint,
  endpoint,
  heedsChoice,
  isBinary,
  isRedirect,
  reasonsOf,
  takesForm,
} from './endpoint.ts';
export { ErrorBody } from './error-shapes.ts';
export { type ErrorType, errors, errorTypes, type Reason } from './errors.ts';
export { type EventType, eventTypeOf, eventTypes, type ResourceOf, resourcesOf } from './event-types.ts';
export { type AuditAction, type AuditCategory, auditActions, auditCategories, categoryOf } from './events.ts';
export { Email, Id, name, normalEmail, text, Username } from './fields.ts';
export { fullName, splitName } from './full-name.ts';
export { live, ready, resetRateLimits } from './health.ts';
export { exitImpersonation, impersonate } from './impersonation.ts';
export {
  type ApiKey,
  type ApiKeyPermission,
  apiKeyLiteral,
  createKey,
  getKey,
  listKeys,
  revokeKey,
  updateKey,
} from './keys.ts';
export { getCatalog } from './languages.ts';
export {
  apiKeyLimit,
  backupCodeCount,
  connectionLimit,
  domainLimit,
  inWords,
  type LimitName,
  type LimitRule,
  lifetimes,
  lockout,
  mailLimits,
  organizationLimit,
  passkeyLimit,
  passwordHistory,
  rateLimits,
  scimErrorDays,
  scimErrorLimit,
  scimTokenLimit,
  unsolicitedMail,
  unsolicitedShare,
  webhookLimits,
} from './limits.ts';
export { type Direction, directionOf, type Language, languages } from './locales/languages.ts';
export {
  type CatalogPart,
  catalogParts,
  type MailMessages,
  type PageMessages,
  type PagePart,
  pageParts,
  type ServerMessages,
  type Translation,
} from './locales/parts.ts';
export {
  createTranslate,
  isolate,
  type Messages,
  type Translate,
  type ValuesIn,
} from './locales/translate.ts';
export { isAddress, isNetwork, isWithinNetworks } from './networks.ts';
export {
  authorize,
  authorizeByForm,
  confirmLogout,
  decideConsent,
  endSession,
  endSessionByForm,
  exchangeToken,
  getAuthorizationServer,
  getConsent,
  getJwks,
  getOpenidConfiguration,
  getUserinfo,
  introspectToken,
  postUserinfo,
  registerClient,
  revokeToken,
} from './oidc.ts';
export { type OidcScope, oidcScopes, type SigningAlgorithm, signingAlgorithms } from './oidc-shapes.ts';
export { openApiDocument } from './openapi.ts';
export {
  isLatchkeyScope,
  type KeyVerdict,
  type KeyVerification,
  type NewOrganizationKey,
  noLatchkeyScopes,
  type OrganizationKey,
  OrganizationKeyInput,
  organizationKeyLiteral,
} from './organization-key-shapes.ts';
export {
  createOrganizationKey,
  getOrganizationKey,
  listOrganizationKeys,
  revokeOrganizationKey,
  rotateOrganizationKey,
  updateOrganizationKey,
  verifyKey,
} from './organization-keys.ts';
export type {
  Invite,
  ListedOrganization,
  Member,
  NewInvite,
  Organization,
  PublicInvite,
  UserOrganization,
} from './organization-shapes.ts';
export {
  acceptInvite,
  cancelInvite,
  changeMemberRole,
  createInvite,
  createOrganization,
  deleteOrganization,
  getInvite,
  getOrganization,
  listAllOrganizations,
  listInvites,
  listMembers,
  listOrganizations,
  removeMember,
  setDefaultOrganization,
  updateOrganization,
} from './organizations.ts';
export { isSignInPage, pagePaths } from './pages.ts';
export { Pagination, paginate } from './pagination.ts';
export {
  createPasskey,
  deletePasskey,
  listPasskeys,
  loginWithPasskey,
  Passkey,
  preparePasskey,
  preparePasskeyLogin,
  updatePasskey,
} from './passkeys.ts';
export { passwordRules } from './password-rules.ts';
export { NewPassword } from './passwords.ts';
export {
  hasOrganizationRank,
  type LatchkeyScope,
  latchkeyScopes,
  managesRole,
  type OrganizationRole,
  organizationRoles,
  type Permission,
  permissions,
  ranksBelow,
  type SystemRole,
  systemRoles,
} from './permissions.ts';
export { cancelDeletion, exportProfile, exportUser, requestDeletion } from './personal-data.ts';
export { getPolicy, previewPolicy, updatePolicy } from './policies.ts';
export {
  getOrganizationPolicy,
  previewOrganizationPolicy,
  updateOrganizationPolicy,
} from './policies-of-organizations.ts';
export {
  type Policy,
  type PolicyReason,
  policyReasons,
  signInMethods,
  unsetPolicy,
} from './policy-shapes.ts';
export {
  type ProofMethod,
  prepareReauthentication,
  proofMethods,
  reauthenticate,
} from './reauthentication.ts';
export { returnToMaxLength, safeReturnTo } from './return-to.ts';
export {
  createRole,
  deleteRole,
  getRole,
  getUserRoles,
  listRoles,
  type Role,
  setUserRoles,
  updateRole,
} from './roles.ts';
export {
  createScimGroup,
  createScimUser,
  type DirectoryGroup,
  deleteScimGroup,
  deleteScimUser,
  getScimConfig,
  getScimGroup,
  getScimResourceType,
  getScimSchema,
  getScimUser,
  listDirectoryGroups,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  mapDirectoryGroup,
  patchScimGroup,
  patchScimUser,
  replaceScimGroup,
  replaceScimUser,
} from './scim.ts';
export {
  type ScimConfig,
  type ScimErrorBody,
  type ScimGroup,
  type ScimListQuery,
  type ScimProjection,
  type ScimResourceType,
  type ScimSchema,
  type ScimUser,
  scimMediaType,
  scimPage,
  scimSchemas,
} from './scim-shapes.ts';
export { createFirstAdmin, getSetup } from './setup.ts';
export {
  completeOAuth,
  finishOAuth,
  finishOAuthByForm,
  getPendingOAuth,
  linkOAuth,
  listOAuthAccounts,
  listOAuthProviders,
  type OAuthAccount,
  type OAuthError,
  type PendingOAuth,
  startOAuth,
  unlinkOAuthAccount,
  unlinkOAuthAccountByQuery,
} from './social-login.ts';
export { type OrganizationSort, organizationSorts, type UserSort, userSorts } from './sorts.ts';
export {
  createConnection,
  deleteConnection,
  deleteConnectionLink,
  deleteConnectionLinks,
  discoverSso,
  finishSaml,
  finishSso,
  getConnection,
  getConnectionTest,
  getSamlMetadata,
  listConnectionLinks,
  listConnections,
  receiveSaml,
  startSso,
  testConnection,
  updateConnection,
} from './sso.ts';
export type { Connection, ConnectionLink, ConnectionTest, SsoError } from './sso-shapes.ts';
export {
  disableTwoFactor,
  prepareTwoFactor,
  replaceBackupCodes,
  resetTwoFactor,
  setupTwoFactor,
  validateTwoFactor,
  verifyTwoFactor,
} from './two-factor.ts';
export { fitsMetadata, type Metadata, metadataTooLong, User } from './user-shapes.ts';
export {
  activateUser,
  deactivateUser,
  deletePicture,
  deleteUser,
  getPicture,
  getProfile,
  getUser,
  getUserMetadata,
  listUserOrganizations,
  listUsers,
  putPicture,
  removeUserFromOrganization,
  unlockUser,
  updateProfile,
  updateUser,
  updateUserMetadata,
} from './users.ts';
export type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from './webauthn.ts';
export { type Event, type Webhook, type WebhookDelivery, wantsEvent } from './webhook-shapes.ts';
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listEvents,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';
export {
  createOrganizationWebhook,
  deleteOrganizationWebhook,
  getOrganizationWebhook,
  getOrganizationWebhookDelivery,
  listOrganizationEvents,
  listOrganizationWebhookDeliveries,
  listOrganizationWebhooks,
  replayOrganizationWebhook,
  replayOrganizationWebhookDelivery,
  rotateOrganizationWebhookSecret,
  testOrganizationWebhook,
  updateOrganizationWebhook,
} from './webhooks-of-organizations.ts';

/** Every route of the service. A route that isn't listed here doesn't exist. */
export const endpoints = {
  ...auditEndpoints,
  ...emailEndpoints,
  ...authEndpoints,
  ...oauthEndpoints,
  ...oidcEndpoints,
  ...applicationEndpoints,
  ...twoFactorEndpoints,
  ...reauthenticationEndpoints,
  ...passkeyEndpoints,
  ...emailCodeEndpoints,
  ...setupEndpoints,
  ...keyEndpoints,
  ...languageEndpoints,
  ...impersonationEndpoints,
  ...userEndpoints,
  ...personalDataEndpoints,
  ...roleEndpoints,
  ...organizationEndpoints,
  ...policyEndpoints,
  ...organizationPolicyEndpoints,
  ...webhookEndpoints,
  ...organizationWebhookEndpoints,
  ...organizationKeyEndpoints,
  ...domainEndpoints,
  ...scimEndpoints,
  ...directoryEndpoints,
  ...ssoEndpoints,
  ...healthEndpoints,
};
