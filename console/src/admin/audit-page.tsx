import { type AuditCategory, auditActions, auditCategories } from '@latchkey/contract';
import { Button, Card, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, events, messageOf } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListFooter, RowsSkeleton, SearchInput } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { ActivityChart } from './activity-chart.tsx';
import { downloadCsv } from './audit-csv.ts';
import { AuditTable } from './audit-table.tsx';

const isoDay = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const exportLimit = 10_000;

/** The last seven days, today included. */
const defaults = {
  page: 1,
  category: '',
  action: '',
  userEmail: '',
  from: isoDay(6),
  to: isoDay(0),
  organizationId: '',
};

export function AuditPage() {
  const list = useList(defaults);
  const { permissions } = useMe();
  const everywhere = permissions.includes('audit:read');
  const { page, category, action, userEmail, from, to, organizationId } = list.values;
  const filters = {
    category: (category || undefined) as AuditCategory | undefined,
    action: action || undefined,
    userEmail: userEmail || undefined,
    from: from || undefined,
    to: to || undefined,
    organizationId: organizationId || undefined,
  };
  const logs = useQuery({
    ...ask('listAuditLogs', { query: { ...filters, page } }),
    placeholderData: keepPreviousData,
  });
  const paging = logs.data && { ...logs.data, limit: logs.data.pageSize };
  return (
    <Page
      title="Audit log"
      description="Who did what, when and from where. Entries cannot be changed."
      actions={<ExportButton filters={filters} />}
    >
      <ActivityChart days={7} organizationId={filters.organizationId} />
      <Stack gap="sm">
        <Group gap="sm">
          <SearchInput
            label="Search user email"
            value={userEmail}
            onChange={(text) => list.set({ userEmail: text }, { replace: true })}
          />
          {everywhere && (
            <Select
              aria-label="Organizations"
              w={{ base: '100%', sm: 200 }}
              allowDeselect={false}
              data={[
                { value: '', label: 'My organization' },
                { value: 'all', label: 'All organizations' },
              ]}
              value={organizationId}
              onChange={(value) => list.set({ organizationId: value ?? '' })}
            />
          )}
        </Group>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="sm">
          <Select
            label="Category"
            placeholder="Any"
            clearable
            data={[...auditCategories]}
            value={category || null}
            onChange={(value) => list.set({ category: value ?? '' })}
          />
          <Select
            label="Action"
            placeholder="Any"
            clearable
            searchable
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            data={[...auditActions].sort()}
            value={action || null}
            onChange={(value) => list.set({ action: value ?? '' })}
          />
          <TextInput
            type="date"
            label="From"
            max={to || undefined}
            value={from}
            onChange={(event) => list.set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            min={from || undefined}
            value={to}
            onChange={(event) => list.set({ to: event.currentTarget.value })}
          />
        </SimpleGrid>
      </Stack>
      <Card p={0}>
        {logs.isPending && <RowsSkeleton />}
        <ErrorNote error={logs.error} onRetry={() => void logs.refetch()} />
        {logs.data?.logs.length === 0 && (
          <EmptyState
            icon={<IconHistory size={24} />}
            title="Nothing in this range"
            action={
              list.filtered && (
                <Button variant="default" onClick={list.reset}>
                  Back to the last 7 days
                </Button>
              )
            }
          >
            Try a longer range or fewer filters.
          </EmptyState>
        )}
        {logs.data && logs.data.logs.length > 0 && <AuditTable entries={logs.data.logs} />}
      </Card>
      <ListFooter paging={paging} onPage={(next) => list.set({ page: next })} />
    </Page>
  );
}

type Filters = NonNullable<NonNullable<Parameters<typeof api.listAuditLogs>[0]>['query']>;

/** Up to ten thousand records, made into a file here. */
function ExportButton({ filters }: { filters: Filters }) {
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const { logs, total } = await api.listAuditLogs({
        query: { ...filters, export: 'true', limit: exportLimit },
      });
      downloadCsv(logs);
      if (total > logs.length)
        events.toast(
          `The newest ${logs.length.toLocaleString()} of ${total.toLocaleString()} entries are in the file.`,
          'success',
        );
    } catch (error) {
      events.toast(messageOf(error), 'error');
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={pending}
      onClick={() => void download()}
    >
      Export CSV
    </Button>
  );
}
