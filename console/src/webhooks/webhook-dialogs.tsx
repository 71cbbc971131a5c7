import type { Webhook } from '@latchkey/contract';
import { Modal } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { SigningSecretDialog } from '../receivers/signing-secret-dialog.tsx';
import { SinceForm } from '../receivers/since-form.tsx';
import type { WebhookRoutes } from './endpoints.ts';
import { WebhookForm } from './webhook-form.tsx';

type DialogProps = { routes: WebhookRoutes; opened: boolean; onClose: () => void };

export function AddDialog({ routes, opened, onClose }: DialogProps) {
  const t = useT();
  return (
    <SigningSecretDialog
      opened={opened}
      onClose={onClose}
      title={t('webhooks.add.title')}
      testId="webhook-secret"
    >
      {(onMade, close) => <AddForm routes={routes} onMade={onMade} onCancel={close} />}
    </SigningSecretDialog>
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
  return (
    <SinceForm
      text={t('webhooks.replay.text')}
      label={t('webhooks.replay.title')}
      save={(since) => replay.mutateAsync({ params: { id: webhook.id }, body: { since } })}
      onCancel={onClose}
    />
  );
}
