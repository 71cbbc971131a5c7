import type { Application } from '@latchkey/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { ApplicationForm } from './application-form.tsx';

const newSecret = {
  note: "We won't show it again. Keep it in your application's configuration, never in its code. If you lose it, create a new one.",
  testId: 'client-secret',
};

type AddProps = { opened: boolean; onClose: () => void; onMade: (application: Application) => void };

export function AddDialog({ opened, onClose, onMade }: AddProps) {
  const titles = { title: 'Register an application', secretTitle: 'Your client secret' };
  return (
    <SecretDialog opened={opened} onClose={onClose} size="lg" {...titles} {...newSecret}>
      {(showSecret, close) => <AddForm onMade={onMade} onSecret={showSecret} onCancel={close} />}
    </SecretDialog>
  );
}

type AddFormProps = {
  onMade: (application: Application) => void;
  onSecret: (secret: string | undefined) => void;
  onCancel: () => void;
};

function AddForm({ onMade, onSecret, onCancel }: AddFormProps) {
  const create = useAct('createApplication', {
    invalidates: ['listApplications'],
    success: 'Application registered.',
    quiet: true,
    onSuccess: ({ application, clientSecret }) => {
      onMade(application);
      onSecret(clientSecret);
    },
  });
  return (
    <ApplicationForm
      label="Register application"
      save={(body, kind) => create.mutateAsync({ body: { ...body, kind } })}
      onCancel={onCancel}
    />
  );
}

type Props = { application: Application; opened: boolean; onClose: () => void };

export function EditDialog({ application, opened, onClose }: Props) {
  const save = useAct('updateApplication', {
    invalidates: ['listApplications'],
    success: 'Application saved.',
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title="Edit application">
      <ApplicationForm
        application={application}
        label="Save"
        save={(body) => save.mutateAsync({ params: { id: application.id }, body })}
        onCancel={onClose}
      />
    </Modal>
  );
}

export function NewSecretDialog({ application, opened, onClose }: Props) {
  const titles = { title: 'Create a new secret?', secretTitle: 'Your new client secret' };
  return (
    <SecretDialog opened={opened} onClose={onClose} {...titles} {...newSecret}>
      {(showSecret, close) => <NewSecret application={application} onMade={showSecret} onCancel={close} />}
    </SecretDialog>
  );
}

type NewSecretProps = { application: Application; onMade: (secret: string) => void; onCancel: () => void };

function NewSecret({ application: { id, name }, onMade, onCancel }: NewSecretProps) {
  const create = useAct('createApplicationSecret', {
    quiet: true,
    onSuccess: ({ clientSecret }) => onMade(clientSecret),
  });
  return (
    <Stack>
      <Text size="sm">
        The secret <b>{name}</b> uses now keeps working, so you can switch without an outage. Any older one
        stops working right away.
      </Text>
      <ErrorNote error={create.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus loading={create.isPending} onClick={() => create.mutate({ params: { id } })}>
          Create secret
        </Button>
      </Group>
    </Stack>
  );
}
