import type { Connection } from '@latchkey/contract';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconFlask, IconPower, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isComplete } from './connection-state.ts';

type Props = { connection: Connection; onGone: () => void };

/** Test, turn on and off, delete. */
export function ConnectionActions({ connection, onGone }: Props) {
  const { id, name, enabled, domains, testedAt } = connection;
  const [open, setOpen] = useState<'disable' | 'delete' | null>(null);
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
    success: 'Identity provider turned on.',
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
          Test
        </Button>
        {!enabled && (
          <Button
            variant={isReady ? 'filled' : 'default'}
            leftSection={<IconPower size={16} />}
            disabled={!isReady}
            loading={enable.isPending}
            onClick={() => enable.mutate({ params: { id }, body: { enabled: true } })}
          >
            Turn on
          </Button>
        )}
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {enabled && (
              <Menu.Item leftSection={<IconPower size={16} />} onClick={() => setOpen('disable')}>
                Turn off
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ConfirmDialog
        opened={open === 'disable'}
        onClose={close}
        title="Turn off this identity provider?"
        confirmLabel="Turn off"
        act="updateConnection"
        input={{ params: { id }, body: { enabled: false } }}
        invalidates={['listConnections']}
        success="Identity provider turned off."
      >
        No one can sign in with <b>{name}</b> until you turn it on again. People who have no password can set
        one with “Forgot your password?”. Links and settings stay.
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title="Delete this identity provider?"
        confirmLabel="Delete identity provider"
        typed={name}
        act="deleteConnection"
        input={{ params: { id } }}
        invalidates={['listConnections']}
        success="Identity provider deleted."
        onDone={onGone}
      >
        Its settings and links are deleted, and no one can sign in with it any more. Members stay. You can't
        undo this.
      </ConfirmDialog>
    </>
  );
}
