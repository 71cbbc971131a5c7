import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import type { Me } from './me.ts';

/** Operators may leave creating organizations to administrators. */
export function mayCreateOrganization({ permissions }: Pick<Me, 'permissions'>): boolean {
  return branding.organizationCreation !== false || permissions.includes('users:write');
}

type Props = { onClose: () => void; onCreated: (id: string) => Promise<unknown> };

export function CreateOrganizationDialog({ opened, ...form }: Props & { opened: boolean }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={form.onClose} title={t('switcher.createTitle')}>
      <CreateForm {...form} />
    </Modal>
  );
}

function CreateForm({ onClose, onCreated }: Props) {
  const t = useT();
  const create = useAct('createOrganization', {
    invalidates: ['listOrganizations'],
    success: t('switcher.created'),
    quiet: true,
    onSuccess: async ({ organization }) => {
      onClose();
      await onCreated(organization.id);
    },
  });
  const form = useApiForm({ initialValues: { name: '' } });
  return (
    <form noValidate onSubmit={form.submit(({ name }) => create.mutateAsync({ body: { name } }))}>
      <Stack>
        <Text size="sm">{t('switcher.createText')}</Text>
        <TextInput
          label={t('switcher.createName')}
          autoComplete="organization"
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('switcher.createAction')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
