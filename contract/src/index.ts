import type { Endpoint } from './endpoint.ts';
import * as declared from './endpoints.ts';

export {
  type Application,
  type ApplicationKind,
  applicationKinds,
  isRedirectUri,
} from './application-shapes.ts';
export { AuditEntry, AuditSummary, auditPage, auditSummaryLimits, failedSignIns } from './audit-shapes.ts';
export {
  type FactorMethod,
  FactorsBody,
  factorMethods,
  LoginBody,
  oneOrganization,
  type ProofMethod,
  proofMethods,
  Session,
  TwoFactorRequiredBody,
} from './auth-shapes.ts';
export type { Branding, OrganizationBrand, PageBranding } from './branding.ts';
export type { OrganizationBranding } from './branding-shapes.ts';
export { type Challenge, challengeKinds, type Puzzle, SolvedPuzzle } from './challenge-shapes.ts';
export type { CheckSubscriber } from './check-shapes.ts';
export { type CookieName, cookieNames, csrfHeader } from './cookies.ts';
export { csvLine, plainCell } from './csv.ts';
export { describeError, messageOf, oauthErrorOf, scimTypeOf } from './describe-error.ts';
export { type DestinationKind, destinationKinds, fieldsOf } from './destination-kinds.ts';
export { destinationRoutes } from './destination-routes.ts';
export {
  type Destination,
  type DestinationSettingsInput,
  foreignSettings,
  placeFields,
} from './destination-shapes.ts';
export { readUserCode, showUserCode, userCodeLength, userCodeLetters } from './device-shapes.ts';
export {
  aboutOf,
  answersHead,
  type Binary,
  type Endpoint,
  endpoint,
  heedsChoice,
  isBinary,
  isPersonal,
  isRedirect,
  neededFor,
  reasonsOf,
  takesForm,
} from './endpoint.ts';
export * from './endpoints.ts';
export { ErrorBody } from './error-shapes.ts';
export { type ErrorType, errors, errorTypes, type Reason } from './errors.ts';
export { type EventType, eventTypeOf, eventTypes, type ResourceOf, resourcesOf } from './event-types.ts';
export { type AuditAction, type AuditCategory, auditActions, auditCategories, categoryOf } from './events.ts';
export { asciiDomain, Email, Id, name, normalEmail, text, Username } from './fields.ts';
export { fullName, splitName } from './full-name.ts';
export { type HookPoint, hookFailures, hookLimits, hookPoints } from './hook-points.ts';
export { type Hook, mailMustNotBeSkipped, mayAllow } from './hook-shapes.ts';
export type { ApiKeyPermission } from './key-shapes.ts';
export {
  apiKeyLimit,
  backupCodeCount,
  challengeAfter,
  checkLimits,
  connectionLimit,
  destinationLimits,
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
  statisticDays,
  teamRoleLimits,
  tokenLimits,
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
export { mcpScopes, mcpVersions } from './mcp-shapes.ts';
export { isAddress, isNetwork, isWithinNetworks } from './networks.ts';
export { type OidcScope, oidcScopes } from './oidc-scopes.ts';
export { type OrganizationClaim, type SigningAlgorithm, signingAlgorithms } from './oidc-shapes.ts';
export { openApiDocument } from './openapi.ts';
export {
  isLatchkeyScope,
  type KeyVerdict,
  type KeyVerification,
  type NewOrganizationKey,
  noLatchkeyScopes,
  type OrganizationKey,
  OrganizationKeyInput,
} from './organization-key-shapes.ts';
export type {
  Invite,
  ListedOrganization,
  Member,
  NewInvite,
  Organization,
  PublicInvite,
  UserOrganization,
} from './organization-shapes.ts';
export { isSignInPage, pagePaths } from './pages.ts';
export { Pagination, paginate } from './pagination.ts';
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
export { policyRoutes } from './policy-routes.ts';
export { type Policy, type PolicyReason, policyReasons } from './policy-shapes.ts';
export { returnToMaxLength, safeReturnTo } from './return-to.ts';
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
export {
  apiKeyLiteral,
  clientSecretLiteral,
  organizationKeyLiteral,
  scimTokenLiteral,
} from './secret-literals.ts';
export type { OAuthAccount, Passkey, SignInConnection } from './sign-in-shapes.ts';
export { type OrganizationSort, organizationSorts, type UserSort, userSorts } from './sorts.ts';
export type { Connection, ConnectionLink, ConnectionTest, SsoError } from './sso-shapes.ts';
export { teamRoleRoutes } from './team-role-routes.ts';
export {
  type CatalogPermission,
  type MemberRoles,
  type RoleSource,
  roleSources,
  type TeamRole,
} from './team-role-shapes.ts';
export { SendTest } from './test-shapes.ts';
export { unsetPolicy } from './unset-policy.ts';
export {
  fitsMetadata,
  type ImportedLine,
  importMaxBytes,
  type Metadata,
  metadataTooLong,
  NewAccount,
  User,
} from './user-shapes.ts';
export type {
  AcceptedPasskeys,
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  RelatedOrigins,
} from './webauthn.ts';
export { webhookRoutes } from './webhook-routes.ts';
export { type Event, type Webhook, type WebhookDelivery, wantsEvent } from './webhook-shapes.ts';

/** Every route of the service, in the order of its declaration. */
export const endpoints = inOrder(declared);

function inOrder<const E extends Readonly<Record<string, Endpoint>>>(routes: E): E {
  const entries = Object.entries(routes).sort(([, one], [, other]) => one.order - other.order);
  return Object.fromEntries(entries) as E;
}

export { type SettingGroup, settingGroups } from './setting-groups.ts';
export {
  type HealthFigure,
  type HealthState,
  healthAreas,
  type ServiceHealth,
  type Setting,
  type Settings,
} from './settings-shapes.ts';
export { signInMethods } from './sign-in-methods.ts';
export type { Statistics } from './statistics-shapes.ts';
export { canParseUrl } from './urls.ts';
