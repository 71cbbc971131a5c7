import type { CatalogPermission, TeamRole } from '@latchkey/contract';
import { Menu, Modal, Stack } from '@mantine/core';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RowButton, RowMenu } from '../ui/row-controls.tsx';
import type { RoleRoutes } from './endpoints.ts';
import { HolderList } from './holder-list.tsx';
import { Affected } from './loss-note.tsx';
import { RoleDialog } from './role-dialog.tsx';

type Props = {
  routes: RoleRoutes;
  role: TeamRole;
  catalog: CatalogPermission[];
  /** Where organizations make no roles, they may still delete what they have. */
  mayEdit?: boolean;
};

export function RoleActions({ routes, role, catalog, mayEdit = true }: Props) {
  const t = useT();
  const [open, setOpen] = useState<'holders' | 'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={role.name}>
        {routes.kind === 'own' && (
          <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => setOpen('holders')}>
            {t('teamRoles.actions.holders')}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
            {t('teamRoles.actions.edit')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
          {t('teamRoles.actions.delete')}
        </Menu.Item>
      </RowMenu>
      <HoldersDialog opened={open === 'holders'} role={role} onClose={close} />
      <RoleDialog opened={open === 'edit'} routes={routes} role={role} catalog={catalog} onClose={close} />
      <DeleteDialog opened={open === 'delete'} routes={routes} role={role} onClose={close} />
    </>
  );
}

type DialogProps = { opened: boolean; role: TeamRole; onClose: () => void };

function DeleteDialog({ opened, routes, role, onClose }: DialogProps & Pick<Props, 'routes'>) {
  const t = useT();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('teamRoles.delete.title', { name: role.name })}
      confirmLabel={t('teamRoles.delete.confirm')}
      act={routes.remove}
      input={{ params: { id: role.id } }}
      invalidates={[routes.list, 'getMemberRoles', 'listMembers']}
      success={t('teamRoles.delete.done')}
    >
      <Stack gap="xs">
        {t(`teamRoles.delete.${routes.kind}`)}
        {routes.kind === 'own' && <Affected role={role} kind="own" />}
      </Stack>
    </ConfirmDialog>
  );
}

function HoldersDialog({ opened, role, onClose }: DialogProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('teamRoles.holders.title', { name: role.name })}>
      <Stack>
        <HolderList role={role} />
      </Stack>
    </Modal>
  );
}

/** For those who change nothing: the only action on a row. */
export function HoldersButton({ role }: { role: TeamRole }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowButton
        label={t('teamRoles.actions.holders')}
        fullLabel={`${t('teamRoles.actions.holders')}: ${role.name}`}
        icon={IconUsers}
        onClick={() => setOpened(true)}
      />
      <HoldersDialog opened={opened} role={role} onClose={() => setOpened(false)} />
    </>
  );
}
