import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import {
  presentBareInvite,
  presentInvite,
  presentMember,
  presentNewInvite,
  presentOrganization,
  presentPublicInvite,
} from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { acceptInvite } from './accept-invite.ts';
import { setDefaultOrganization } from './default-organization.ts';
import { cancelInvite, createInvite, getInvite, listInvites } from './invites.ts';
import { listAllOrganizations, presentListed } from './list-all-organizations.ts';
import { changeMemberRole, listMembers, removeMember } from './members.ts';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts';
import { createInviteLink, resendInvite } from './resend-invite.ts';

export function mountOrganizations(kernel: Kernel): void {
  mountOrganization(kernel);
  mountMembers(kernel);
  mountInvites(kernel);
  mountInviteLinks(kernel);
}

function mountOrganization(kernel: Kernel): void {
  mount(kernel, contract.createOrganization, async (call) => {
    const created = await createOrganization(call, call.body);
    return isRefusal(created) ? created : ok(201, { organization: presentOrganization(created) });
  });

  mount(kernel, contract.listOrganizations, async (call) => {
    const organizations = await listOrganizations(call);
    return ok(200, { organizations: organizations.map(presentOrganization) });
  });

  mount(kernel, contract.setDefaultOrganization, async (call) => {
    const chosen = await setDefaultOrganization(call, call.params.id);
    if (isRefusal(chosen)) return chosen;
    const message = `${chosen.name} is your default organization.`;
    return ok(200, { message, organization: presentOrganization(chosen) });
  });

  mount(kernel, contract.getOrganization, async (call) => {
    const found = await getOrganization(call);
    return isRefusal(found) ? found : ok(200, { organization: presentOrganization(found) });
  });

  mount(kernel, contract.updateOrganization, async (call) => {
    const updated = await updateOrganization(call, call.body);
    return isRefusal(updated) ? updated : ok(200, { organization: presentOrganization(updated) });
  });

  mount(kernel, contract.deleteOrganization, async (call) => {
    const refusal = await deleteOrganization(call);
    return refusal ?? ok(200, { message: 'The organization is deleted.' });
  });

  mount(kernel, contract.listAllOrganizations, async (call) => {
    const { organizations, pagination } = await listAllOrganizations(call, call.query);
    return ok(200, { organizations: organizations.map(presentListed), pagination });
  });
}

function mountMembers(kernel: Kernel): void {
  mount(kernel, contract.listMembers, async (call) => {
    const listed = await listMembers(call, call.query);
    if (isRefusal(listed)) return listed;
    return ok(200, { members: listed.members.map(presentMember), pagination: listed.pagination });
  });

  mount(kernel, contract.changeMemberRole, async (call) => {
    const member = await changeMemberRole(call, { userId: call.params.id, role: call.body.role });
    return isRefusal(member) ? member : ok(200, { member: presentMember(member) });
  });

  mount(kernel, contract.removeMember, async (call) => {
    const removed = await removeMember(call, { userId: call.params.id });
    if (isRefusal(removed)) return removed;
    return ok(200, { message: removed.left ? 'You have left the organization.' : 'The member is removed.' });
  });
}

function mountInvites(kernel: Kernel): void {
  mount(kernel, contract.createInvite, async (call) => {
    const sent = await createInvite(call, call.body);
    return isRefusal(sent) ? sent : ok(201, { invite: presentNewInvite(sent) });
  });

  mount(kernel, contract.listInvites, async (call) => {
    const listed = await listInvites(call, call.query);
    if (isRefusal(listed)) return listed;
    return ok(200, { invites: listed.invites.map(presentInvite), pagination: listed.pagination });
  });

  mount(kernel, contract.resendInvite, async (call) => {
    const invite = await resendInvite(call, { inviteId: call.params.id });
    if (isRefusal(invite)) return invite;
    return ok(200, { message: 'The invitation is sent again.', invite: presentBareInvite(invite) });
  });

  mount(kernel, contract.createInviteLink, async (call) => {
    const made = await createInviteLink(call, { inviteId: call.params.id });
    return isRefusal(made) ? made : ok(201, { invite: presentNewInvite(made) });
  });

  mount(kernel, contract.cancelInvite, async (call) => {
    const refusal = await cancelInvite(call, { inviteId: call.params.id });
    return refusal ?? ok(200, { message: 'The invitation is canceled.' });
  });
}

function mountInviteLinks(kernel: Kernel): void {
  mount(kernel, contract.getInvite, async (call) => {
    const invite = await getInvite(call, call.params);
    return isRefusal(invite) ? invite : ok(200, { invite: presentPublicInvite(invite) });
  });

  mount(kernel, contract.acceptInvite, async (call) => {
    const joined = await acceptInvite(call, call.params);
    if (isRefusal(joined)) return joined;
    return ok(200, { message: `You have joined ${joined.name}.`, organization: presentOrganization(joined) });
  });
}
