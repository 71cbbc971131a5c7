import type { Connection } from '@latchkey/contract';
import { Alert, Badge, Drawer, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { kindNames, stepOf } from './connection-state.ts';
import { OptionsTab } from './options-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { SetupTab } from './setup-tab.tsx';
import classes from './single-sign-on.module.css';
import { TestTab } from './test-tab.tsx';

type Tab = 'setup' | 'options' | 'test' | 'people';

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
          <Sections
            key={`${connection.id} ${startsWith}`}
            connection={connection}
            startsWith={startsWith}
            mayChange={mayChange}
          />
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
        <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {connection.name}
        </Text>
        <Badge color={color}>{label}</Badge>
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

function Sections({
  connection,
  startsWith,
  mayChange,
}: Pick<Props, 'startsWith' | 'mayChange'> & { connection: Connection }) {
  const t = useT();
  const [tab, setTab] = useState<string | null>(mayChange || startsWith !== 'test' ? startsWith : 'setup');
  const props = { connection, mayChange };
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="setup">{t('singleSignOn.tabs.setup')}</Tabs.Tab>
        <Tabs.Tab value="options">{t('singleSignOn.tabs.options')}</Tabs.Tab>
        {mayChange && <Tabs.Tab value="test">{t('singleSignOn.tabs.test')}</Tabs.Tab>}
        <Tabs.Tab value="people">{t('singleSignOn.tabs.people')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="setup" pt="lg">
        <SetupTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="options" pt="lg">
        {/* Saving may change what was entered, such as the order of domains. */}
        <OptionsTab key={connection.updatedAt} {...props} />
      </Tabs.Panel>
      {mayChange && (
        <Tabs.Panel value="test" pt="lg">
          <TestTab connection={connection} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="people" pt="lg">
        <PeopleTab {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
