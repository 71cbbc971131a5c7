import { permissions, type Role } from '@latchkey/contract';
import { Modal, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { systemDescription, writtenDescription } from './role-description.ts';

type FormProps = {
  roles: Role[];
  /** The role to change. Without it, a new one is created. */
  role?: Role;
  /** What a new role inherits from. */
  parentId?: string;
  onClose: () => void;
};

/** What every role's name begins with. */
const rolePrefix = 'ROLE_';

/** Creates or changes a role. */
export function RoleDialog({ opened, ...form }: FormProps & { opened: boolean }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={form.onClose} title={t(form.role ? 'roles.edit' : 'roles.new')}>
      <RoleForm {...form} />
    </Modal>
  );
}

/** Only the description of a system role can be changed. */
function RoleForm({ roles, role, parentId = '', onClose }: FormProps) {
  const t = useT();
  const act = {
    invalidates: ['listRoles'] as const,
    success: t('roles.saved'),
    quiet: true,
    onSuccess: onClose,
  };
  const create = useAct('createRole', act);
  const update = useAct('updateRole', act);
  const form = useApiForm({
    initialValues: {
      name: role?.name ?? rolePrefix,
      description: role ? writtenDescription(role) : '',
      parentId: role ? (role.parentId ?? '') : parentId,
      permissions: role?.permissions ?? [],
    },
  });
  const system = role?.isSystem ?? false;
  const parents = roles
    .filter(({ id }) => id !== role?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  const submit = form.submit(({ parentId: parent, ...values }) => {
    const body = { ...values, parentId: parent || null };
    if (!role) return create.mutateAsync({ body });
    const changes = system ? { description: values.description } : body;
    return update.mutateAsync({ params: { id: role.id }, body: changes });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('roles.form.name')}
          description={t.rich('roles.form.name.description', { prefix: <bdi>{rolePrefix}</bdi> })}
          disabled={system}
          dir="ltr"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('roles.form.description')}
          {...(role?.isSystem && { placeholder: systemDescription(role) })}
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        <Select
          label={t('roles.form.parent')}
          placeholder={t('roles.form.parent.none')}
          clearable
          disabled={system}
          data={parents}
          value={form.values.parentId || null}
          onChange={(parent) => form.setFieldValue('parentId', parent ?? '')}
          error={form.errors.parentId}
        />
        <TagsInput
          label={t('roles.form.permissions')}
          description={t('roles.form.permissions.description')}
          disabled={system}
          data={[...permissions]}
          // Below it are the buttons.
          comboboxProps={{ position: 'top' }}
          {...form.getInputProps('permissions')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('roles.form.save')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
