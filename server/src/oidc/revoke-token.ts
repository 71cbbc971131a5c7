import type { ApplicationRow } from '../applications/store.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import { deleteGrant, findGrant, type GrantRow } from './grant-store.ts';
import type { OpenOidcContext } from './parts.ts';
import { readAccessToken } from './read-access-token.ts';

type Revocation = ClientProof & { token?: string | undefined };

/** Ends everything granted with one of the client's own tokens. A meaningless token is as good as revoked. */
export async function revokeToken(
  context: OpenOidcContext,
  revocation: Revocation,
): Promise<Refusal<'INVALID_REQUEST' | 'INVALID_CLIENT' | 'INVALID_GRANT'> | undefined> {
  const application = await authenticateClient(context, revocation);
  if (isRefusal(application)) return application;
  const { token } = revocation;
  if (token === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'token is missing.' } });
  const grant = await grantOf(context, token);
  if (grant && grant.applicationId !== application.id) return refuse('INVALID_GRANT');
  if (grant) await endGrant(context, application, grant);
  return undefined;
}

async function grantOf(context: OpenOidcContext, token: string): Promise<GrantRow | undefined> {
  const { deps, origin } = context;
  // Whether or not it can be used right now.
  const find = (_context: OpenOidcContext, id: string) => findGrant(deps.sql, id, origin.now);
  const presented = deps.credentials.readGrantToken(token);
  return presented ? find(context, presented.id) : (await readAccessToken(context, token, find))?.grant;
}

function endGrant(
  { deps, origin }: OpenOidcContext,
  { id: applicationId, clientId, name }: ApplicationRow,
  grant: GrantRow,
): Promise<void> {
  return transact(deps, async (tx) => {
    if (!(await deleteGrant(tx, grant.grantId))) return;
    const metadata = { applicationId, clientId, name, reason: 'revoked' };
    await record(tx, origin, { action: 'AUTH_APP_REVOKED', user: grant, metadata });
  });
}
