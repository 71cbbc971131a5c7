import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { listEmails, presentEmail } from './emails.ts';

export function mountEmails(kernel: Kernel): void {
  mount(kernel, contract.listEmails, async (call) => {
    const { emails, pagination } = await listEmails(call, call.query);
    return ok(200, { emails: emails.map(presentEmail), pagination });
  });
}
