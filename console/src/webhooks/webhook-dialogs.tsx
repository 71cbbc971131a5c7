import type { Webhook } from '@latchkey/contract';
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { overlaps } from '../ui/overlaps.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { WebhookForm } from './webhook-form.tsx';

type DialogProps = { routes: WebhookRoutes; opened: boolean; onClose: () => void };

const newSecret = {
  note: "We won't show it again. Your receiver needs it to verify signatures. If you lose it, rotate it.",
  testId: 'webhook-secret',
};

export function AddDialog({ routes, opened, onClose }: DialogProps) {
  const dialog = {
    opened,
    onClose,
    title: 'Add a webhook',
    secretTitle: 'Your signing secret',
    ...newSecret,
  };
  return (
    <SecretDialog {...dialog}>
      {(onMade, close) => <AddForm routes={routes} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type AddProps = { routes: WebhookRoutes; onMade: (secret: string) => void; onCancel: () => void };

function AddForm({ routes, onMade, onCancel }: AddProps) {
  const add = useAct(routes.create, {
    invalidates: [routes.list],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  return (
    <WebhookForm
      initial={{ url: '', description: '', events: [] }}
      label="Add webhook"
      save={(body) => add.mutateAsync({ body })}
      onCancel={onCancel}
    />
  );
}

type EditProps = DialogProps & { webhook: Webhook };

export function EditDialog({ routes, webhook, opened, onClose }: EditProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Edit webhook">
      <EditForm routes={routes} webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ routes, webhook, onClose }: Omit<EditProps, 'opened'>) {
  const save = useAct(routes.update, {
    invalidates: [routes.list, routes.deliveries],
    success: 'Webhook saved.',
    quiet: true,
    onSuccess: onClose,
  });
  const { id, url, description, events } = webhook;
  return (
    <WebhookForm
      initial={{ url, description: description ?? '', events }}
      label="Save"
      // A URL, even an unchanged one, takes a recent proof.
      save={({ url: to, ...body }) =>
        save.mutateAsync({ params: { id }, body: { ...body, ...(to !== url && { url: to }) } })
      }
      onCancel={onClose}
    />
  );
}

export function RotateDialog({ routes, webhook, opened, onClose }: EditProps) {
  const titles = { title: 'Rotate the secret', secretTitle: 'Your new signing secret' };
  return (
    <SecretDialog opened={opened} onClose={onClose} {...titles} {...newSecret}>
      {(onMade, close) => <RotateForm routes={routes} webhook={webhook} onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

function RotateForm({ routes, webhook, onMade, onCancel }: AddProps & { webhook: Webhook }) {
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
        <Text size="sm">
          We create a new secret. Until the old one expires, deliveries carry both signatures, so your
          receiver can switch without missing any.
        </Text>
        <Select
          label="The old secret expires"
          data={overlaps}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('overlapHours')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Rotate secret" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

const hour = 3_600_000;
const spans = [
  { value: String(hour), label: 'The last hour' },
  { value: String(24 * hour), label: 'The last 24 hours' },
  { value: String(7 * 24 * hour), label: 'The last 7 days' },
  { value: String(30 * 24 * hour), label: 'The last 30 days' },
];

export function ReplayDialog({ routes, webhook, opened, onClose }: EditProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Replay events">
      <ReplayForm routes={routes} webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function ReplayForm({ routes, webhook, onClose }: Omit<EditProps, 'opened'>) {
  const replay = useAct(routes.replay, {
    invalidates: [routes.deliveries],
    success: 'The events are on their way.',
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { since: String(24 * hour) } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ since }) => {
        const first = new Date(Date.now() - Number(since)).toISOString();
        return replay.mutateAsync({ params: { id: webhook.id }, body: { since: first } });
      })}
    >
      <Stack>
        <Text size="sm">
          We resend every event from this period that matches the filter, with its original ID. A receiver
          that keeps IDs can skip events it has already handled.
        </Text>
        <Select
          label="Events from"
          data={spans}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('since')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Replay events" submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
