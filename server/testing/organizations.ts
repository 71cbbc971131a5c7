import { type OrganizationRole, organizationRoles } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { insertUser, organizationRole } from '../src/identity/accounts/user-store.ts';
import { joinOrganization } from '../src/identity/memberships/member-store.ts';
import { insertOrganization } from '../src/identity/memberships/organization-store.ts';
import type { Client } from './client.ts';
import { clientFor, type TestService } from './service.ts';

export type Person = { id: string; email: string; client: Client };

let people = 0;

/** A signed-in user who belongs to no organization. */
export async function newLoner(service: TestService, email?: string): Promise<Person> {
  people++;
  const person = { id: uuidv7(), email: email ?? `loner-${people}@example.com` };
  const inserted = await insertUser(service.sql, {
    ...person,
    username: null,
    passwordHash: null,
    firstName: `First ${people}`,
    lastName: `Last ${people}`,
    role: 'USER',
    emailVerifiedAt: null,
    now: service.clock.now(),
  });
  if (!inserted) throw new Error(`${person.email} is taken`);
  return { ...person, client: await clientFor(service, person.id) };
}

/** A signed-in member of an organization. */
export async function newMember(
  service: TestService,
  organizationId: string,
  role: OrganizationRole,
): Promise<Person> {
  const person = await newLoner(service);
  await joinOrganization(service.sql, {
    userId: person.id,
    organizationId,
    role,
    now: service.clock.now(),
  });
  return person;
}

/** Makes a user a member of this organization, and of no other. */
export async function settleIn(
  service: TestService,
  userId: string,
  organizationId: string | null,
  role: OrganizationRole = 'MEMBER',
): Promise<void> {
  await service.sql`DELETE FROM organization_members WHERE user_id = ${userId}`;
  if (organizationId)
    await joinOrganization(service.sql, { userId, organizationId, role, now: service.clock.now() });
}

/** An organization with one OWNER. */
export async function newOrganization(service: TestService, name = 'Acme') {
  const id = uuidv7();
  const slug = `made-${id}`;
  await insertOrganization(service.sql, { id, name, slug, now: service.clock.now() });
  const owner = await newMember(service, id, 'OWNER');
  return { id, name, slug, owner };
}

/** Invites someone and returns what the inviter sees. */
export async function inviteTo(
  inviter: Person,
  email: string,
  role: OrganizationRole = 'MEMBER',
): Promise<{ id: string; token: string; expiresAt: string; url: string }> {
  const answer = await inviter.client.post('/api/organizations/current/invites', { email, role });
  if (answer.status !== 201) throw new Error(`invitation failed: ${answer.text}`);
  return answer.body.invite;
}

/** A user's organization and role, from the database. */
export async function standingOf(service: TestService, userId: string) {
  const [row] = await service.sql<{ organizationId: string | null; organizationRole: string }[]>`
    SELECT u.organization_id, ${organizationRole(service.sql)} FROM users u WHERE u.id = ${userId}`;
  return row;
}

export async function countOwners(service: TestService, organizationId: string): Promise<number> {
  const rows = await service.sql`
    SELECT 1 FROM organization_members WHERE organization_id = ${organizationId} AND role = 'OWNER'`;
  return rows.length;
}

/** What can be done to a member: give them a role, or remove them. */
export const actions = [...organizationRoles, 'remove'] as const;

export function act(client: Client, memberId: string, action: (typeof actions)[number]) {
  const path = `/api/organizations/current/members/${memberId}`;
  return action === 'remove' ? client.delete(path) : client.patch(path, { role: action });
}
