import { managesRole, type OrganizationRole, organizationRoles } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { act, actions, newMember, newOrganization, standingOf } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const invites = '/api/organizations/current/invites';

/**
 * The organization's role matrix, complete: what an actor (left) may do to another member of a role (top).
 * MEMBER, ADMIN, OWNER: give that role. remove: remove. The organization has a further OWNER throughout.
 */
const matrix: Record<OrganizationRole, Record<OrganizationRole, string[]>> = {
  MEMBER: { MEMBER: [], ADMIN: [], OWNER: [] },
  ADMIN: { MEMBER: ['MEMBER', 'ADMIN', 'remove'], ADMIN: ['MEMBER', 'ADMIN', 'remove'], OWNER: [] },
  OWNER: {
    MEMBER: ['MEMBER', 'ADMIN', 'OWNER', 'remove'],
    ADMIN: ['MEMBER', 'ADMIN', 'OWNER', 'remove'],
    OWNER: ['MEMBER', 'ADMIN', 'OWNER', 'remove'],
  },
};

/** The same on themselves: any member may leave, and none may raise their own role. */
const onSelf: Record<OrganizationRole, string[]> = {
  MEMBER: ['remove'],
  ADMIN: ['MEMBER', 'ADMIN', 'remove'],
  OWNER: ['MEMBER', 'ADMIN', 'OWNER', 'remove'],
};

/** Whom an actor may invite. */
const invitable: Record<OrganizationRole, string[]> = {
  MEMBER: [],
  ADMIN: ['MEMBER', 'ADMIN'],
  OWNER: ['MEMBER', 'ADMIN', 'OWNER'],
};

const pairs = organizationRoles.flatMap((actor) =>
  organizationRoles.map((target) => [actor, target] as const),
);

test.each(pairs)('the policy function agrees with the role matrix: %s on %s', (actor, target) => {
  const reached = managesRole(actor, target);
  for (const role of organizationRoles)
    expect([role, reached && managesRole(actor, role)]).toEqual([role, matrix[actor][target].includes(role)]);
  expect(reached).toBe(matrix[actor][target].includes('remove'));
  expect(reached).toBe(invitable[actor].includes(target));
});

describe.each(pairs)('%s acting on %s', (actorRole, targetRole) => {
  test.each(actions)('action %s follows the role matrix', async (action) => {
    const { id } = await newOrganization(service);
    const actor = await newMember(service, id, actorRole);
    const target = await newMember(service, id, targetRole);
    const answer = await act(actor.client, target.id, action);
    const allowed = matrix[actorRole][targetRole].includes(action);
    expect(answer.status).toBe(allowed ? 200 : 403);
    const role = allowed ? action : targetRole;
    expect(await standingOf(service, target.id)).toEqual(
      role === 'remove'
        ? { organizationId: null, organizationRole: 'MEMBER' }
        : { organizationId: id, organizationRole: role },
    );
  });
});

describe.each(organizationRoles)('%s acting on themselves', (role) => {
  test.each(actions)('action %s follows the role matrix', async (action) => {
    const { id } = await newOrganization(service);
    const person = await newMember(service, id, role);
    const answer = await act(person.client, person.id, action);
    const allowed = onSelf[role].includes(action);
    expect(answer.status).toBe(allowed ? 200 : 403);
    const after = await standingOf(service, person.id);
    if (allowed && action === 'remove')
      expect(after).toEqual({ organizationId: null, organizationRole: 'MEMBER' });
    else expect(after).toEqual({ organizationId: id, organizationRole: allowed ? action : role });
  });
});

describe.each(organizationRoles)('a member with role %s', (role) => {
  test.each(organizationRoles)(
    'can invite someone as %s only if the role matrix allows it',
    async (invited) => {
      const { id } = await newOrganization(service);
      const person = await newMember(service, id, role);
      const answer = await person.client.post(invites, { email: `${invited}@example.com`, role: invited });
      expect(answer.status).toBe(invitable[role].includes(invited) ? 201 : 403);
      const pending = await service.sql`SELECT 1 FROM organization_invites WHERE organization_id = ${id}`;
      expect(pending).toHaveLength(answer.status === 201 ? 1 : 0);
    },
  );
});
