import type { ApiKey } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { expiryOf, expiryPresets } from './api-key-state.ts';

type Access = { value: ApiKey['permission']; onChange: (value: ApiKey['permission']) => void };

function AccessField({ value, onChange }: Access) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id="permission">
        Access
      </Text>
      <SegmentedControl<ApiKey['permission']>
        aria-labelledby="permission"
        data={[
          { value: 'READ_ONLY', label: 'Read only' },
          { value: 'READ_WRITE', label: 'Read and write' },
        ]}
        value={value}
        onChange={onChange}
      />
    </Stack>
  );
}

type Made = Output<'createKey'>;

export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'Your new key' : 'Create an API key'}
      closeOnClickOutside={!made}
    >
      {made ? <NewKey apiKey={made.key} onDone={close} /> : <CreateForm onMade={setMade} onCancel={close} />}
    </Modal>
  );
}

function CreateForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const create = useAct('createKey', { invalidates: ['listKeys'], quiet: true, onSuccess: onMade });
  const form = useApiForm({
    initialValues: { name: '', permission: 'READ_ONLY' as ApiKey['permission'], expiry: '90' },
  });
  const { organization } = useMe();
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name, permission, expiry }) =>
        create.mutateAsync({ body: { name, permission, expiresAt: expiryOf(expiry, Date.now()) } }),
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
        <AccessField
          value={form.values.permission}
          onChange={(permission) => form.setFieldValue('permission', permission)}
        />
        <Select
          label="Expires"
          data={expiryPresets}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        {branding.severalOrganizations && organization && (
          <Text size="sm" c="dimmed">
            It acts in {organization.name}, even if you switch to another organization later.
          </Text>
        )}
        <ErrorNote error={form.failure} />
        <FormButtons label="Create key" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function NewKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Copy it now">
        We won't show it again. If you lose it, revoke it and create another.
      </Alert>
      <ShownOnce text={apiKey} copyLabel="Copy key" testId="new-key" onDone={onDone} />
    </Stack>
  );
}

type EditProps = { apiKey: ApiKey; onClose: () => void };

export function EditKeyDialog({ opened, ...form }: EditProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={form.onClose} title="Edit key">
      <EditForm {...form} />
    </Modal>
  );
}

function EditForm({ apiKey, onClose }: EditProps) {
  const update = useAct('updateKey', {
    invalidates: ['listKeys'],
    success: 'Key saved.',
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({
    initialValues: { name: apiKey.name, permission: apiKey.permission, expiry: 'keep' },
  });
  const unchanged = `No change (${apiKey.expiresAt ? formatDay(apiKey.expiresAt) : 'never'})`;
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name, permission, expiry }) => {
        const expiresAt = expiry === 'keep' ? {} : { expiresAt: expiryOf(expiry, Date.now()) };
        return update.mutateAsync({ params: { id: apiKey.id }, body: { name, permission, ...expiresAt } });
      })}
    >
      <Stack>
        <TextInput label="Name" maxLength={50} data-autofocus {...form.getInputProps('name')} />
        <AccessField
          value={form.values.permission}
          onChange={(permission) => form.setFieldValue('permission', permission)}
        />
        <Select
          label="Expires"
          data={[{ value: 'keep', label: unchanged }, ...expiryPresets]}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Save" submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
