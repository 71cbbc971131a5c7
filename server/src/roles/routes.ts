import * as contract from '@latchkey/contract';
import { presentUser } from '../accounts/present-user.ts';
import { isAdmin } from '../caller/policy.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { getUserRoles, setUserRoles } from './assign.ts';
import { createRole } from './create.ts';
import { deleteRole } from './delete.ts';
import { presentRole } from './present.ts';
import { findRole, listRoles } from './store.ts';
import { updateRole } from './update.ts';

export function mountRoles(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.listRoles, async () => {
    return ok(200, { roles: (await listRoles(deps.sql)).map(presentRole) });
  });

  mount(kernel, contract.createRole, async ({ caller, body, origin }) => {
    const role = await createRole(deps, caller, body, origin);
    return isRefusal(role) ? role : ok(201, { role: presentRole(role) });
  });

  mount(kernel, contract.getRole, async ({ params }) => {
    const role = await findRole(deps.sql, params.id);
    return role ? ok(200, { role: presentRole(role) }) : refuse('NOT_FOUND');
  });

  mount(kernel, contract.updateRole, async ({ caller, params, body, origin }) => {
    const role = await updateRole(deps, caller, params.id, body, origin);
    return isRefusal(role) ? role : ok(200, { role: presentRole(role) });
  });

  mount(kernel, contract.deleteRole, async ({ caller, params, origin }) => {
    const refused = await deleteRole(deps, caller, params.id, origin);
    return refused ?? ok(200, { message: 'The role is deleted.' });
  });

  mount(kernel, contract.getUserRoles, async ({ caller, params, origin }) => {
    const roles = await getUserRoles(deps, caller, params.id, origin.now);
    return isRefusal(roles) ? roles : ok(200, { roles });
  });

  mount(kernel, contract.setUserRoles, async ({ caller, params, body, origin }) => {
    const assigned = await setUserRoles(deps, caller, params.id, body.roles, origin);
    if (isRefusal(assigned)) return assigned;
    const user = presentUser(assigned.user, { forAdmin: isAdmin(caller) });
    return ok(200, { message: 'The roles are saved.', user, roles: assigned.roles });
  });
}
