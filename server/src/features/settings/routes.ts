import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getHealth } from './health.ts';
import { getSettings } from './settings.ts';
import { sendTestEmail } from './test-email.ts';

export function mountSettings(kernel: Kernel): void {
  mount(kernel, contract.getSettings, async (call) => ok(200, await getSettings(call)));
  mount(kernel, contract.getHealth, async (call) => ok(200, await getHealth(call)));
  mount(kernel, contract.sendTestEmail, async (call) => {
    const sent = await sendTestEmail(call);
    return isRefusal(sent) ? sent : ok(200, { message: 'The test email is on its way.', ...sent });
  });
}
