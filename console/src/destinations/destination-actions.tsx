import type { Destination } from '@latchkey/contract';
import { Group, Menu, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { MoreMenu, type Opened } from '../receivers/more-menu.tsx';
import { RotateDialog } from '../receivers/rotate-dialog.tsx';
import { TestButton } from '../receivers/test-button.tsx';
import { TestResult } from '../receivers/test-result.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EditDialog, RestartDialog } from './destination-dialogs.tsx';
import type { DestinationRoutes } from './endpoints.ts';

type Props = { routes: DestinationRoutes; destination: Destination; onGone: () => void };
type Open = Opened | 'restart' | null;

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
        <TestButton loading={test.isPending} onClick={() => test.mutate({ params })} />
        <More routes={routes} destination={destination} onOpen={setOpen} />
      </Group>
      {test.data && (
        <TestResult
          result={test.data.test}
          title={t(test.data.test.succeeded ? 'destinations.test.taken' : 'destinations.test.refused')}
        />
      )}
      <EditDialog {...dialog('edit')} />
      <RotateDialog
        act={routes.rotate}
        id={destination.id}
        opened={open === 'rotate'}
        testId="destination-secret"
        onClose={() => setOpen(null)}
      />
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
    <MoreMenu
      enabled={enabled}
      onTurn={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
      onOpen={onOpen}
      isSigned={kind === 'http'}
    >
      <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => onOpen('restart')}>
        {t('destinations.restart.title')}
      </Menu.Item>
    </MoreMenu>
  );
}
