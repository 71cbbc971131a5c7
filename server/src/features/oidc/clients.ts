import { isRedirectUri, oidcScopes } from '@latchkey/contract';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { type ApplicationRow, insertApplication, isSecret } from '../applications/application-store.ts';
import { aboutApplication, newClientId } from '../applications/applications.ts';
import { isPublic } from '../applications/policy.ts';
import { scopeIn, scopesOf } from './authorize-request.ts';
import { isPlainName } from './client-names.ts';
import { findClient, selfRegistered } from './find-client.ts';
import type { OpenOidcContext } from './oidc-deps.ts';

export type TokenRequest = ClientProof & {
  grant_type?: string | undefined;
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  device_code?: string | undefined;
  scope?: string | undefined;
  resource?: string | undefined;
};

/** What a client says about itself: in the Authorization header, or in the form. Never in both. */
export type ClientProof = {
  authorization: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
};

/** The application a request comes from. One with a secret must send it; one without a secret proves nothing. */
export async function authenticateClient(
  { deps }: OpenOidcContext,
  proof: ClientProof,
): Promise<ApplicationRow | Refusal<'INVALID_CLIENT'>> {
  const { id, secret } = claimOf(proof);
  const application = id === undefined ? undefined : await findClient(deps, id);
  if (!application) return refuse('INVALID_CLIENT');
  if (isPublic(application)) return secret === undefined ? application : refuse('INVALID_CLIENT');
  const isProven = secret !== undefined && (await isSecret(deps.sql, application.id, sha256(secret)));
  return isProven ? application : refuse('INVALID_CLIENT');
}

function claimOf({ authorization, client_id, client_secret }: ClientProof): { id?: string; secret?: string } {
  if (authorization === undefined)
    return {
      ...(client_id !== undefined && { id: client_id }),
      ...(client_secret !== undefined && { secret: client_secret }),
    };
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization)?.[1];
  const [id, ...rest] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [];
  if (!id || client_secret !== undefined) return {};
  const claim = { id: formDecoded(id), secret: formDecoded(rest.join(':')) };
  // The schema checked the form; a header may hold characters that no database does.
  if (/\p{Cc}/u.test(claim.id)) return {};
  return client_id === undefined || client_id === claim.id ? claim : {};
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
function formDecoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

type ClientMetadata = {
  client_name?: string | undefined;
  redirect_uris?: string[] | undefined;
  grant_types?: string[] | undefined;
  response_types?: string[] | undefined;
  token_endpoint_auth_method?: string | undefined;
  scope?: string | undefined;
};

const grantTypes = ['authorization_code', 'refresh_token'];

/** For agents: an unvetted client. It has no secret, needs PKCE, and the user is asked each time. */
export async function registerClient(
  { deps, origin }: OpenOidcContext,
  metadata: ClientMetadata,
): Promise<ApplicationRow | Refusal<'INVALID_REDIRECT_URI' | 'INVALID_CLIENT_METADATA'>> {
  const { client_name: name = 'Unnamed application', redirect_uris: redirectUris = [], scope } = metadata;
  if (redirectUris.length === 0 || !redirectUris.every(isRedirectUri)) return refuse('INVALID_REDIRECT_URI');
  if (!isPublicCodeClient(metadata)) return refuse('INVALID_CLIENT_METADATA');
  if (!isPlainName(name)) return refuse('INVALID_CLIENT_METADATA', { details: { description: nameRule } });
  const named = { clientId: newClientId(), name: name.trim(), redirectUris };
  const application: ApplicationRow = {
    ...selfRegistered(named, origin.now),
    ...(scope !== undefined && { scopes: scopesOf({ scopes: [...oidcScopes] }, scope) }),
  };
  await transact(deps, async (tx) => {
    await insertApplication(tx, application);
    await record(tx, origin, { user: null, ...aboutApplication('CREATED', application, { dynamic: true }) });
  });
  return application;
}

const nameRule = 'client_name must have visible characters, and no control, format or bidirectional ones.';
function isPublicCodeClient(metadata: ClientMetadata): boolean {
  const { grant_types = [], response_types = [], token_endpoint_auth_method: method = 'none' } = metadata;
  return (
    method === 'none' &&
    grant_types.every((type) => grantTypes.includes(type)) &&
    response_types.every((type) => type === 'code')
  );
}

/** What RFC 7591 answers with. */
export function presentClient({ clientId, name, redirectUris, scopes, createdAt }: ApplicationRow) {
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: 'none' as const,
    ...scopeIn(scopes),
  };
}
