import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { createKey } from './create.ts';
import { presentKey } from './present.ts';
import { revokeKey } from './revoke.ts';
import { findKey, listKeys } from './store.ts';
import { updateKey } from './update.ts';

export function mountKeys(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.createKey, async ({ caller, body, origin }) => {
    const made = await createKey(deps, caller, body, origin);
    if (isRefusal(made)) return made;
    const { lastUsedAt: _, revokedAt: __, ...shown } = presentKey(made.row);
    return ok(201, { key: made.key, ...shown });
  });

  mount(kernel, contract.listKeys, async ({ caller }) => {
    await deps.lastUse.keys.flush();
    const keys = (await listKeys(deps.sql, caller.user.id)).map(presentKey);
    const count = keys.filter((key) => key.revokedAt === null).length;
    return ok(200, { keys, count, limit: contract.apiKeyLimit });
  });

  mount(kernel, contract.getKey, async ({ caller, params }) => {
    await deps.lastUse.keys.flush();
    const row = await findKey(deps.sql, caller.user.id, params.id);
    return row ? ok(200, presentKey(row)) : refuse('NOT_FOUND');
  });

  mount(kernel, contract.updateKey, async ({ caller, params, body, origin }) => {
    const row = await updateKey(deps, caller, params.id, body, origin);
    return isRefusal(row) ? row : ok(200, presentKey(row));
  });

  mount(kernel, contract.revokeKey, async ({ caller, params, origin }) => {
    const refused = await revokeKey(deps, caller, params.id, origin);
    return refused ?? ok(200, { message: 'The key is revoked.' });
  });
}
