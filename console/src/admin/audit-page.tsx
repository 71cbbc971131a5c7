import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
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
  const t = useT();
  const list = useList(auditDefaults);
  const me = useMe();
  const seesAll = me.permissions.includes('audit:read');
  const filters = auditQuery(list.values, useToday(), seesAll);
  const logs = useQuery({
    ...ask('listAuditLogs', { query: { ...filters, page: list.values.page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t('audit.title')}
      description={t('audit.description')}
      actions={<AuditExport filters={filters} />}
    >
      <AuditSeal />
      <ActivityChart days={7} organizationId={filters.organizationId} />
      <List
        label={t('audit.title')}
        state={list}
        query={logs}
        rows={logs.data?.logs}
        paging={logs.data && { ...logs.data, limit: logs.data.pageSize }}
        columns={auditColumns(t, me)}
        details={{
          name: ({ action, userEmail }) =>
            t('audit.entry.name', { action: actionInWords(action), person: userEmail ?? t('audit.system') }),
          content: (entry) => <EntryDetails entry={entry} />,
        }}
        empty={{
          icon: IconHistory,
          title: t('audit.empty.title'),
          text: t('audit.empty.text'),
        }}
        filters={<AuditFilters values={list.values} onChange={list.set} />}
      />
    </Page>
  );
}
