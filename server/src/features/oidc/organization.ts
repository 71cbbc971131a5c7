import type { OrganizationRole } from '@latchkey/contract';
import { listMemberships } from '../../identity/memberships/organization-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import type { AuthorizeRequest } from './authorize-request.ts';

/** The organization that tokens are about. `isBound`: the grant ends with the membership. */
export type GrantOrganization = { id: string; role: OrganizationRole; isBound: boolean };

type Asked = { application: ApplicationRow; request: AuthorizeRequest };

/** Whether the application is for one organization, or asks for one. */
function isBound({ application, request }: Asked): boolean {
  return application.organizationId !== null || request.organization !== undefined;
}

/** The user's organizations that the request may be about, the default first. */
export async function choicesOf(db: Db, userId: string, asked: Asked) {
  const all = await listMemberships(db, userId);
  const { application, request } = asked;
  const ids = [application.organizationId, request.organization].filter((id) => id);
  return all.filter(({ id }) => ids.every((each) => each === id));
}

/** Null: none. Undefined: not one that the request may be about. */
export async function organizationOf(
  db: Db,
  userId: string,
  asked: Asked & { decision: { organizationId?: string | undefined } | undefined },
): Promise<GrantOrganization | null | undefined> {
  const choices = await choicesOf(db, userId, asked);
  const wanted = asked.decision?.organizationId;
  const chosen = wanted ? choices.find(({ id }) => id === wanted) : choices[0];
  if (chosen) return { id: chosen.id, role: chosen.role, isBound: isBound(asked) };
  return wanted || isBound(asked) ? undefined : null;
}
