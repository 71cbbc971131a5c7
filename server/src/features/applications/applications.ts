import { randomBytes } from 'node:crypto';
import { type ApplicationKind, clientSecretLiteral } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ActorContext, actorOf, type Context } from '../../identity/caller/caller.ts';
import { withdrawOutsidersGrants } from '../../identity/credentials/ways-in-store.ts';
import { presentApplication } from '../../identity/memberships/present.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { ActingContext, ApplicationDeps } from './application-deps.ts';
import {
  type ApplicationFields,
  type ApplicationRow,
  addSecret,
  deleteRow,
  findApplication,
  holdOrganization,
  insertApplication,
  listRows,
  lockApplication,
  saveApplication,
} from './application-store.ts';
import { contradictionsIn, isPublic } from './policy.ts';

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'SECRET_ROTATED';

/** What every audit entry about an application says. They belong to the service. */
export function aboutApplication(
  what: What,
  application: ApplicationRow,
  metadata: Record<string, unknown> = {},
) {
  const { id, clientId, name, kind } = application;
  return {
    action: `ADMIN_APP_${what}` as const,
    organizationId: null,
    metadata: { applicationId: id, clientId, name, kind, ...metadata },
    about: { application: presentApplication(application) },
  };
}

/** A secret that is shown only in this answer: only its hash is kept. */
export async function giveSecret(tx: Db, applicationId: string, now: Date): Promise<string> {
  const secret = clientSecretLiteral + newToken().token;
  await addSecret(tx, { id: uuidv7(), applicationId, hash: sha256(secret), now });
  return secret;
}

/** Why an application cannot be like this. Call in the transaction that is about to write it. */
async function refuseFields(
  { deps }: { deps: ApplicationDeps },
  tx: Db,
  fields: ApplicationFields & Pick<ApplicationRow, 'kind' | 'dynamic'>,
): Promise<Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'> | undefined> {
  const details = contradictionsIn(fields);
  if (details) return refuse('VALIDATION_FAILED', { details });
  const { backchannelLogoutUri, organizationId } = fields;
  if (backchannelLogoutUri !== null && deps.applications.rules.forbids(backchannelLogoutUri))
    return refuse('LOGOUT_URL_FORBIDDEN');
  if (organizationId !== null && !(await holdOrganization(tx, organizationId)))
    return refuse('VALIDATION_FAILED', { details: { organizationId: ['There is no such organization.'] } });
  return undefined;
}

type Created = { application: ApplicationRow; clientSecret: string | undefined };

export function newClientId(): string {
  return randomBytes(16).toString('hex');
}

export function createApplication(
  context: ActingContext,
  fields: Omit<ApplicationFields, 'enabled'> & { kind: ApplicationKind },
): Promise<Created | Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>> {
  const { deps, caller, origin } = context;
  return transact<Created | Refusal<'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>>(deps, async (tx) => {
    const made = { id: uuidv7(), clientId: newClientId(), createdAt: origin.now, updatedAt: origin.now };
    const application = { ...fields, ...made, enabled: true, dynamic: false };
    const refusal = await refuseFields(context, tx, application);
    if (refusal) return refusal;
    await insertApplication(tx, application);
    const clientSecret = isPublic(fields) ? undefined : await giveSecret(tx, made.id, origin.now);
    await record(tx, origin, { user: actorOf(caller), ...aboutApplication('CREATED', application) });
    return { application, clientSecret };
  });
}

export async function getApplication(
  { deps }: Context,
  { id }: { id: string },
): Promise<ApplicationRow | Refusal<'NOT_FOUND'>> {
  return (await findApplication(deps.sql, id)) ?? refuse('NOT_FOUND');
}

export function listApplications({ deps }: Pick<Context, 'deps'>): Promise<ApplicationRow[]> {
  return listRows(deps.sql);
}

type Edit = { id: string } & { [F in keyof ApplicationFields]?: ApplicationFields[F] | undefined };
type Updated = ApplicationRow | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>;

export function updateApplication(context: ActingContext, { id, ...edit }: Edit): Promise<Updated> {
  const { deps, caller, origin } = context;
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  return transact<Updated>(deps, async (tx) => {
    const before = await lockApplication(tx, id);
    if (!before) return refuse('NOT_FOUND');
    const application: ApplicationRow = { ...before, ...given, updatedAt: origin.now };
    const refusal = await refuseFields(context, tx, application);
    if (refusal) return refusal;
    // Records the old and new values: an added redirect address is where the application's codes go.
    const change = changeOf(before, application, Object.keys(given) as (keyof ApplicationFields)[]);
    if (!isChanged(change)) return before;
    await saveApplication(tx, id, application, origin.now);
    // Otherwise, the outsiders' grants would work again once the application moves back.
    const { organizationId } = application;
    if (organizationId && organizationId !== before.organizationId)
      await withdrawOutsidersGrants(tx, id, organizationId);
    await record(tx, origin, { user: actorOf(caller), ...aboutApplication('UPDATED', application), change });
    return application;
  });
}

/** Deletes its grants, too: its tokens stop working on the next call. */
export function deleteApplication(
  { deps, caller, origin }: ActorContext,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const application = await lockApplication(tx, id);
    if (!application || !(await deleteRow(tx, id))) return refuse('NOT_FOUND');
    await record(tx, origin, { user: actorOf(caller), ...aboutApplication('DELETED', application) });
    return undefined;
  });
}

/** The previous secret works until the next one is made, so there is time to switch. */
export function createApplicationSecret(
  { deps, caller, origin }: Context,
  { id }: { id: string },
): Promise<string | Refusal<'NOT_FOUND' | 'APPLICATION_HAS_NO_SECRET'>> {
  return transact<string | Refusal<'NOT_FOUND' | 'APPLICATION_HAS_NO_SECRET'>>(deps, async (tx) => {
    const application = await lockApplication(tx, id);
    if (!application) return refuse('NOT_FOUND');
    if (isPublic(application)) return refuse('APPLICATION_HAS_NO_SECRET');
    const secret = await giveSecret(tx, id, origin.now);
    await record(tx, origin, { user: caller.user, ...aboutApplication('SECRET_ROTATED', application) });
    return secret;
  });
}
