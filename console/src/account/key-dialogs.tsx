import type { ApiKey } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { expiryOf, expiryPresets } from './api-key-state.ts';

type Access = { value: ApiKey['permission']; onChange: (value: ApiKey['permission']) => void };

function AccessField({ value, onChange }: Access) {
  const t = useT();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id="permission">
        {t('account.apiKeys.access')}
      </Text>
      <SegmentedControl<ApiKey['permission']>
        aria-labelledby="permission"
        data={[
          { value: 'READ_ONLY', label: t('account.apiKeys.permission.READ_ONLY') },
          { value: 'READ_WRITE', label: t('account.apiKeys.permission.READ_WRITE') },
        ]}
        value={value}
        onChange={onChange}
      />
    </Stack>
  );
}

export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={t('account.apiKeys.createTitle')}
      secretTitle={t('account.apiKeys.madeTitle')}
      note={t('account.apiKeys.toldOnce')}
      copyLabel={t('account.apiKeys.copy')}
      testId="new-key"
    >
      {(onMade, close) => <CreateForm onMade={({ key }) => onMade(key)} onCancel={close} />}
    </SecretDialog>
  );
}

function CreateForm({
  onMade,
  onCancel,
}: {
  onMade: (made: Output<'createKey'>) => void;
  onCancel: () => void;
}) {
  const t = useT();
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
          label={t('account.apiKeys.name')}
          description={t('account.apiKeys.namePurpose')}
          placeholder={t('account.apiKeys.nameExample')}
          maxLength={50}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AccessField
          value={form.values.permission}
          onChange={(permission) => form.setFieldValue('permission', permission)}
        />
        <Select
          label={t('account.apiKeys.expires')}
          data={expiryPresets()}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        {branding.severalOrganizations && organization && (
          <Text size="sm" c="dimmed">
            {t('account.apiKeys.actsIn', { organization: organization.name })}
          </Text>
        )}
        <ErrorNote error={form.failure} />
        <FormButtons label={t('account.apiKeys.create')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

type EditProps = { apiKey: ApiKey; onClose: () => void };

export function EditKeyDialog({ opened, ...form }: EditProps & { opened: boolean }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={form.onClose} title={t('account.apiKeys.editTitle')}>
      <EditForm {...form} />
    </Modal>
  );
}

function EditForm({ apiKey, onClose }: EditProps) {
  const t = useT();
  const update = useAct('updateKey', {
    invalidates: ['listKeys'],
    success: t('account.apiKeys.saved'),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({
    initialValues: { name: apiKey.name, permission: apiKey.permission, expiry: 'keep' },
  });
  const unchanged = apiKey.expiresAt
    ? t('account.apiKeys.expiry.keep', { day: formatDay(apiKey.expiresAt) })
    : t('account.apiKeys.expiry.keepNever');
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name, permission, expiry }) => {
        const expiresAt = expiry === 'keep' ? {} : { expiresAt: expiryOf(expiry, Date.now()) };
        return update.mutateAsync({ params: { id: apiKey.id }, body: { name, permission, ...expiresAt } });
      })}
    >
      <Stack>
        <TextInput
          label={t('account.apiKeys.name')}
          maxLength={50}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AccessField
          value={form.values.permission}
          onChange={(permission) => form.setFieldValue('permission', permission)}
        />
        <Select
          label={t('account.apiKeys.expires')}
          data={[{ value: 'keep', label: unchanged }, ...expiryPresets()]}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('account.profile.save')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
