import { z } from 'zod';
import { text } from './fields.ts';
import { tokenLimits } from './limits.ts';

export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A parameter of the protocol. An empty one counts as missing. */
export const Parameter = text(8192)
  .transform((value) => (value === '' ? undefined : value))
  .optional();
/** The same, where the protocol itself handles a repeated parameter, in the redirect back to the application. */
const Repeatable = z.union([Parameter, z.array(z.string())]).optional();

/** How a client identifies itself in a form when it doesn't use the Authorization header. */
export const ClientParameters = { client_id: Parameter, client_secret: Parameter };

export const AuthorizeParameters = z.object({
  client_id: Repeatable,
  redirect_uri: Repeatable,
  response_type: Repeatable,
  response_mode: Repeatable,
  scope: Repeatable,
  state: Repeatable,
  nonce: Repeatable,
  code_challenge: Repeatable,
  code_challenge_method: Repeatable,
  prompt: Repeatable,
  max_age: Repeatable,
  login_hint: Repeatable,
  ui_locales: Repeatable,
  id_token_hint: Repeatable,
  resource: Repeatable,
  organization: Repeatable,
  request: Repeatable,
  request_uri: Repeatable,
  registration: Repeatable,
  proof: Repeatable.describe(
    'Not part of the standard: sign-ins since this time count as new. Added on the way to the sign-in page.',
  ),
});

export const backToApplication = {
  redirect: true,
  description: 'To the application, or to one of our pages.',
} as const;

export const LogoutParameters = z.object({
  id_token_hint: Parameter,
  post_logout_redirect_uri: Parameter,
  client_id: Parameter,
  state: Parameter,
});

export const afterLogout = {
  redirect: true,
  description:
    'To the application, or to /signed-out. Unless the ID token belongs to this session, the user confirms there first.',
} as const;

export const Discovery = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    jwks_uri: z.string(),
    introspection_endpoint: z.string(),
    revocation_endpoint: z.string(),
    end_session_endpoint: z.string(),
    device_authorization_endpoint: z.string(),
    registration_endpoint: z.string().optional(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    claims_supported: z.array(z.string()),
    ui_locales_supported: z.array(z.string()),
    prompt_values_supported: z.array(z.string()),
    claims_parameter_supported: z.boolean(),
    request_parameter_supported: z.boolean(),
    request_uri_parameter_supported: z.boolean(),
    client_id_metadata_document_supported: z.boolean().optional(),
    authorization_response_iss_parameter_supported: z.boolean(),
    backchannel_logout_supported: z.boolean(),
    backchannel_logout_session_supported: z.boolean(),
  })
  .meta({ id: 'OpenIdConfiguration' });

const Jwk = z.object({
  kty: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.enum(signingAlgorithms),
  n: z.string().optional(),
  e: z.string().optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
});
export const Jwks = z.object({ keys: z.array(Jwk) }).meta({ id: 'JsonWebKeySet' });

export const TokenRequest = z.object({
  ...ClientParameters,
  grant_type: Parameter,
  code: Parameter,
  redirect_uri: Parameter,
  code_verifier: Parameter,
  refresh_token: Parameter,
  device_code: Parameter,
  scope: Parameter,
  resource: Parameter,
});

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  scope: z.string().optional(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
});

/** What a person is in the organization that a token is about, as of the moment it is told. */
const OrganizationClaim = z
  .object({
    id: z.string(),
    slug: z.string(),
    role: z.string().describe('OWNER, ADMIN or MEMBER.'),
    roles: z.array(z.string()).describe('Keys of the roles that count, sorted.'),
    permissions: z
      .array(z.string())
      .optional()
      .describe(
        `Sorted. Left out past ${tokenLimits.permissions} names or ${tokenLimits.permissionsBytes} bytes of JSON.`,
      ),
  })
  .meta({ id: 'OrganizationClaim' });
export type OrganizationClaim = z.infer<typeof OrganizationClaim>;

/** What a scope reveals about a person, in the ID token and at userinfo. */
const claims = {
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  preferred_username: z.string().optional(),
  locale: z.string().optional(),
  updated_at: z.number().int().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  org_id: z.string().optional(),
  org_name: z.string().optional(),
  org_slug: z.string().optional(),
  org_role: z.string().optional(),
  organization: OrganizationClaim.optional(),
  permissions: z.array(z.string()).optional(),
};
/** A hook may add claims of its own. */
export const UserinfoResponse = z.looseObject({ sub: z.string(), ...claims });

export const AboutToken = z.object({ ...ClientParameters, token: Parameter, token_type_hint: Parameter });

export const IntrospectionResponse = z.object({
  active: z.boolean(),
  scope: z.string().optional(),
  client_id: z.string().optional(),
  username: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().int().optional(),
  iat: z.number().int().optional(),
  sub: z.string().optional(),
  aud: z.string().optional(),
  iss: z.string().optional(),
  jti: z.string().optional(),
  sid: z.string().optional(),
  org_id: z.string().optional(),
  org_role: z.string().optional(),
  organization: OrganizationClaim.optional(),
  permissions: z.array(z.string()).optional(),
});

/** RFC 7591: we keep only the fields named here. */
export const ClientMetadata = z.object({
  client_name: text(100).optional(),
  redirect_uris: z.array(text(2000)).max(20).optional(),
  grant_types: z.array(text(100)).max(10).optional(),
  response_types: z.array(text(100)).max(10).optional(),
  token_endpoint_auth_method: text(100).optional(),
  scope: text(1000).optional(),
});
export const RegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number().int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string().optional(),
});

/** Other applications don't have this field. */
export const SelfRegistered = z
  .literal(true)
  .optional()
  .describe('It registered itself: no administrator has vouched for it.');

/** What one of our pages sends back about what is in progress. */
export const PageRequest = z.object({ request: text(16_000, 1).describe("The value from the page's URL.") });

export const WhereTo = z.object({
  redirectTo: z.string().describe('Where the browser goes next, with a full page navigation.'),
});

export const Resource = z
  .string()
  .nullable()
  .describe('The server that will accept the access token, if the application named one.');

export const OrganizationChoices = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .optional()
  .describe(
    'Where people may belong to several: those that this may be about. The first is meant if none is chosen.',
  );

export const Consent = z.object({
  application: z.object({
    id: z.string(),
    clientId: z.string(),
    host: z
      .string()
      .optional()
      .describe('Of the document that describes it: the only thing about it that someone else vouches for.'),
    name: z.string(),
    redirectUri: z.string().describe('Where the response goes: the only thing that says who is asking.'),
    selfRegistered: SelfRegistered,
  }),
  scopes: z.array(z.string()),
  resource: Resource,
  organizations: OrganizationChoices,
});
