import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { auditActivity } from './activity.ts';
import { exportAuditLogs } from './export.ts';
import { listAuditLogs } from './list.ts';
import { presentEntry } from './present.ts';

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' };

export function mountAudit(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.listAuditLogs, async ({ caller, query }) => {
    const found = await listAuditLogs(deps, caller, query);
    if (isRefusal(found)) return found;
    const { entries, total, pageSize, totalIsEstimate } = found;
    const figures = { total, page: query.page, pageSize, totalPages: Math.ceil(total / pageSize) };
    return ok(200, {
      logs: entries.map(presentEntry),
      ...figures,
      ...(totalIsEstimate && { totalIsEstimate }),
    });
  });

  mount(kernel, contract.auditActivity, async ({ caller, query }) => {
    const days = await auditActivity(deps, caller, query);
    return isRefusal(days) ? days : ok(200, { days });
  });

  mount(kernel, contract.exportAuditLogs, async ({ caller, query, origin, request, reply }) => {
    const text = await exportAuditLogs(deps, caller, query);
    if (isRefusal(text)) return text;
    text.once('error', (error) => request.log.error({ err: error }, 'an export broke off'));
    const fileName = `audit-logs-${origin.now.toISOString().slice(0, 10)}.${query.format}`;
    reply
      .type(contentTypes[query.format])
      .header('Content-Disposition', `attachment; filename="${fileName}"`);
    return ok(200, text);
  });
}
