import { permissions, type Role } from '@latchkey/contract';
import { Modal, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

type Props = { editing: { role?: Role; parentId?: string } | undefined; roles: Role[]; onClose: () => void };

const empty = { name: 'ROLE_', description: '', parentId: '', permissions: [] as string[] };

/** Creates a role, or changes one. Of a system role only the description can be changed. */
export function RoleDialog({ editing, roles, onClose }: Props) {
  const role = editing?.role;
  const act = {
    invalidates: ['listRoles'] as const,
    success: 'The role is saved.',
    quiet: true,
    onSuccess: onClose,
  };
  const create = useAct('createRole', act);
  const update = useAct('updateRole', act);
  const form = useApiForm({ initialValues: empty });
  const { setValues, clearErrors, setFailure } = form;
  useEffect(() => {
    if (!editing) return;
    const { role: changed, parentId } = editing;
    clearErrors();
    setFailure(null);
    setValues(
      changed
        ? {
            name: changed.name,
            description: changed.description,
            parentId: changed.parentId ?? '',
            permissions: changed.permissions,
          }
        : { ...empty, parentId: parentId ?? '' },
    );
  }, [editing, setValues, clearErrors, setFailure]);
  const system = role?.isSystem ?? false;
  return (
    <Modal opened={editing !== undefined} onClose={onClose} title={role ? 'Edit role' : 'New role'}>
      <form
        noValidate
        onSubmit={form.submit(({ parentId, ...values }) => {
          const body = { ...values, parentId: parentId || null };
          if (!role) return create.mutateAsync({ body });
          return update.mutateAsync({
            params: { id: role.id },
            body: system ? { description: values.description } : body,
          });
        })}
      >
        <Stack>
          <TextInput
            label="Name"
            description="ROLE_ and capital letters, digits or underscores."
            disabled={system}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
          <Select
            label="Inherits from"
            placeholder="Nothing"
            clearable
            disabled={system}
            data={roles
              .filter(({ id }) => id !== role?.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={form.values.parentId || null}
            onChange={(parentId) => form.setFieldValue('parentId', parentId ?? '')}
            error={form.errors.parentId}
          />
          <TagsInput
            label="Permissions"
            description="Choose from the service's own, or type your own as area:verb and press Enter."
            disabled={system}
            data={[...permissions]}
            {...form.getInputProps('permissions')}
          />
          <ErrorNote error={form.failure} />
          <FormButtons label="Save" submitting={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
