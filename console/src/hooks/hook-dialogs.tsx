import { type Hook, type HookPoint, hookLimits } from '@latchkey/contract';
import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { SigningSecretDialog } from '../receivers/signing-secret-dialog.tsx';
import { UrlField } from '../receivers/url-field.tsx';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { nameOf } from './hook-labels.ts';

type DialogProps = { opened: boolean; onClose: () => void };
type Values = { url: string; timeoutMs: string; onFailure: Hook['onFailure'] };

export function AddDialog({ point, opened, onClose }: DialogProps & { point: HookPoint }) {
  const t = useT();
  return (
    <SigningSecretDialog
      opened={opened}
      onClose={onClose}
      title={t('hooks.add.title', { point: nameOf(point) })}
      testId="hook-secret"
    >
      {(onMade, close) => <AddForm point={point} onMade={onMade} onCancel={close} />}
    </SigningSecretDialog>
  );
}

type AddProps = { point: HookPoint; onMade: (secret: string) => void; onCancel: () => void };

function AddForm({ point, onMade, onCancel }: AddProps) {
  const t = useT();
  const add = useAct('createHook', {
    invalidates: ['listHooks'],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  const initial = { url: '', timeoutMs: String(hookLimits.timeoutMs.usual), onFailure: 'deny' } as const;
  return (
    <HookForm
      point={point}
      initial={initial}
      isNew
      label={t('hooks.add')}
      save={(body) => add.mutateAsync({ body: { ...body, point } })}
      onCancel={onCancel}
    />
  );
}

export function EditDialog({ hook, opened, onClose }: DialogProps & { hook: Hook }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('hooks.edit.title', { point: nameOf(hook.point) })}>
      <EditForm hook={hook} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const t = useT();
  const save = useAct('updateHook', {
    invalidates: ['listHooks'],
    success: t('hooks.saved'),
    quiet: true,
    onSuccess: onClose,
  });
  const { id, point, url, timeoutMs, onFailure } = hook;
  return (
    <HookForm
      point={point}
      initial={{ url, timeoutMs: String(timeoutMs), onFailure }}
      label={t('webhooks.edit.save')}
      save={(body) => save.mutateAsync({ params: { id }, body })}
      onCancel={onClose}
    />
  );
}

type FormProps = {
  point: HookPoint;
  initial: Values;
  isNew?: boolean;
  label: string;
  save: (values: Omit<Values, 'timeoutMs'> & { timeoutMs: number }) => Promise<unknown>;
  onCancel: () => void;
};

function HookForm({ point, initial, isNew = false, label, save, onCancel }: FormProps) {
  const t = useT();
  const form = useApiForm<Values>({ initialValues: initial });
  const failures = (['deny', 'allow'] as const).map((value) => ({
    value,
    label: t(`hooks.form.onFailure.${value}`),
  }));
  return (
    <form
      noValidate
      onSubmit={form.submit((values) => save({ ...values, timeoutMs: Number(values.timeoutMs) }))}
    >
      <Stack>
        <UrlField {...form.getInputProps('url')} />
        <TextInput
          label={t('hooks.form.timeoutMs')}
          description={t('hooks.form.timeoutMs.hint')}
          inputMode="numeric"
          {...form.getInputProps('timeoutMs')}
        />
        {point !== 'mail.send' && (
          <Select
            label={t('hooks.form.onFailure')}
            description={point === 'sign_in.before' && t('hooks.failure.admins')}
            data={failures}
            allowDeselect={false}
            {...form.getInputProps('onFailure')}
          />
        )}
        {isNew && <Text size="sm">{t('hooks.form.isOff')}</Text>}
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
