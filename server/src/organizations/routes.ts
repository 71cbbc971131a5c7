import * as contract from '@latchkey/contract';
import { sha256 } from '../crypto/credentials.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { acceptInvite } from './accept-invite.ts';
import { cancelInvite } from './cancel-invite.ts';
import { changeMemberRole } from './change-member-role.ts';
import { createOrganization } from './create.ts';
import { deleteOrganization } from './delete.ts';
import { invite } from './invite.ts';
import { findInvite, listPendingInvites } from './invite-store.ts';
import { listAllOrganizations } from './list-all-organizations.ts';
import { listMembers } from './list-members.ts';
import { isExpired } from './policy.ts';
import {
  presentInvite,
  presentListed,
  presentMember,
  presentNewInvite,
  presentOrganization,
  presentPublicInvite,
} from './present.ts';
import { removeMember } from './remove-member.ts';
import { findMembership } from './store.ts';
import { updateOrganization } from './update.ts';

export function mountOrganizations(kernel: Kernel): void {
  mountOrganization(kernel);
  mountMembers(kernel);
  mountInvites(kernel);
  mountDirectory(kernel);
}

function mountOrganization(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.createOrganization, async ({ caller, body, origin }) => {
    const created = await createOrganization(deps, caller, body.name, origin);
    return isRefusal(created) ? created : ok(201, { organization: presentOrganization(created) });
  });

  mount(kernel, contract.listOrganizations, async ({ caller }) => {
    const membership = await findMembership(deps.sql, caller.user.id);
    return ok(200, { organizations: membership ? [presentOrganization(membership)] : [] });
  });

  mount(kernel, contract.getOrganization, async ({ caller }) => {
    const membership = await findMembership(deps.sql, caller.user.id);
    if (!membership) return refuse('NO_ORGANIZATION');
    return ok(200, { organization: presentOrganization(membership) });
  });

  mount(kernel, contract.updateOrganization, async ({ caller, body, origin }) => {
    const updated = await updateOrganization(deps, caller, body, origin);
    return isRefusal(updated) ? updated : ok(200, { organization: presentOrganization(updated) });
  });

  mount(kernel, contract.deleteOrganization, async ({ caller, origin }) => {
    const refusal = await deleteOrganization(deps, caller, origin);
    return refusal ?? ok(200, { message: 'The organization is deleted.' });
  });
}

function mountDirectory(kernel: Kernel): void {
  mount(kernel, contract.listAllOrganizations, async ({ query }) => {
    const { organizations, pagination } = await listAllOrganizations(kernel.deps, query);
    return ok(200, { organizations: organizations.map(presentListed), pagination });
  });
}

function mountMembers(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.listMembers, async ({ caller, query }) => {
    const { organizationId } = caller.user;
    if (!organizationId) return refuse('NO_ORGANIZATION');
    const { members, pagination } = await listMembers(deps, organizationId, query);
    return ok(200, { members: members.map(presentMember), pagination });
  });

  mount(kernel, contract.changeMemberRole, async ({ caller, params, body, origin }) => {
    const member = await changeMemberRole(deps, caller, params.id, body.role, origin);
    return isRefusal(member) ? member : ok(200, { member: presentMember(member) });
  });

  mount(kernel, contract.removeMember, async ({ caller, params, origin }) => {
    const removed = await removeMember(deps, caller, params.id, origin);
    if (isRefusal(removed)) return removed;
    return ok(200, {
      message: removed.left ? 'You have left the organization.' : 'The member is removed.',
    });
  });
}

function mountInvites(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.createInvite, async ({ caller, body, origin }) => {
    const sent = await invite(deps, caller, body, origin);
    return isRefusal(sent) ? sent : ok(201, { invite: presentNewInvite(sent) });
  });

  mount(kernel, contract.listInvites, async ({ caller, origin }) => {
    const { organizationId } = caller.user;
    if (!organizationId) return refuse('NO_ORGANIZATION');
    const invites = await listPendingInvites(deps.sql, organizationId, origin.now);
    return ok(200, { invites: invites.map(presentInvite) });
  });

  mount(kernel, contract.cancelInvite, async ({ caller, params, origin }) => {
    const refusal = await cancelInvite(deps, caller, params.id, origin);
    return refusal ?? ok(200, { message: 'The invitation is cancelled.' });
  });

  mount(kernel, contract.getInvite, async ({ params, origin }) => {
    const opened = await findInvite(deps.sql, sha256(params.token));
    if (!opened) return refuse('NOT_FOUND');
    if (isExpired(opened, origin.now)) return refuse('INVITE_EXPIRED');
    return ok(200, { invite: presentPublicInvite(opened) });
  });

  mount(kernel, contract.acceptInvite, async ({ caller, params, origin }) => {
    const joined = await acceptInvite(deps, caller, params.token, origin);
    if (isRefusal(joined)) return joined;
    return ok(200, {
      message: `You have joined ${joined.name}.`,
      organization: presentOrganization(joined),
    });
  });
}
