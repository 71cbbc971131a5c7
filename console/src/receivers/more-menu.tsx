import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

export type Opened = 'edit' | 'rotate' | 'delete';

type Props = {
  enabled: boolean;
  onTurn: () => void;
  onOpen: (dialog: Opened) => void;
  /** False: nothing that it gets is signed. */
  isSigned?: boolean;
  /** What else can be done, between the secret and the switch. */
  children?: ReactNode;
};

/** What can be done with something that the service sends to, beside trying it. */
export function MoreMenu({ enabled, onTurn, onOpen, isSigned = true, children }: Props) {
  const t = useT();
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
        {isSigned && (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen('rotate')}>
            {t('webhooks.actions.rotate')}
          </Menu.Item>
        )}
        {children}
        <Menu.Item
          leftSection={enabled ? <IconPower size={16} /> : <IconPlayerPlay size={16} />}
          onClick={onTurn}
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
