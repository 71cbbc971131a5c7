import { isRedirectUri, oidcScopes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { aboutApplication } from '../applications/about-application.ts';
import { newClientId } from '../applications/create-application.ts';
import { type ApplicationRow, insertApplication } from '../applications/store.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { scopesOf } from './authorize-request.ts';
import type { OpenOidcContext } from './parts.ts';

type Metadata = {
  client_name?: string | undefined;
  redirect_uris?: string[] | undefined;
  grant_types?: string[] | undefined;
  response_types?: string[] | undefined;
  token_endpoint_auth_method?: string | undefined;
  scope?: string | undefined;
};

const grantTypes = ['authorization_code', 'refresh_token'];

/** For agents: a client nobody vouches for. It has no secret, needs PKCE, and the user is asked each time. */
export async function registerClient(
  { deps, origin }: OpenOidcContext,
  metadata: Metadata,
): Promise<ApplicationRow | Refusal<'INVALID_REDIRECT_URI' | 'INVALID_CLIENT_METADATA'>> {
  const { client_name, redirect_uris: redirectUris = [], scope } = metadata;
  if (redirectUris.length === 0 || !redirectUris.every(isRedirectUri)) return refuse('INVALID_REDIRECT_URI');
  if (!isPublicCodeClient(metadata)) return refuse('INVALID_CLIENT_METADATA');
  const application: ApplicationRow = {
    id: uuidv7(),
    clientId: newClientId(),
    name: client_name?.trim() || 'Unnamed application',
    kind: 'native',
    redirectUris,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: false,
    organizationId: null,
    signingAlgorithm: 'RS256',
    requirePkce: true,
    scopes: scope === undefined ? [...oidcScopes] : scopesOf({ scopes: [...oidcScopes] }, scope),
    dynamic: true,
    createdAt: origin.now,
    updatedAt: origin.now,
  };
  await transact(deps, async (tx) => {
    await insertApplication(tx, application);
    await record(tx, origin, { user: null, ...aboutApplication('CREATED', application, { dynamic: true }) });
  });
  return application;
}

function isPublicCodeClient(metadata: Metadata): boolean {
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
    scope: scopes.join(' '),
  };
}
