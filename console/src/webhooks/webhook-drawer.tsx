import type { Webhook } from '@latchkey/contract';
import { Alert, Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { MoreMenu, type Opened } from '../receivers/more-menu.tsx';
import { RotateDialog } from '../receivers/rotate-dialog.tsx';
import { TestButton } from '../receivers/test-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDateTime } from '../ui/dates.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import { DeliveryList } from './delivery-list.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { EditDialog, ReplayDialog } from './webhook-dialogs.tsx';
import { eventsOf, webhookStateOf } from './webhook-labels.ts';

type Props = {
  routes: WebhookRoutes;
  /** Undefined: doesn't exist, or isn't loaded yet. */
  webhook: Webhook | undefined;
  opened: boolean;
  mayChange: boolean;
  onClose: () => void;
};

/** One endpoint beside the list, with its delivery log. The id is in the address, so the address can be shared. */
export function WebhookDrawer({ routes, webhook, opened, mayChange, onClose }: Props) {
  const t = useT();
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title={t('webhooks.drawer.title')}>
      {webhook ? (
        <Stack gap="lg">
          <Head webhook={webhook} />
          {mayChange && <Actions routes={routes} webhook={webhook} onGone={onClose} />}
          <Stack gap="sm">
            <Title order={3}>{t('webhooks.deliveries')}</Title>
            <DeliveryList key={webhook.id} routes={routes} webhook={webhook} mayChange={mayChange} />
          </Stack>
        </Stack>
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}

function Head({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const { url, description, enabled, failingSince } = webhook;
  const { label, color } = webhookStateOf(webhook);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="center">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{url}</bdi>
        </Text>
        <StateBadge label={label} color={color} />
      </Group>
      {description && (
        <Text size="sm">
          <bdi>{description}</bdi>
        </Text>
      )}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{eventsOf(webhook)}</bdi>
      </Text>
      {failingSince && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />}>
          {enabled
            ? t('webhooks.drawer.failing', { time: formatDateTime(failingSince) })
            : t('webhooks.drawer.turnedOff')}
        </Alert>
      )}
    </Stack>
  );
}

type ActionProps = { routes: WebhookRoutes; webhook: Webhook; onGone: () => void };
type Open = Opened | 'replay' | null;

function Actions({ routes, webhook, onGone }: ActionProps) {
  const t = useT();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const params = { id: webhook.id };
  const test = useAct(routes.test, { invalidates: [routes.deliveries], success: t('webhooks.tested') });
  return (
    <>
      <Group gap="sm">
        <TestButton
          disabled={!webhook.enabled}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          disabled={!webhook.enabled}
          onClick={() => setOpen('replay')}
        >
          {t('webhooks.actions.replay')}
        </Button>
        <More routes={routes} webhook={webhook} onOpen={setOpen} />
      </Group>
      <EditDialog routes={routes} webhook={webhook} opened={open === 'edit'} onClose={close} />
      <RotateDialog
        act={routes.rotate}
        id={webhook.id}
        opened={open === 'rotate'}
        testId="webhook-secret"
        onClose={close}
      />
      <ReplayDialog routes={routes} webhook={webhook} opened={open === 'replay'} onClose={close} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('webhooks.delete.title')}
        confirmLabel={t('webhooks.delete.confirm')}
        act={routes.remove}
        input={{ params }}
        invalidates={[routes.list]}
        success={t('webhooks.delete.done')}
        onDone={onGone}
      >
        {t.rich('webhooks.delete.text', {
          url: <b style={{ overflowWrap: 'anywhere' }}>{webhook.url}</b>,
        })}
      </ConfirmDialog>
    </>
  );
}

function More({ routes, webhook, onOpen }: Omit<ActionProps, 'onGone'> & { onOpen: (open: Open) => void }) {
  const t = useT();
  const { id, enabled } = webhook;
  const turn = useAct(routes.update, {
    invalidates: [routes.list, routes.deliveries],
    success: t(enabled ? 'webhooks.turnedOff' : 'webhooks.turnedOn'),
  });
  return (
    <MoreMenu
      enabled={enabled}
      onTurn={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
      onOpen={onOpen}
    />
  );
}
