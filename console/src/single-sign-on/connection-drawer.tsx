import type { Connection } from '@latchkey/contract';
import { Alert, Badge, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useT } from '../language/texts.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import type { Tab } from './connection-sections.tsx';
import { kindNames, stepOf } from './connection-state.ts';

/** All of the forms: more than the page with the list. */
const Sections = lazy(() => import('./connection-sections.tsx'));

type Props = {
  /** Undefined: doesn't exist, or isn't loaded yet. */
  connection: Connection | undefined;
  isLoading: boolean;
  opened: boolean;
  startsWith: Tab;
  mayChange: boolean;
  onClose: () => void;
};

/** One identity provider beside the list. The id is in the address, so the address can be shared. */
export function ConnectionDrawer({ connection, isLoading, opened, startsWith, mayChange, onClose }: Props) {
  const t = useT();
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title={t('singleSignOn.provider')}>
      {connection ? (
        <Stack gap="lg">
          <Head connection={connection} mayChange={mayChange} />
          {mayChange && <ConnectionActions connection={connection} onGone={onClose} />}
          <Suspense fallback={<Skeleton h={240} />}>
            <Sections
              key={`${connection.id} ${startsWith}`}
              connection={connection}
              startsWith={startsWith}
              mayChange={mayChange}
            />
          </Suspense>
        </Stack>
      ) : isLoading ? (
        <Skeleton h={240} />
      ) : (
        <Text c="dimmed">{t('singleSignOn.provider.gone')}</Text>
      )}
    </Drawer>
  );
}

function Head({ connection, mayChange }: { connection: Connection; mayChange: boolean }) {
  const t = useT();
  const { label, color, next } = stepOf(connection);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {connection.name}
        </Text>
        <StateBadge label={label} color={color} />
        <Badge color="gray">{kindNames[connection.kind]}</Badge>
      </Group>
      {next && mayChange && (
        <Alert
          color="blue"
          icon={<IconArrowRight size={18} className="points" />}
          title={t('singleSignOn.next')}
        >
          {next}
        </Alert>
      )}
    </Stack>
  );
}
