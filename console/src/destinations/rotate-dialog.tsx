import { Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import type { OneProps } from './destination-dialogs.tsx';

export function RotateDialog({ routes, destination, opened, onClose }: OneProps) {
  const t = useT();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={t('webhooks.rotate.title')}
      secretTitle={t('webhooks.rotate.secretTitle')}
      note={t('webhooks.secret.note')}
      testId="destination-secret"
    >
      {(onMade, close) => (
        <RotateForm routes={routes} destination={destination} onMade={onMade} onClose={close} />
      )}
    </SecretDialog>
  );
}

type FormProps = Omit<OneProps, 'opened'> & { onMade: (secret: string) => void };

function RotateForm({ routes, destination, onMade, onClose }: FormProps) {
  const t = useT();
  const rotate = useAct(routes.rotate, { quiet: true, onSuccess: ({ secret }) => onMade(secret) });
  const form = useApiForm({ initialValues: { overlapHours: '24' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ overlapHours }) =>
        rotate.mutateAsync({ params: { id: destination.id }, body: { overlapHours: Number(overlapHours) } }),
      )}
    >
      <Stack>
        <Text size="sm">{t('webhooks.rotate.text')}</Text>
        <Select
          label={t('webhooks.rotate.expires')}
          data={overlaps()}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('overlapHours')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('webhooks.actions.rotate')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
