import type { OrganizationKey } from '@latchkey/contract';
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { formatDateTime } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { KeyForm } from './key-form.tsx';

type DialogProps = { opened: boolean; onClose: () => void };
type KeyProps = { apiKey: OrganizationKey };

const newKey = {
  secretTitle: 'The new key',
  note: "We won't show it again. If it gets lost, rotate the key.",
  testId: 'organization-key',
};

export function CreateDialog(dialog: DialogProps) {
  return (
    <SecretDialog {...dialog} title="Create an API key" size="lg" {...newKey}>
      {(onMade, close) => <CreateForm onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type MadeProps = { onMade: (key: string | undefined) => void; onCancel: () => void };

function CreateForm({ onMade, onCancel }: MadeProps) {
  const create = useAct('createOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    quiet: true,
    onSuccess: ({ key }) => onMade(key),
  });
  return <KeyForm label="Create key" save={(body) => create.mutateAsync({ body })} onCancel={onCancel} />;
}

export function EditDialog({ apiKey, opened, onClose }: DialogProps & KeyProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Edit key" size="lg">
      <EditForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ apiKey, onClose }: KeyProps & Pick<DialogProps, 'onClose'>) {
  const update = useAct('updateOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    success: 'Key saved.',
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <KeyForm
      apiKey={apiKey}
      label="Save"
      save={(body) => update.mutateAsync({ params: { id: apiKey.id }, body })}
      onCancel={onClose}
    />
  );
}

export function RotateDialog({ apiKey, ...dialog }: DialogProps & KeyProps) {
  return (
    <SecretDialog {...dialog} title="Rotate this key" {...newKey}>
      {(onMade, close) => <RotateForm apiKey={apiKey} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

function RotateForm({ apiKey, onMade, onCancel }: MadeProps & KeyProps) {
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
        <Text size="sm">
          <b>{apiKey.name}</b> gets another secret. The present one works until it expires, so its user can
          switch without an interruption.
        </Text>
        {previousExpiresAt && (
          <Text size="sm">
            The secret before it still works, until {formatDateTime(previousExpiresAt)}. Until then, you can
            only end all earlier ones right away.
          </Text>
        )}
        <Select
          label="Earlier secrets expire"
          data={overlaps}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('overlapHours')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Rotate key" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
