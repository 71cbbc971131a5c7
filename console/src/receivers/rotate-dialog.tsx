import { Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import type { DestinationRoutes } from '../destinations/endpoints.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import type { WebhookRoutes } from '../webhooks/endpoints.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';

type FormProps = {
  act: (WebhookRoutes | DestinationRoutes)['rotate'] | 'rotateHookSecret';
  id: string;
  onClose: () => void;
};

/** A new secret for something that gets signed requests. */
export function RotateDialog({ opened, testId, ...form }: FormProps & { opened: boolean; testId: string }) {
  const t = useT();
  const titles = { title: t('webhooks.rotate.title'), secretTitle: t('webhooks.rotate.secretTitle') };
  return (
    <SigningSecretDialog opened={opened} onClose={form.onClose} testId={testId} {...titles}>
      {(onMade, close) => <RotateForm {...form} onMade={onMade} onClose={close} />}
    </SigningSecretDialog>
  );
}

function RotateForm({ act, id, onMade, onClose }: FormProps & { onMade: (secret: string) => void }) {
  const t = useT();
  const rotate = useAct(act, { quiet: true, onSuccess: ({ secret }) => onMade(secret) });
  const form = useApiForm({ initialValues: { overlapHours: '24' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ overlapHours }) =>
        rotate.mutateAsync({ params: { id }, body: { overlapHours: Number(overlapHours) } }),
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
