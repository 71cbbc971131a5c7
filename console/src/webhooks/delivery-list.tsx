import type { Webhook, WebhookDelivery } from '@latchkey/contract';
import { Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import { oneOf } from '../ui/list-search.ts';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { When } from '../ui/when.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { useDeliveries } from './use-deliveries.ts';
import { deliveryAnswer, deliveryState, prettyPayload } from './webhook-labels.ts';

const statuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

const columnsOf = (t: Texts): Column<WebhookDelivery>[] => [
  {
    header: t('webhooks.deliveries.columns.event'),
    cell: ({ type }) => (
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {type}
      </Text>
    ),
  },
  {
    header: t('webhooks.deliveries.columns.status'),
    cell: (delivery) => <Status delivery={delivery} />,
    phone: true,
  },
  {
    header: t('webhooks.deliveries.columns.response'),
    cell: deliveryAnswer,
    from: 'sm',
    className: 'numbers',
    phone: true,
  },
  {
    header: t('webhooks.deliveries.columns.when'),
    cell: ({ lastAttemptAt, createdAt }) => <When at={lastAttemptAt ?? createdAt} />,
    phone: true,
  },
];

function Status({ delivery }: { delivery: WebhookDelivery }) {
  const { label, color } = deliveryState(delivery);
  return <StateBadge label={label} color={color} />;
}

type Props = { routes: WebhookRoutes; webhook: Webhook; mayChange: boolean };

export function DeliveryList({ routes, webhook, mayChange }: Props) {
  const t = useT();
  const [{ page, status }, setView] = useState({ page: 1, status: '' });
  const query = { page, limit: 10, status: oneOf(statuses, status) };
  const deliveries = useDeliveries(routes, webhook, query);
  return (
    <List
      label={t('webhooks.deliveries')}
      framed={false}
      expect={4}
      state={{
        values: { page },
        set: (patch) => setView((view) => ({ ...view, page: patch.page ?? 1 })),
        filtered: status !== '',
        clearFilters: () => setView({ page: 1, status: '' }),
      }}
      query={deliveries}
      rows={deliveries.data?.deliveries}
      paging={deliveries.data?.pagination}
      columns={columnsOf(t)}
      details={{
        name: ({ type }) => type,
        content: (delivery) => <Details routes={routes} webhook={webhook} delivery={delivery} />,
      }}
      {...(mayChange && webhook.enabled
        ? { actions: (row: WebhookDelivery) => <Replay routes={routes} webhook={webhook} delivery={row} /> }
        : {})}
      empty={{
        icon: IconSend,
        title: t('webhooks.deliveries.empty.title'),
        text: t('webhooks.deliveries.empty.text'),
      }}
      filters={
        <FilterSelect
          label={t('webhooks.deliveries.columns.status')}
          any={t('webhooks.deliveries.anyStatus')}
          options={statuses.map((value) => ({ value, label: t(`webhooks.deliveries.statuses.${value}`) }))}
          value={status}
          onChange={(value) => setView({ page: 1, status: value })}
        />
      }
    />
  );
}

type RowProps = { routes: WebhookRoutes; webhook: Webhook; delivery: WebhookDelivery };

function Replay({ routes, webhook, delivery }: RowProps) {
  const t = useT();
  const replay = useAct(routes.replayDelivery, {
    invalidates: [routes.deliveries],
    success: t('webhooks.deliveries.replayed'),
  });
  return (
    <RowButton
      label={t('webhooks.deliveries.replay')}
      fullLabel={t('webhooks.deliveries.replay.label', { type: delivery.type })}
      icon={IconRefresh}
      loading={replay.isPending}
      onClick={() => replay.mutate({ params: { id: webhook.id, deliveryId: delivery.id } })}
    />
  );
}

function Details({ routes, webhook, delivery }: RowProps) {
  const t = useT();
  const found = useQuery(ask(routes.delivery, { params: { id: webhook.id, deliveryId: delivery.id } }));
  const { eventId, attempts, nextAttemptAt } = delivery;
  return (
    <Stack gap="xs" py="xs">
      <Group gap="4px 24px">
        <Fact label="webhook-id">{eventId}</Fact>
        <Fact label={t('webhooks.deliveries.attempts')}>{attempts.toLocaleString(t.locale)}</Fact>
        <Fact label={t('webhooks.deliveries.columns.response')}>
          {deliveryAnswer(delivery) ?? t('webhooks.deliveries.noneYet')}
        </Fact>
        {nextAttemptAt && (
          <Fact label={t('webhooks.deliveries.next')}>
            <When at={nextAttemptAt} />
          </Fact>
        )}
      </Group>
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <Skeleton h={120} />}
      {found.data && (
        <Code
          block
          tabIndex={0}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', maxHeight: 320, overflowY: 'auto' }}
        >
          {prettyPayload(found.data.payload)}
        </Code>
      )}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span inherit c="dimmed">
        <bdi>{label}</bdi>{' '}
      </Text>
      <bdi>{children}</bdi>
    </Text>
  );
}
