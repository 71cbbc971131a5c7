import * as contract from '@latchkey/contract';
import { createHook, deleteHook, listHooks, updateHook } from '../../features/hooks/hooks.ts';
import { presentHook } from '../../features/hooks/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { section } from './section.ts';

export const hooks = section(
  { create: contract.createHook.body, change: contract.updateHook.body },
  {
    as: 'map',
    key: 'point',
    list: async (context) => (await listHooks(context)).map(presentHook),
    async create(context, body) {
      const made = await createHook(context, body);
      return isRefusal(made) ? made : { row: presentHook(made.hook), secrets: { secret: made.secret } };
    },
    change: (context, { id }, body) => updateHook(context, { ...body, id }),
    remove: (context, { id }) => deleteHook(context, { id }),
  },
);
