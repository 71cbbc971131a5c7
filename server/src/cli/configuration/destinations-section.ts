import * as contract from '@latchkey/contract';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  updateDestination,
} from '../../features/destinations/destinations.ts';
import { presentWatched } from '../../features/destinations/present.ts';
import { openSettings } from '../../features/destinations/sealed.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { granted, section } from './section.ts';

/** Without `since`, which tells what to send again: a second `apply` would send it once more. */
const orders = ['since'];

const hidden = Object.values(contract.fieldsOf).flatMap(({ sealed }) => sealed);

export const destinations = section(
  { create: contract.createDestination.body, change: contract.updateDestination.body },
  {
    as: 'list',
    key: 'name',
    orders,
    parts: { of: 'settings', sealed: hidden },
    async list(context) {
      const rows = granted(await listDestinations(context, 'system'));
      return rows.map((row) => {
        const { token, headers, secretAccessKey } =
          openSettings(context.deps.destinations.key, row.sealed) ?? {};
        const shown = presentWatched(row, context.origin.now);
        return { ...shown, settings: { ...shown.settings, token, headers, secretAccessKey } };
      });
    },
    async create(context, body) {
      const made = await createDestination(context, 'system', body);
      if (isRefusal(made)) return made;
      const { destination, secret } = made;
      return { row: presentWatched(destination, context.origin.now), ...(secret && { secrets: { secret } }) };
    },
    change: (context, { id }, body) => updateDestination(context, 'system', { ...body, id }),
    remove: (context, { id }) => deleteDestination(context, 'system', { id }),
  },
);
