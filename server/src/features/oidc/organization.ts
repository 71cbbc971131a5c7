import type { OrganizationRole } from '@latchkey/contract';
import { type Caller, isVouched } from '../../identity/caller/caller.ts';
import { listMemberships } from '../../identity/memberships/organization-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import type { AuthorizeRequest } from './authorize-request.ts';

/** The organization that tokens are about. `isBound`: the grant ends with the membership. */
export type GrantOrganization = { id: string; role: OrganizationRole; isBound: boolean };

type Asked = {
  application: Pick<ApplicationRow, 'organizationId'>;
  request: Pick<AuthorizeRequest, 'organization'>;
};

/** Whether the application is for one organization or asks for one, or the session belongs to one. */
function isBound(caller: Caller, { application, request }: Asked): boolean {
  return application.organizationId !== null || request.organization !== undefined || isVouched(caller);
}

/**
 * The caller's organizations that the request may be about, the default first. Unless another is asked for, a session that
 * an identity provider began is about the one it belongs to.
 */
export async function choicesOf(db: Db, caller: Caller, asked: Asked) {
  const all = await listMemberships(db, caller.user.id);
  const { application, request } = asked;
  const named = [application.organizationId, request.organization].filter((id) => id);
  const ids = named.length === 0 && isVouched(caller) ? [caller.user.organizationId] : named;
  return all.filter(({ id }) => ids.every((each) => each === id));
}

/** Null: none. Undefined: not one that the request may be about. */
export async function organizationOf(
  db: Db,
  caller: Caller,
  asked: Asked & { decision: { organizationId?: string | undefined } | undefined },
): Promise<GrantOrganization | null | undefined> {
  const choices = await choicesOf(db, caller, asked);
  const wanted = asked.decision?.organizationId;
  const chosen = wanted ? choices.find(({ id }) => id === wanted) : choices[0];
  if (chosen) return { id: chosen.id, role: chosen.role, isBound: isBound(caller, asked) };
  return wanted || isBound(caller, asked) ? undefined : null;
}
