import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { presentOrganizationKey } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import {
  createOrganizationKey,
  getOrganizationKey,
  listOrganizationKeys,
  revokeOrganizationKey,
  rotateOrganizationKey,
  updateOrganizationKey,
  type WithSecret,
} from './organization-keys.ts';
import { verifyKey } from './verify-key.ts';

const presentNew = ({ row, key }: WithSecret, now: Date) => ({
  ...(key !== undefined && { key }),
  ...presentOrganizationKey(row, now),
});

export function mountOrganizationKeys(kernel: Kernel): void {
  mountManaging(kernel);
  mount(kernel, contract.verifyKey, async (call) => ok(200, await verifyKey(call, call.body)));
}

function mountManaging(kernel: Kernel): void {
  mount(kernel, contract.listOrganizationKeys, async (call) => {
    const listed = await listOrganizationKeys(call, call.query);
    if (isRefusal(listed)) return listed;
    const keys = listed.keys.map((row) => presentOrganizationKey(row, call.origin.now));
    return ok(200, { keys, pagination: listed.pagination });
  });

  mount(kernel, contract.getOrganizationKey, async (call) => {
    const row = await getOrganizationKey(call, call.params);
    return isRefusal(row) ? row : ok(200, presentOrganizationKey(row, call.origin.now));
  });

  mount(kernel, contract.createOrganizationKey, async (call) => {
    const made = await createOrganizationKey(call, call.body);
    return isRefusal(made) ? made : ok(201, presentNew(made, call.origin.now));
  });

  mount(kernel, contract.updateOrganizationKey, async (call) => {
    const row = await updateOrganizationKey(call, { ...call.params, ...call.body });
    return isRefusal(row) ? row : ok(200, presentOrganizationKey(row, call.origin.now));
  });

  mount(kernel, contract.revokeOrganizationKey, async (call) => {
    const refusal = await revokeOrganizationKey(call, call.params);
    return refusal ?? ok(200, { message: 'The key is revoked.' });
  });

  mount(kernel, contract.rotateOrganizationKey, async (call) => {
    const made = await rotateOrganizationKey(call, { ...call.params, ...call.body });
    return isRefusal(made) ? made : ok(201, presentNew(made, call.origin.now));
  });
}
