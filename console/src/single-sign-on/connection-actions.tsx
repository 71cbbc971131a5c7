import type { Connection } from '@latchkey/contract';
import { Button, Group, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconFlask,
  IconPower,
  IconShieldLock,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isComplete } from './connection-state.ts';
import { RequireDialog } from './require-dialog.tsx';

type Props = { connection: Connection; onGone: () => void };

/** Test, turn on and off, require, delete. */
export function ConnectionActions({ connection, onGone }: Props) {
  const t = useT();
  const { id, name, enabled, required, domains, testedAt } = connection;
  const [open, setOpen] = useState<'require' | 'release' | 'disable' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const [leaving, setLeaving] = useState(false);
  const test = useAct('testConnection', {
    onSuccess: ({ redirectTo }) => {
      setLeaving(true);
      window.location.assign(redirectTo);
    },
  });
  const enable = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: t('singleSignOn.turnedOn'),
  });
  const isReady = testedAt !== null && domains.length > 0;
  return (
    <>
      <Group gap="sm">
        <Button
          variant={isReady ? 'default' : 'filled'}
          leftSection={<IconFlask size={16} />}
          disabled={!isComplete(connection)}
          loading={test.isPending || leaving}
          onClick={() => test.mutate({ params: { id } })}
        >
          {t('singleSignOn.actions.test')}
        </Button>
        {!enabled && (
          <Button
            variant={isReady ? 'filled' : 'default'}
            leftSection={<IconPower size={16} />}
            disabled={!isReady}
            loading={enable.isPending}
            onClick={() => enable.mutate({ params: { id }, body: { enabled: true } })}
          >
            {t('singleSignOn.actions.turnOn')}
          </Button>
        )}
        {enabled && !required && (
          <Button
            variant="default"
            leftSection={<IconShieldLock size={16} />}
            disabled={domains.length === 0}
            onClick={() => setOpen('require')}
          >
            {t('singleSignOn.actions.require')}
          </Button>
        )}
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} />}>
              {t('singleSignOn.actions.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {required && (
              <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => setOpen('release')}>
                {t('singleSignOn.actions.release')}
              </Menu.Item>
            )}
            {enabled && (
              <Menu.Item leftSection={<IconPower size={16} />} onClick={() => setOpen('disable')}>
                {t('singleSignOn.actions.turnOff')}
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
              {t('singleSignOn.actions.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <RequireDialog connection={connection} opened={open === 'require'} onClose={close} />
      <ConfirmDialog
        opened={open === 'release'}
        onClose={close}
        title={t('singleSignOn.release.title')}
        confirmLabel={t('singleSignOn.actions.release')}
        act="updateConnection"
        input={{ params: { id }, body: { required: false } }}
        invalidates={['listConnections']}
        success={t('singleSignOn.release.done')}
      >
        {t.rich('singleSignOn.release.text', { name: <b>{name}</b> })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'disable'}
        onClose={close}
        title={t('singleSignOn.turnOff.title')}
        confirmLabel={t('singleSignOn.actions.turnOff')}
        act="updateConnection"
        input={{ params: { id }, body: { enabled: false } }}
        invalidates={['listConnections']}
        success={t('singleSignOn.turnOff.done')}
      >
        {t.rich('singleSignOn.turnOff.text', { name: <b>{name}</b> })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('singleSignOn.delete.title')}
        confirmLabel={t('singleSignOn.delete.action')}
        typed={name}
        act="deleteConnection"
        input={{ params: { id } }}
        invalidates={['listConnections']}
        success={t('singleSignOn.delete.done')}
        onDone={onGone}
      >
        {t('singleSignOn.delete.text')}
      </ConfirmDialog>
    </>
  );
}
