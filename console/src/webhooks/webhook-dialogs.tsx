import type { Webhook } from '@latchkey/contract';
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { WebhookForm } from './webhook-form.tsx';
import { spansIn } from './webhook-labels.ts';

type DialogProps = { routes: WebhookRoutes; opened: boolean; onClose: () => void };

const newSecret = (t: Texts) => ({ note: t('webhooks.secret.note'), testId: 'webhook-secret' });

export function AddDialog({ routes, opened, onClose }: DialogProps) {
  const t = useT();
  const dialog = {
    opened,
    onClose,
    title: t('webhooks.add.title'),
    secretTitle: t('webhooks.add.secretTitle'),
    ...newSecret(t),
  };
  return (
    <SecretDialog {...dialog}>
      {(onMade, close) => <AddForm routes={routes} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type AddProps = { routes: WebhookRoutes; onMade: (secret: string) => void; onCancel: () => void };

function AddForm({ routes, onMade, onCancel }: AddProps) {
  const t = useT();
  const add = useAct(routes.create, {
    invalidates: [routes.list],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  return (
    <WebhookForm
      initial={{ url: '', description: '', events: [] }}
      label={t('webhooks.add')}
      save={(body) => add.mutateAsync({ body })}
      onCancel={onCancel}
    />
  );
}

type EditProps = DialogProps & { webhook: Webhook };

export function EditDialog({ routes, webhook, opened, onClose }: EditProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks.edit.title')}>
      <EditForm routes={routes} webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ routes, webhook, onClose }: Omit<EditProps, 'opened'>) {
  const t = useT();
  const save = useAct(routes.update, {
    invalidates: [routes.list, routes.deliveries],
    success: t('webhooks.edit.done'),
    quiet: true,
    onSuccess: onClose,
  });
  const { id, url, description, events } = webhook;
  return (
    <WebhookForm
      initial={{ url, description: description ?? '', events }}
      label={t('webhooks.edit.save')}
      // A URL, even an unchanged one, takes a recent proof.
      save={({ url: to, ...body }) =>
        save.mutateAsync({ params: { id }, body: { ...body, ...(to !== url && { url: to }) } })
      }
      onCancel={onClose}
    />
  );
}

export function RotateDialog({ routes, webhook, opened, onClose }: EditProps) {
  const t = useT();
  const titles = { title: t('webhooks.rotate.title'), secretTitle: t('webhooks.rotate.secretTitle') };
  return (
    <SecretDialog opened={opened} onClose={onClose} {...titles} {...newSecret(t)}>
      {(onMade, close) => <RotateForm routes={routes} webhook={webhook} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

function RotateForm({ routes, webhook, onMade, onCancel }: AddProps & { webhook: Webhook }) {
  const t = useT();
  const rotate = useAct(routes.rotate, {
    invalidates: [routes.deliveries],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  const form = useApiForm({ initialValues: { overlapHours: '24' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ overlapHours }) =>
        rotate.mutateAsync({ params: { id: webhook.id }, body: { overlapHours: Number(overlapHours) } }),
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
        <FormButtons label={t('webhooks.actions.rotate')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

export function ReplayDialog({ routes, webhook, opened, onClose }: EditProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks.replay.title')}>
      <ReplayForm routes={routes} webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function ReplayForm({ routes, webhook, onClose }: Omit<EditProps, 'opened'>) {
  const t = useT();
  const replay = useAct(routes.replay, {
    invalidates: [routes.deliveries],
    success: t('webhooks.replay.done'),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { since: spansIn(t)[1]?.value ?? '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ since }) => {
        const first = new Date(Date.now() - Number(since)).toISOString();
        return replay.mutateAsync({ params: { id: webhook.id }, body: { since: first } });
      })}
    >
      <Stack>
        <Text size="sm">{t('webhooks.replay.text')}</Text>
        <Select
          label={t('webhooks.replay.from')}
          data={spansIn(t)}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('since')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('webhooks.replay.title')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
