import type { CatalogPermission, TeamRole } from '@latchkey/contract';
import { Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import type { RoleRoutes } from './endpoints.ts';
import { LossNote } from './loss-note.tsx';
import { PermissionsField } from './permissions-field.tsx';
import { keyFrom } from './role-key.ts';
import { lossOf } from './role-loss.ts';

type FormProps = {
  routes: RoleRoutes;
  catalog: CatalogPermission[];
  /** The role to change. Without it, a new one is created. */
  role?: TeamRole;
  onClose: () => void;
};

/** Creates or changes a role. */
export function RoleDialog({ opened, ...form }: FormProps & { opened: boolean }) {
  const t = useT();
  const what = form.role ? 'edit' : 'new';
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      size="lg"
      title={t(`teamRoles.${form.routes.kind}.${what}`)}
    >
      <RoleForm {...form} />
    </Modal>
  );
}

function useSave({ routes, role, onClose }: FormProps) {
  const t = useT();
  const act = {
    invalidates: [routes.list, 'getMemberRoles'] as const,
    success: t('teamRoles.saved'),
    quiet: true,
    onSuccess: onClose,
  };
  const create = useAct(routes.create, act);
  const update = useAct(routes.update, act);
  return ({ key, ...body }: Values) =>
    role
      ? update.mutateAsync({ params: { id: role.id }, body })
      : create.mutateAsync({ body: { ...body, key } });
}

type Values = Pick<TeamRole, 'key' | 'name' | 'description' | 'permissions' | 'isDefault'>;

function RoleForm(props: FormProps) {
  const t = useT();
  const { routes, catalog, role, onClose } = props;
  const save = useSave(props);
  const form = useApiForm<Values>({
    initialValues: {
      key: role?.key ?? routes.prefix,
      name: role?.name ?? '',
      description: role?.description ?? '',
      permissions: role?.permissions ?? [],
      isDefault: role?.isDefault ?? false,
    },
  });
  /** A new key follows the name until it is written by hand. */
  const [follows, setFollows] = useState(role === undefined);
  const name = form.getInputProps('name');
  const key = form.getInputProps('key');
  const loss = lossOf(role, form.values);
  return (
    <form noValidate onSubmit={form.submit(save)}>
      <Stack>
        <TextInput
          label={t('teamRoles.form.name')}
          maxLength={100}
          data-autofocus
          {...name}
          onChange={({ currentTarget: { value } }) =>
            form.setValues({ name: value, ...(follows && { key: keyFrom(value, routes.prefix) }) })
          }
        />
        <TextInput
          label={t('teamRoles.form.key')}
          description={t.rich(`teamRoles.form.key.${routes.kind}`, { prefix: <bdi>{routes.prefix}</bdi> })}
          dir="ltr"
          maxLength={50}
          disabled={role !== undefined}
          {...key}
          onChange={(event) => {
            setFollows(false);
            key.onChange(event);
          }}
        />
        <Textarea
          label={t('teamRoles.form.description')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <PermissionsField catalog={catalog} {...form.getInputProps('permissions')} />
        <Switch
          label={t('teamRoles.form.isDefault')}
          description={t(`teamRoles.form.isDefault.${routes.kind}`)}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
        {role && loss && <LossNote role={role} loss={loss} kind={routes.kind} />}
        <ErrorNote error={form.failure} />
        <FormButtons
          label={t(role ? 'teamRoles.form.save' : `teamRoles.${routes.kind}.create`)}
          submitting={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
