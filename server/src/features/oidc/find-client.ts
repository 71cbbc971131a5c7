import { oidcScopes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { networkOf } from '../../platform/address.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import {
  type ApplicationRow,
  findByClientId,
  findDocumented,
  insertApplication,
  saveApplication,
} from '../applications/application-store.ts';
import { aboutApplication } from '../applications/applications.ts';
import { type ClientDocument, isAllowedClient } from './client-documents.ts';
import type { BrowserContext, OidcDeps } from './oidc-deps.ts';

/** An application by its client id. One that is the address of a document counts as long as settings let it. */
export async function findClient(deps: OidcDeps, clientId: string): Promise<ApplicationRow | undefined> {
  return isAllowedClient(deps.config, clientId) ? findByClientId(deps.sql, clientId) : undefined;
}

/** What a self-registered client is, before an administrator changes anything about it. */
export function selfRegistered(
  fields: Pick<ApplicationRow, 'clientId' | 'name' | 'redirectUris'>,
  now: Date,
) {
  return {
    id: uuidv7(),
    kind: 'native',
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: false,
    enabled: true,
    organizationId: null,
    signingAlgorithm: 'RS256',
    requirePkce: true,
    scopes: [...oidcScopes],
    deviceGrant: false,
    dynamic: true,
    createdAt: now,
    updatedAt: now,
    ...fields,
  } satisfies ApplicationRow;
}

/** The client of a document, as it would be written. Undefined once an administrator has disabled it. */
export async function documented(
  { deps, origin }: Pick<BrowserContext, 'deps' | 'origin'>,
  clientId: string,
  document: ClientDocument,
): Promise<ApplicationRow | undefined> {
  if (!isAllowedClient(deps.config, clientId)) return undefined;
  const row = await findDocumented(deps.sql, clientId);
  if (row && !row.enabled) return undefined;
  return { ...(row ?? selfRegistered({ clientId, ...document }, origin.now)), ...document };
}

/** What a client's document says, read once a person is signed in. Reading counts against their address. */
export async function readDocument(
  { deps, origin }: BrowserContext,
  clientId: string,
): Promise<ClientDocument | Refusal<'AUTHORIZE_CLIENT_UNKNOWN' | 'RATE_LIMITED'>> {
  const { documents } = deps.oidc;
  const known = documents.known(clientId);
  if (known) return known;
  const disabled = (await findDocumented(deps.sql, clientId))?.enabled === false;
  if (disabled) return refuse('AUTHORIZE_CLIENT_UNKNOWN');
  const key = `oidcRegister:ip:${networkOf(origin.ipAddress, 4)}`;
  const { limited, retryAfterSeconds } = await deps.limiter.check(key, deps.config.limits.oidcRegister);
  if (limited) {
    deps.metrics.rateLimited.inc({ limit: 'oidcRegister' });
    return refuse('RATE_LIMITED', { retryAfterSeconds });
  }
  return (await documents.read(clientId)) ?? refuse('AUTHORIZE_CLIENT_UNKNOWN');
}

/** Writes the client when a person allows it: from then on, everything but authorize goes by its row. */
export async function keepDocumented(
  tx: Db,
  application: ApplicationRow,
  document: ClientDocument,
  origin: RequestOrigin,
): Promise<ApplicationRow | undefined> {
  const { clientId } = application;
  const before = await findDocumented(tx, clientId, 'locked');
  if (!before) {
    await insertApplication(tx, application);
    await record(tx, origin, { user: null, ...aboutApplication('CREATED', application, { dynamic: true }) });
    return application;
  }
  if (!before.enabled) return undefined;
  const renewed = { ...before, ...document, updatedAt: origin.now };
  const change = changeOf(before, renewed, ['name', 'redirectUris']);
  if (!isChanged(change)) return before;
  await saveApplication(tx, before.id, renewed, origin.now);
  await record(tx, origin, { user: null, ...aboutApplication('UPDATED', renewed), change });
  return renewed;
}
