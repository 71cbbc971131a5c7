import type { DirectoryGroup } from '@latchkey/contract';
import { Modal, Stack } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { RolesField } from './roles-field.tsx';

/** Gives roles to the people of a directory's group. */
export function GroupRolesButton({ group }: { group: DirectoryGroup }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const title = t('teamRoles.of', { name: group.displayName });
  return (
    <>
      <RowButton
        label={t('teamRoles.title')}
        fullLabel={title}
        icon={IconId}
        onClick={() => setIsOpen(true)}
      />
      <Modal opened={isOpen} onClose={close} title={title}>
        <GroupRolesForm group={group} onClose={close} />
      </Modal>
    </>
  );
}

function GroupRolesForm({ group, onClose }: { group: DirectoryGroup; onClose: () => void }) {
  const t = useT();
  const save = useAct('mapDirectoryGroup', {
    invalidates: ['listDirectoryGroups', 'getMemberRoles', 'me'],
    success: t('teamRoles.saved.of', { name: group.displayName }),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { roles: group.roles } });
  return (
    <form noValidate onSubmit={form.submit((body) => save.mutateAsync({ params: { id: group.id }, body }))}>
      <Stack>
        <RolesField
          label={t('teamRoles.title')}
          description={t('teamRoles.group.note')}
          {...form.getInputProps('roles')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('teamRoles.form.save')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
