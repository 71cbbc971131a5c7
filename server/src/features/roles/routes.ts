import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isAdmin } from '../../identity/caller/policy.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { presentRole } from './present.ts';
import { createRole, deleteRole, getRole, listRoles, updateRole } from './roles.ts';
import { getUserRoles, setUserRoles } from './user-roles.ts';

export function mountRoles(kernel: Kernel): void {
  mount(kernel, contract.listRoles, async (call) => {
    return ok(200, { roles: (await listRoles(call)).map(presentRole) });
  });

  mount(kernel, contract.createRole, async (call) => {
    const role = await createRole(call, call.body);
    return isRefusal(role) ? role : ok(201, { role: presentRole(role) });
  });

  mount(kernel, contract.getRole, async (call) => {
    const role = await getRole(call, call.params.id);
    return isRefusal(role) ? role : ok(200, { role: presentRole(role) });
  });

  mount(kernel, contract.updateRole, async (call) => {
    const role = await updateRole(call, { ...call.body, ...call.params });
    return isRefusal(role) ? role : ok(200, { role: presentRole(role) });
  });

  mount(kernel, contract.deleteRole, async (call) => {
    const refused = await deleteRole(call, call.params.id);
    return refused ?? ok(200, { message: 'The role is deleted.' });
  });

  mountUserRoles(kernel);
}

function mountUserRoles(kernel: Kernel): void {
  mount(kernel, contract.getUserRoles, async (call) => {
    const roles = await getUserRoles(call, call.params.id);
    return isRefusal(roles) ? roles : ok(200, { roles });
  });

  mount(kernel, contract.setUserRoles, async (call) => {
    const assigned = await setUserRoles(call, { ...call.body, ...call.params });
    if (isRefusal(assigned)) return assigned;
    const user = presentUser(assigned.user, { forAdmin: isAdmin(call.caller), rules: call.deps.config });
    return ok(200, { message: 'The roles are saved.', user, roles: assigned.roles });
  });
}
