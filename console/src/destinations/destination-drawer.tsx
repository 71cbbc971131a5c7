import type { Destination } from '@latchkey/contract';
import { Alert, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import { When } from '../ui/when.tsx';
import { eventsOf } from '../webhooks/webhook-labels.ts';
import { DestinationActions } from './destination-actions.tsx';
import { lagInWords, placeOf, stateOf } from './destination-labels.ts';
import type { DestinationRoutes } from './endpoints.ts';

type Props = {
  routes: DestinationRoutes;
  /** Undefined: doesn't exist, or isn't loaded yet. */
  destination: Destination | undefined;
  opened: boolean;
  mayChange: boolean;
  onClose: () => void;
};

/** One destination beside the list. The id is in the address, so the address can be shared. */
export function DestinationDrawer({ routes, destination, opened, mayChange, onClose }: Props) {
  const t = useT();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('destinations.columns.destination')}
    >
      {destination ? (
        <Stack gap="lg">
          <Head destination={destination} />
          {mayChange && (
            <DestinationActions
              key={destination.id}
              routes={routes}
              destination={destination}
              onGone={onClose}
            />
          )}
        </Stack>
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}

function Head({ destination }: { destination: Destination }) {
  const t = useT();
  const { name, kind, enabled, status } = destination;
  const { label, color } = stateOf(destination);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="center">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        <StateBadge label={label} color={color} />
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t(`destinations.kinds.${kind}`)} · <bdi>{placeOf(destination)}</bdi>
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{eventsOf(destination)}</bdi>
      </Text>
      <Text size="sm">{lagInWords(status)}</Text>
      {status.lastSucceededAt && (
        <Text size="sm" c="dimmed">
          {t.rich('destinations.lastTaken', { when: <When at={status.lastSucceededAt} /> })}
        </Text>
      )}
      {status.lastError && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('destinations.lastError')}>
          <bdi>{status.lastError}</bdi>
        </Alert>
      )}
      {!enabled && <Text size="sm">{t('destinations.off')}</Text>}
    </Stack>
  );
}
