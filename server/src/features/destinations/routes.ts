import { destinationRoutes } from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { Owner } from '../webhooks/scope.ts';
import type { DestinationDeps, Destinations } from './destination-deps.ts';
import {
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  updateDestination,
} from './destinations.ts';
import { presentWatched } from './present.ts';
import { rotateDestinationSecret } from './rotate-secret.ts';
import { testDestination } from './test-destination.ts';

const routesOf = (owner: Owner) => destinationRoutes[owner] as typeof destinationRoutes.organization;

export function mountDestinations(kernel: Kernel, destinations: Destinations): void {
  const own = { ...kernel, deps: { ...kernel.deps, destinations } };
  for (const owner of ['system', 'organization'] as const) {
    mountReads(own, owner);
    mountChanges(own, owner);
    mountSecretAndTest(own, owner);
  }
}

function mountReads(kernel: Kernel<DestinationDeps>, owner: Owner): void {
  const { list, get } = routesOf(owner);
  mount(kernel, list, async (call) => {
    const rows = await listDestinations(call, owner);
    if (isRefusal(rows)) return rows;
    return ok(200, { destinations: rows.map((row) => presentWatched(row, call.origin.now)) });
  });
  mount(kernel, get, async (call) => {
    const row = await getDestination(call, owner, call.params);
    return isRefusal(row) ? row : ok(200, { destination: presentWatched(row, call.origin.now) });
  });
}

function mountChanges(kernel: Kernel<DestinationDeps>, owner: Owner): void {
  const { create, update, remove } = routesOf(owner);
  mount(kernel, create, async (call) => {
    const made = await createDestination(call, owner, call.body);
    if (isRefusal(made)) return made;
    const { destination, secret } = made;
    return ok(201, { destination: presentWatched(destination, call.origin.now), ...(secret && { secret }) });
  });
  mount(kernel, update, async (call) => {
    const row = await updateDestination(call, owner, { ...call.params, ...call.body });
    return isRefusal(row) ? row : ok(200, { destination: presentWatched(row, call.origin.now) });
  });
  mount(kernel, remove, async (call) => {
    const refusal = await deleteDestination(call, owner, call.params);
    return refusal ?? ok(200, { message: 'The destination is deleted.' });
  });
}

function mountSecretAndTest(kernel: Kernel<DestinationDeps>, owner: Owner): void {
  const { rotate, test } = routesOf(owner);
  mount(kernel, rotate, async (call) => {
    const made = await rotateDestinationSecret(call, owner, { ...call.params, ...call.body });
    if (isRefusal(made)) return made;
    const { destination, secret } = made;
    return ok(200, { destination: presentWatched(destination, call.origin.now), secret });
  });
  mount(kernel, test, async (call) => {
    const result = await testDestination(call, owner, call.params);
    return isRefusal(result) ? result : ok(200, { test: result });
  });
}
