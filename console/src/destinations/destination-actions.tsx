import type { Destination } from '@latchkey/contract';
import { Button, Group, Menu, Stack } from '@mantine/core';
import {
  IconChevronDown,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EditDialog, RestartDialog } from './destination-dialogs.tsx';
import type { DestinationRoutes } from './endpoints.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestResult } from './test-result.tsx';

type Props = { routes: DestinationRoutes; destination: Destination; onGone: () => void };
type Open = 'edit' | 'rotate' | 'restart' | 'delete' | null;

export function DestinationActions({ routes, destination, onGone }: Props) {
  const t = useT();
  const [open, setOpen] = useState<Open>(null);
  const params = { id: destination.id };
  const test = useAct(routes.test);
  const dialog = (name: Open) => ({
    routes,
    destination,
    opened: open === name,
    onClose: () => setOpen(null),
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button
          leftSection={<IconSend size={16} className="points" />}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        >
          {t('webhooks.actions.test')}
        </Button>
        <More routes={routes} destination={destination} onOpen={setOpen} />
      </Group>
      {test.data && <TestResult result={test.data.test} />}
      <EditDialog {...dialog('edit')} />
      <RotateDialog {...dialog('rotate')} />
      <RestartDialog {...dialog('restart')} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('destinations.delete.title')}
        confirmLabel={t('destinations.delete.confirm')}
        act={routes.remove}
        input={{ params }}
        invalidates={[routes.list]}
        success={t('destinations.deleted')}
        onDone={onGone}
      >
        {t.rich('destinations.delete.text', {
          name: <b style={{ overflowWrap: 'anywhere' }}>{destination.name}</b>,
        })}
      </ConfirmDialog>
    </Stack>
  );
}

function More({ routes, destination, onOpen }: Omit<Props, 'onGone'> & { onOpen: (open: Open) => void }) {
  const t = useT();
  const { id, kind, enabled } = destination;
  const turn = useAct(routes.update, {
    invalidates: [routes.list],
    success: t(enabled ? 'destinations.turnedOff' : 'destinations.turnedOn'),
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {t('webhooks.actions.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
          {t('webhooks.actions.edit')}
        </Menu.Item>
        {kind === 'http' && (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen('rotate')}>
            {t('webhooks.actions.rotate')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => onOpen('restart')}>
          {t('destinations.restart.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={enabled ? <IconPower size={16} /> : <IconPlayerPlay size={16} />}
          onClick={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
        >
          {t(enabled ? 'webhooks.actions.turnOff' : 'webhooks.actions.turnOn')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onOpen('delete')}>
          {t('webhooks.actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
