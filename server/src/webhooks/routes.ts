import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { listEvents } from './list-events.ts';
import { listOrganizationEvents } from './list-organization-events.ts';
import { presentEvent } from './present.ts';

export function mountWebhooks(kernel: Kernel): void {
  mount(kernel, contract.listEvents, async (call) => {
    const page = await listEvents(call, call.query);
    return isRefusal(page) ? page : ok(200, { ...page, events: page.events.map(presentEvent) });
  });

  mount(kernel, contract.listOrganizationEvents, async (call) => {
    const page = await listOrganizationEvents(call, call.query);
    return isRefusal(page) ? page : ok(200, { ...page, events: page.events.map(presentEvent) });
  });
}
