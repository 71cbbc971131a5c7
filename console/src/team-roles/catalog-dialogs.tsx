import type { CatalogPermission, TeamRole } from '@latchkey/contract';
import { Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { adding, changeCatalog, describing, removing } from './catalog-change.ts';
import { TeamRoleBadge } from './team-role-badge.tsx';

type Opened = { opened: boolean; onClose: () => void };
type Which = { permission: CatalogPermission };

function useCatalog(success: string, onSuccess: () => void) {
  const act = useAct('setTeamPermissions', {
    invalidates: ['getTeamPermissions', 'listTeamRoles'],
    success,
    quiet: true,
    onSuccess,
  });
  return async (change: Parameters<typeof changeCatalog>[0]) => act.mutateAsync(await changeCatalog(change));
}

export function AddPermissionDialog({ opened, onClose }: Opened) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('teamRoles.catalog.add.title')}>
      <AddForm onClose={onClose} />
    </Modal>
  );
}

function AddForm({ onClose }: Pick<Opened, 'onClose'>) {
  const t = useT();
  const save = useCatalog(t('teamRoles.catalog.add.done'), onClose);
  // The name is called as the list is in the body: what is wrong with the list is wrong with what was added to it.
  const form = useApiForm({ initialValues: { permissions: '', description: '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ permissions, description }) =>
        save(adding({ name: permissions.trim(), description })),
      )}
    >
      <Stack>
        <TextInput
          label={t('teamRoles.catalog.form.name')}
          description={t('teamRoles.catalog.form.name.note')}
          placeholder="orders:refund"
          dir="ltr"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('permissions')}
        />
        <Textarea
          label={t('teamRoles.catalog.form.description')}
          description={t('teamRoles.catalog.form.description.note')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('teamRoles.catalog.add')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}

export function DescribePermissionDialog({ opened, onClose, permission }: Opened & Which) {
  const t = useT();
  const title = t.rich('teamRoles.catalog.describe.title', { name: <bdi>{permission.name}</bdi> });
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <DescribeForm permission={permission} onClose={onClose} />
    </Modal>
  );
}

function DescribeForm({ permission: { name, description }, onClose }: Which & Pick<Opened, 'onClose'>) {
  const t = useT();
  const save = useCatalog(t('teamRoles.catalog.describe.done'), onClose);
  const form = useApiForm({ initialValues: { description } });
  return (
    <form noValidate onSubmit={form.submit((values) => save(describing({ name, ...values })))}>
      <Stack>
        <Textarea
          label={t('teamRoles.catalog.form.description')}
          description={t('teamRoles.catalog.form.description.note')}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('teamRoles.form.save')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}

type RemoveProps = Which & { templates: TeamRole[] };

/** Says first which roles it leaves. */
export function RemovePermissionDialog({ opened, onClose, ...which }: Opened & RemoveProps) {
  const t = useT();
  const title = t.rich('teamRoles.catalog.remove.title', { name: <bdi>{which.permission.name}</bdi> });
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <RemoveForm {...which} onClose={onClose} />
    </Modal>
  );
}

function RemoveForm({ permission: { name }, templates, onClose }: RemoveProps & Pick<Opened, 'onClose'>) {
  const t = useT();
  const save = useCatalog(t('teamRoles.catalog.remove.done'), onClose);
  const form = useApiForm({ initialValues: {} });
  return (
    <form noValidate onSubmit={form.submit(() => save(removing(name)))}>
      <Stack>
        <Text size="sm">{t('teamRoles.catalog.remove.templates', { count: templates.length })}</Text>
        {templates.length > 0 && (
          <Group gap={6}>
            {templates.map((role) => (
              <TeamRoleBadge key={role.id} name={role.name} />
            ))}
          </Group>
        )}
        <Text size="sm">{t('teamRoles.catalog.remove.text')}</Text>
        <ErrorNote error={form.failure} />
        <FormButtons
          label={t('teamRoles.catalog.remove.confirm')}
          submitting={form.submitting}
          onCancel={onClose}
          destroys
        />
      </Stack>
    </form>
  );
}
