import { ActionIcon, Button, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useT } from '../language/texts.ts';
import { usePhone } from './use-phone.ts';

type ButtonProps = {
  label: string;
  /** The label including its object: "Remove Ada Lovelace". */
  fullLabel: string;
  icon: Icon;
  loading?: boolean;
  onClick: () => void;
};

/** The only action on a row: a word if there is room, an icon on a phone. */
export function RowButton({ label, fullLabel, icon: RowIcon, loading = false, onClick }: ButtonProps) {
  const common = { 'aria-label': fullLabel, loading, onClick };
  if (usePhone())
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" {...common}>
        <RowIcon size={18} />
      </ActionIcon>
    );
  return (
    <Button size="xs" variant="default" {...common}>
      {label}
    </Button>
  );
}

/** Several actions on a row: `Menu.Item`s behind three dots. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      position="bottom-end"
      // In the landmark that the row is in, and yet not cut off by the table.
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={t('list.actionsFor', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {/* The item goes with the menu: a dialog that it opens gives the focus back to what has it then. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
