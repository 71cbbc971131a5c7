import * as contract from '@latchkey/contract';
import { teamRoleRoutes } from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { presentMember, presentTeamRole } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getTeamPermissions, setTeamPermissions } from './catalog.ts';
import { getMemberRoles, setMemberRoles } from './member-roles.ts';
import type { Owner } from './scope.ts';
import { createTeamRole, deleteTeamRole, getTeamRole, listTeamRoles, updateTeamRole } from './team-roles.ts';

/** Both as the types of an organization's: its list has the catalog. */
const routesOf = (owner: Owner) => teamRoleRoutes[owner] as typeof teamRoleRoutes.organization;

export function mountTeamRoles(kernel: Kernel): void {
  mount(kernel, contract.getTeamPermissions, async (call) => {
    return ok(200, { permissions: await getTeamPermissions(call) });
  });
  mount(kernel, contract.setTeamPermissions, async (call) => {
    const permissions = await setTeamPermissions(call, call.body);
    return isRefusal(permissions) ? permissions : ok(200, { permissions });
  });
  for (const owner of ['system', 'organization'] as const) mountOf(kernel, owner);
  mountMemberRoles(kernel);
}

function mountMemberRoles(kernel: Kernel): void {
  mount(kernel, contract.getMemberRoles, async (call) => {
    const roles = await getMemberRoles(call, call.params);
    return isRefusal(roles) ? roles : ok(200, roles);
  });
  mount(kernel, contract.setMemberRoles, async (call) => {
    const member = await setMemberRoles(call, { ...call.params, ...call.body });
    return isRefusal(member) ? member : ok(200, { member: presentMember(member) });
  });
}

function mountOf(kernel: Kernel, owner: Owner): void {
  const { list, create, get, update, remove } = routesOf(owner);
  mount(kernel, list, async (call) => {
    const listed = await listTeamRoles(call, owner);
    if (isRefusal(listed)) return listed;
    const body = { roles: listed.roles.map(presentTeamRole), permissions: listed.permissions };
    // The service's catalog has a route of its own.
    if (owner === 'system') delete (body as Partial<typeof body>).permissions;
    return ok(200, body);
  });
  mount(kernel, create, async (call) => {
    const role = await createTeamRole(call, owner, call.body);
    return isRefusal(role) ? role : ok(201, { role: presentTeamRole(role) });
  });
  mount(kernel, get, async (call) => {
    const role = await getTeamRole(call, owner, call.params);
    return isRefusal(role) ? role : ok(200, { role: presentTeamRole(role) });
  });
  mount(kernel, update, async (call) => {
    const role = await updateTeamRole(call, owner, { ...call.params, ...call.body });
    return isRefusal(role) ? role : ok(200, { role: presentTeamRole(role) });
  });
  mount(kernel, remove, async (call) => {
    const refused = await deleteTeamRole(call, owner, call.params);
    return refused ?? ok(200, { message: 'The role is deleted.' });
  });
}
