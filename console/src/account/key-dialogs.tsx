import type { ApiKey } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { formatDay } from '../ui/when.tsx';

const presets = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

function expiryOf(preset: string): string | null {
  return preset === 'never' ? null : new Date(Date.now() + Number(preset) * 86_400_000).toISOString();
}

function PermissionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id="permission">
        May
      </Text>
      <SegmentedControl
        aria-labelledby="permission"
        data={[
          { value: 'READ_ONLY', label: 'Read' },
          { value: 'READ_WRITE', label: 'Read and write' },
        ]}
        value={value}
        onChange={onChange}
      />
    </Stack>
  );
}

export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Output<'createKey'>>();
  const create = useAct('createKey', { invalidates: ['listKeys'], quiet: true, onSuccess: setMade });
  const form = useApiForm({
    initialValues: { name: '', permission: 'READ_ONLY' as ApiKey['permission'], expiry: '90' },
  });
  const close = () => {
    onClose();
    setMade(undefined);
    form.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'Your new key' : 'Create an API key'}
      closeOnClickOutside={!made}
    >
      {made ? (
        <NewKey apiKey={made.key} onDone={close} />
      ) : (
        <form
          noValidate
          onSubmit={form.submit(({ name, permission, expiry }) =>
            create.mutateAsync({ body: { name, permission, expiresAt: expiryOf(expiry) } }),
          )}
        >
          <Stack>
            <TextInput
              label="Name"
              description="What will use it."
              placeholder="Nightly export"
              maxLength={50}
              data-autofocus
              {...form.getInputProps('name')}
            />
            <PermissionField
              value={form.values.permission}
              onChange={(value) => form.setFieldValue('permission', value as ApiKey['permission'])}
            />
            <Select label="Expires" data={presets} allowDeselect={false} {...form.getInputProps('expiry')} />
            <ErrorNote error={form.failure} />
            <FormButtons label="Create key" submitting={form.submitting} onCancel={close} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function NewKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Copy it now">
        It is shown this once. If it is lost, revoke it and create another.
      </Alert>
      <ShownOnce text={apiKey} copyLabel="Copy key" testId="new-key" onDone={onDone} />
    </Stack>
  );
}

export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const update = useAct('updateKey', {
    invalidates: ['listKeys'],
    success: 'The key is changed.',
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({
    initialValues: { name: '', permission: 'READ_ONLY' as ApiKey['permission'], expiry: 'keep' },
  });
  const { setValues } = form;
  useEffect(() => {
    if (apiKey) setValues({ name: apiKey.name, permission: apiKey.permission, expiry: 'keep' });
  }, [apiKey, setValues]);
  const stays = apiKey?.expiresAt ? `Stays: ${formatDay(apiKey.expiresAt)}` : 'Stays: never';
  return (
    <Modal opened={apiKey !== undefined} onClose={onClose} title="Edit key">
      <form
        noValidate
        onSubmit={form.submit(async ({ name, permission, expiry }) => {
          if (!apiKey) return;
          const expiresAt = expiry === 'keep' ? {} : { expiresAt: expiryOf(expiry) };
          await update.mutateAsync({ params: { id: apiKey.id }, body: { name, permission, ...expiresAt } });
        })}
      >
        <Stack>
          <TextInput label="Name" maxLength={50} data-autofocus {...form.getInputProps('name')} />
          <PermissionField
            value={form.values.permission}
            onChange={(value) => form.setFieldValue('permission', value as ApiKey['permission'])}
          />
          <Select
            label="Expires"
            data={[{ value: 'keep', label: stays }, ...presets]}
            allowDeselect={false}
            {...form.getInputProps('expiry')}
          />
          <ErrorNote error={form.failure} />
          <FormButtons label="Save" submitting={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
