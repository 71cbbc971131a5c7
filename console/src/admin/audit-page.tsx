import { Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { usePhone } from '../ui/use-phone.ts';
import { useMinute, useToday } from '../ui/use-today.ts';
import { EntryDetails } from './audit-details.tsx';
import { auditColumns } from './audit-entry.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLive, liveMs } from './audit-live.tsx';
import { AuditOverview } from './audit-overview.tsx';
import { auditDefaults, auditQuery } from './audit-query.ts';
import { AuditRanges } from './audit-ranges.tsx';
import { AuditSeal } from './audit-seal.tsx';
import { actionInWords } from './audit-words.ts';

/** The chart follows the list, at a slower pace. */
const chartMs = 30_000;

export function AuditPage() {
  const t = useT();
  const list = useList(auditDefaults);
  const me = useMe();
  const seesAll = me.permissions.includes('audit:read');
  const now = useMinute();
  const filters = auditQuery(list.values, useToday(), { seesAll, now });
  const [paused, setPaused] = useState(false);
  // New entries belong on the first page of a list that reaches up to now.
  const reachesNow = list.values.page === 1 && (!filters.to || Date.parse(filters.to) > now.getTime());
  const isLive = reachesNow && !paused;
  const logs = useQuery({
    ...ask('listAuditLogs', { query: { ...filters, page: list.values.page } }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && liveMs,
  });
  const summary = useQuery({
    ...ask('auditSummary', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && chartMs,
  });
  const overview = (
    <>
      <AuditSeal />
      <AuditOverview query={summary} onChange={list.set} />
    </>
  );
  const phone = usePhone();
  return (
    <Page
      title={t('audit.title')}
      description={t('audit.description')}
      actions={
        <>
          {reachesNow && (
            <AuditLive
              paused={paused}
              onToggle={() => setPaused(!paused)}
              entries={logs.isPlaceholderData ? undefined : logs.data?.logs}
              of={JSON.stringify(filters)}
            />
          )}
          <AuditExport filters={filters} />
        </>
      }
    >
      {!phone && overview}
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
        filters={
          <>
            <Group w="100%">
              <AuditRanges values={list.values} onChange={list.set} />
            </Group>
            <AuditFilters values={list.values} onChange={list.set} />
          </>
        }
      />
      {phone && overview}
    </Page>
  );
}
