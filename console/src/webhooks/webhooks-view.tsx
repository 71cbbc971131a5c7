import type { Webhook } from '@latchkey/contract';
import { Alert, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { VerifyCard } from './verify-card.tsx';
import { AddDialog } from './webhook-dialogs.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { eventsOf, webhookStateOf } from './webhook-labels.ts';

const defaults = { page: 1, open: '' };

type Props = { routes: WebhookRoutes; description: ReactNode; mayChange: boolean };

/** The webhooks of the service or an organization: the same page with different routes. */
export function WebhooksView({ routes, description, mayChange }: Props) {
  const t = useT();
  const { impersonating } = useMe();
  const list = useList(defaults);
  const { open } = list.values;
  const found = useQuery(ask(routes.list));
  const webhooks = found.data?.webhooks;
  const [adding, setAdding] = useState(false);
  const full = webhooks !== undefined && webhooks.length >= routes.limit;
  const onOpen = ({ id }: Webhook) => list.set({ open: id });
  const add = mayChange && (
    <Button onClick={() => setAdding(true)} disabled={full || impersonating !== null}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page title={t('webhooks.title')} description={description} actions={add}>
      <Failing webhooks={webhooks ?? []} />
      <List
        label={t('webhooks.title')}
        query={found}
        rows={webhooks}
        columns={columnsOf(t, onOpen)}
        onOpen={onOpen}
        expect={3}
        empty={{
          icon: IconWebhook,
          title: t('webhooks.empty.title'),
          text: t('webhooks.empty.text'),
          action: add,
        }}
      />
      {webhooks && webhooks.length > 0 && (
        <Text size="sm" c="dimmed" className="numbers">
          {t(full ? 'webhooks.inUseFull' : 'webhooks.inUse', {
            count: webhooks.length,
            limit: routes.limit,
          })}
        </Text>
      )}
      {webhooks && <VerifyCard />}
      <AddDialog routes={routes} opened={adding} onClose={() => setAdding(false)} />
      <WebhookDrawer
        routes={routes}
        webhook={webhooks?.find(({ id }) => id === open)}
        opened={open !== ''}
        mayChange={mayChange && impersonating === null}
        onClose={() => list.set({ open: '' })}
      />
    </Page>
  );
}

/** Problems come first. */
function Failing({ webhooks }: { webhooks: Webhook[] }) {
  const t = useT();
  const failing = webhooks.filter(({ failingSince }) => failingSince !== null).length;
  if (failing === 0) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={t('webhooks.failing', { count: failing })}
    >
      {t('webhooks.failing.text')}
    </Alert>
  );
}

function columnsOf(t: Texts, onOpen: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    {
      header: t('webhooks.columns.webhook'),
      cell: (webhook) => (
        <UnstyledButton onClick={() => onOpen(webhook)} maw="100%">
          <Stack gap={2} miw={0}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
              <bdi>{webhook.url}</bdi>
            </Text>
            {webhook.description && (
              <Text size="sm" c="dimmed" lineClamp={1}>
                <bdi>{webhook.description}</bdi>
              </Text>
            )}
          </Stack>
        </UnstyledButton>
      ),
    },
    { header: t('webhooks.columns.status'), cell: (webhook) => <Status webhook={webhook} />, phone: true },
    {
      header: t('webhooks.columns.events'),
      cell: (webhook) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{eventsOf(webhook)}</bdi>
        </Text>
      ),
      from: 'md',
      phone: true,
    },
    { header: t('webhooks.columns.created'), cell: ({ createdAt }) => <When at={createdAt} />, from: 'lg' },
  ];
}

function Status({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const { label, color } = webhookStateOf(webhook);
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge label={label} color={color} />
      {webhook.failingSince && (
        <Text size="xs" c="dimmed">
          {t.rich('webhooks.since', { when: <When at={webhook.failingSince} /> })}
        </Text>
      )}
    </Stack>
  );
}
