import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { auditActivity } from './activity.ts';
import { exportAuditLogs, streamAuditLogs } from './export-audit-logs.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { presentHead, presentListed, presentProof, presentSummary } from './present.ts';
import { auditHead, auditProof } from './proof.ts';
import { auditSummary } from './summary.ts';

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' };

export function mountAuditLogs(kernel: Kernel): void {
  mount(kernel, contract.listAuditLogs, async (call) => {
    if (call.query.export) {
      const text = await streamAuditLogs(call, call.query);
      return isRefusal(text) ? text : ok(200, text);
    }
    const found = await listAuditLogs(call, call.query);
    if (isRefusal(found)) return found;
    const { entries, sealed, total, pageSize, totalIsEstimate } = found;
    const figures = { total, page: call.query.page, pageSize, totalPages: Math.ceil(total / pageSize) };
    return ok(200, {
      logs: entries.map((entry) => presentListed(entry, sealed)),
      ...figures,
      ...(totalIsEstimate && { totalIsEstimate }),
    });
  });

  mount(kernel, contract.auditActivity, async (call) => {
    const days = await auditActivity(call, call.query);
    return isRefusal(days) ? days : ok(200, { days });
  });

  mount(kernel, contract.auditSummary, async (call) => {
    const summary = await auditSummary(call, call.query);
    return isRefusal(summary) ? summary : ok(200, presentSummary(summary));
  });

  mount(kernel, contract.auditHead, async (call) => ok(200, presentHead(await auditHead(call))));

  mount(kernel, contract.auditProof, async (call) => {
    const proof = await auditProof(call, { entryId: call.params.id });
    return isRefusal(proof) ? proof : ok(200, presentProof(proof));
  });

  mount(kernel, contract.exportAuditLogs, async (call) => {
    const { deps, query, origin, request, reply } = call;
    const text = await exportAuditLogs(call, query);
    if (isRefusal(text)) return text;
    text.once('error', (error) =>
      deps.log.error({ requestId: request.id, err: error }, 'an export was interrupted'),
    );
    const fileName = `audit-logs-${origin.now.toISOString().slice(0, 10)}.${query.format}`;
    reply
      .type(contentTypes[query.format])
      .header('Content-Disposition', `attachment; filename="${fileName}"`);
    return ok(200, text);
  });
}
