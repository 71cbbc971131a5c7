import * as contract from '@latchkey/contract';
import { snapshot } from '../db/snapshot.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { presentEmail } from './present.ts';
import { listEmails, totalEmails } from './store.ts';

export function mountEmails(kernel: Kernel): void {
  const { sql } = kernel.deps;

  mount(kernel, contract.listEmails, ({ query: { page, limit, status, to } }) => {
    const filter = { status, to: to?.trim() };
    return snapshot(sql, async (tx) => {
      const { total, totalIsEstimate } = await totalEmails(tx, filter);
      const emails = await listEmails(tx, filter, { limit, offset: (page - 1) * limit });
      const pagination = {
        ...contract.paginate(page, limit, total),
        ...(totalIsEstimate && { totalIsEstimate }),
      };
      return ok(200, { emails: emails.map(presentEmail), pagination });
    });
  });
}
