import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { useToday } from '../ui/use-today.ts';
import { ActivityChart } from './activity-chart.tsx';
import { auditColumns, EntryDetails } from './audit-entry.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditDefaults, auditQuery } from './audit-query.ts';
import { AuditSeal } from './audit-seal.tsx';
import { actionInWords } from './audit-words.ts';

export function AuditPage() {
  const list = useList(auditDefaults);
  const filters = auditQuery(list.values, useToday());
  const logs = useQuery({
    ...ask('listAuditLogs', { query: { ...filters, page: list.values.page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Audit log"
      description="Who did what, when, and from where. Any change to these entries can be detected."
      actions={<AuditExport filters={filters} />}
    >
      <AuditSeal />
      <ActivityChart days={7} organizationId={filters.organizationId} />
      <List
        label="Audit log"
        state={list}
        query={logs}
        rows={logs.data?.logs}
        paging={logs.data && { ...logs.data, limit: logs.data.pageSize }}
        columns={auditColumns}
        details={{
          name: (entry) => `${actionInWords(entry.action)} by ${entry.userEmail ?? 'System'}`,
          content: (entry) => <EntryDetails entry={entry} />,
        }}
        empty={{
          icon: IconHistory,
          title: 'Nothing in the last 7 days',
          text: 'Choose an earlier start date to see older entries.',
        }}
        filters={<AuditFilters values={list.values} onChange={list.set} />}
      />
    </Page>
  );
}
