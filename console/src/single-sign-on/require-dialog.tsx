import type { Connection } from '@latchkey/contract';
import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLifebuoy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type Props = { connection: Connection; opened: boolean; onClose: () => void };

/** Says whom it binds, what ends, and the ways back, before it is required. */
export function RequireDialog({ connection, opened, onClose }: Props) {
  const t = useT();
  const { id, name, domains } = connection;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('singleSignOn.require.title')}
      confirmLabel={t('singleSignOn.require.action')}
      isBlocked={connection.breakGlassOwners === 0}
      act="updateConnection"
      input={{ params: { id }, body: { required: true } }}
      invalidates={['listConnections']}
      success={t('singleSignOn.require.done')}
    >
      <Stack gap="md">
        <Text size="sm">
          {t.rich('singleSignOn.require.whom', { domains: <b>{domains.join(', ')}</b>, name: <b>{name}</b> })}
        </Text>
        <List size="sm" spacing={6}>
          <List.Item>{t('singleSignOn.require.sessions')}</List.Item>
          <List.Item>{t('singleSignOn.require.ways')}</List.Item>
          <List.Item>{t('singleSignOn.require.keys')}</List.Item>
          <List.Item>{t('singleSignOn.require.others')}</List.Item>
        </List>
        <WaysBack owners={connection.breakGlassOwners} />
        <Text size="sm" c="dimmed">
          {t('singleSignOn.require.needs')}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

function WaysBack({ owners }: { owners: number }) {
  const t = useT();
  const slug = useMe().organization?.slug;
  if (owners === 0)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('singleSignOn.require.noWayBack')}>
        {t('singleSignOn.require.noWayBack.text')}
      </Alert>
    );
  return (
    <Alert color="blue" icon={<IconLifebuoy size={18} />} title={t('singleSignOn.require.fails')}>
      <Text size="sm">{t('singleSignOn.require.owners', { owners })}</Text>
      <Text size="sm" mt={4}>
        {t('singleSignOn.require.lastResort')}
      </Text>
      <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {`npx latchkey sso release --organization ${slug}`}
      </Code>
    </Alert>
  );
}
