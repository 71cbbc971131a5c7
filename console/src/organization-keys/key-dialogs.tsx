import type { OrganizationKey } from '@latchkey/contract';
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { formatDateTime } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { KeyForm } from './key-form.tsx';

type DialogProps = { opened: boolean; onClose: () => void };
type KeyProps = { apiKey: OrganizationKey };

const newKey = (t: Texts) => ({
  secretTitle: t('keys.secret.title'),
  note: t('keys.secret.note'),
  testId: 'organization-key',
});

export function CreateDialog(dialog: DialogProps) {
  const t = useT();
  return (
    <SecretDialog {...dialog} title={t('keys.create.title')} size="lg" {...newKey(t)}>
      {(onMade, close) => <CreateForm onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type MadeProps = { onMade: (key: string | undefined) => void; onCancel: () => void };

function CreateForm({ onMade, onCancel }: MadeProps) {
  const t = useT();
  const create = useAct('createOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    quiet: true,
    onSuccess: ({ key }) => onMade(key),
  });
  return (
    <KeyForm label={t('keys.create')} save={(body) => create.mutateAsync({ body })} onCancel={onCancel} />
  );
}

export function EditDialog({ apiKey, opened, onClose }: DialogProps & KeyProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.edit.title')} size="lg">
      <EditForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ apiKey, onClose }: KeyProps & Pick<DialogProps, 'onClose'>) {
  const t = useT();
  const update = useAct('updateOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    success: t('keys.edit.done'),
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <KeyForm
      apiKey={apiKey}
      label={t('keys.edit.save')}
      save={(body) => update.mutateAsync({ params: { id: apiKey.id }, body })}
      onCancel={onClose}
    />
  );
}

export function RotateDialog({ apiKey, ...dialog }: DialogProps & KeyProps) {
  const t = useT();
  return (
    <SecretDialog {...dialog} title={t('keys.rotate.title')} {...newKey(t)}>
      {(onMade, close) => <RotateForm apiKey={apiKey} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

function RotateForm({ apiKey, onMade, onCancel }: MadeProps & KeyProps) {
  const t = useT();
  const rotate = useAct('rotateOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    quiet: true,
    onSuccess: ({ key }) => onMade(key),
  });
  const { previousExpiresAt } = apiKey;
  const form = useApiForm({ initialValues: { overlapHours: previousExpiresAt ? '0' : '24' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ overlapHours }) =>
        rotate.mutateAsync({ params: { id: apiKey.id }, body: { overlapHours: Number(overlapHours) } }),
      )}
    >
      <Stack>
        <Text size="sm">{t.rich('keys.rotate.text', { name: <b>{apiKey.name}</b> })}</Text>
        {previousExpiresAt && (
          <Text size="sm">{t('keys.rotate.previous', { time: formatDateTime(previousExpiresAt) })}</Text>
        )}
        <Select
          label={t('keys.rotate.expire')}
          data={overlaps()}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('overlapHours')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('keys.rotate.submit')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
