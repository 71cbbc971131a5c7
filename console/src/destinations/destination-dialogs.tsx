import { type Destination, lifetimes } from '@latchkey/contract';
import { Modal } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { SigningSecretDialog } from '../receivers/signing-secret-dialog.tsx';
import { SinceForm } from '../receivers/since-form.tsx';
import { DestinationForm } from './destination-form.tsx';
import { newDestination, settingsOf, valuesOf } from './destination-values.ts';
import type { DestinationRoutes } from './endpoints.ts';

type DialogProps = { routes: DestinationRoutes; opened: boolean; onClose: () => void };
const keptMs = lifetimes.eventDays * 86_400_000;

export function AddDialog({ routes, opened, onClose }: DialogProps) {
  const t = useT();
  return (
    <SigningSecretDialog
      opened={opened}
      onClose={onClose}
      title={t('destinations.add.title')}
      testId="destination-secret"
    >
      {(onMade, close) => <AddForm routes={routes} onMade={onMade} onCancel={close} />}
    </SigningSecretDialog>
  );
}

type AddProps = {
  routes: DestinationRoutes;
  onMade: (secret: string | undefined) => void;
  onCancel: () => void;
};

function AddForm({ routes, onMade, onCancel }: AddProps) {
  const t = useT();
  const add = useAct(routes.create, {
    invalidates: [routes.list],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  return (
    <DestinationForm
      initial={newDestination}
      isNew
      label={t('destinations.add')}
      save={(values) => {
        const { name, kind, events, start } = values;
        const since = start === 'kept' && { since: new Date(Date.now() - keptMs).toISOString() };
        return add.mutateAsync({
          body: { name, kind, events, settings: settingsOf(values, true), ...since },
        });
      }}
      onCancel={onCancel}
    />
  );
}

type OneProps = DialogProps & { destination: Destination };

export function EditDialog({ routes, destination, opened, onClose }: OneProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('destinations.edit.title')}>
      <EditForm routes={routes} destination={destination} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ routes, destination, onClose }: Omit<OneProps, 'opened'>) {
  const t = useT();
  const save = useAct(routes.update, {
    invalidates: [routes.list],
    success: t('destinations.saved'),
    quiet: true,
    onSuccess: onClose,
  });
  const params = { id: destination.id };
  return (
    <DestinationForm
      initial={valuesOf(destination)}
      isNew={false}
      label={t('webhooks.edit.save')}
      save={(values) => {
        const { name, events } = values;
        return save.mutateAsync({ params, body: { name, events, settings: settingsOf(values, false) } });
      }}
      onCancel={onClose}
    />
  );
}

/** Goes on with events of a time that is chosen: to send them again, or because some in between are gone. */
export function RestartDialog({ routes, destination, opened, onClose }: OneProps) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('destinations.restart.title')}>
      <RestartForm routes={routes} destination={destination} onClose={onClose} />
    </Modal>
  );
}

function RestartForm({ routes, destination, onClose }: Omit<OneProps, 'opened'>) {
  const t = useT();
  const save = useAct(routes.update, {
    invalidates: [routes.list],
    success: t('destinations.restart.done'),
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <SinceForm
      text={t('destinations.restart.text')}
      label={t('destinations.restart.title')}
      save={(since) => save.mutateAsync({ params: { id: destination.id }, body: { since, enabled: true } })}
      onCancel={onClose}
    />
  );
}
