import { oidcScopes, signingAlgorithms } from '@latchkey/contract';
import { deviceGrantType } from './device-poll.ts';
import type { OidcDeps, OpenOidcContext } from './oidc-deps.ts';

const secretMethods = ['client_secret_basic', 'client_secret_post'];

/** One document for both places where clients look. */
function discoveryOf({ oidc: { issuer }, config, languages }: OidcDeps) {
  const at = (name: string) => `${issuer}/api/oidc/${name}`;
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    introspection_endpoint: at('introspect'),
    revocation_endpoint: at('revoke'),
    end_session_endpoint: at('logout'),
    device_authorization_endpoint: at('device'),
    ...(config.features.dynamicClients && { registration_endpoint: at('register') }),
    scopes_supported: [...oidcScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrantType],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...signingAlgorithms],
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    introspection_endpoint_auth_methods_supported: [...secretMethods],
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: [...claims],
    ui_locales_supported: [...languages.codes],
    prompt_values_supported: ['none', 'login', 'consent'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    ...(config.clientMetadata && { client_id_metadata_document_supported: true }),
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

const claims = [
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'sid'],
  ...['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
  ...['email', 'email_verified'],
  ...['org_id', 'org_name', 'org_slug', 'org_role', 'organization', 'permissions'],
];

export function getOpenidConfiguration({ deps }: OpenOidcContext) {
  return discoveryOf(deps);
}

export function getAuthorizationServer({ deps }: OpenOidcContext) {
  return discoveryOf(deps);
}

export async function getJwks({ deps }: OpenOidcContext) {
  const keys = await deps.oidc.keys.all();
  return {
    keys: keys.map(({ kid, algorithm: alg, jwk: { kty = '', n, e, crv, x, y } }) => {
      const parts = kty === 'RSA' ? { n, e } : { crv, x, y };
      return { kty, kid, use: 'sig' as const, alg, ...parts };
    }),
  };
}
