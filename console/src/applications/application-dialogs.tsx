import type { Application } from '@latchkey/contract';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { ApplicationForm } from './application-form.tsx';

type AddProps = { opened: boolean; onClose: () => void; onMade: (application: Application) => void };

/** Public applications have no secret, so that the dialog is done once they are made. */
export function AddDialog({ opened, onClose, onMade }: AddProps) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    onClose();
    setSecret(undefined);
  };
  const create = useAct('createApplication', {
    invalidates: ['listApplications'],
    success: 'Application registered.',
    quiet: true,
    onSuccess: ({ application, clientSecret }) => {
      onMade(application);
      if (clientSecret) setSecret(clientSecret);
      else close();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={secret ? 'Your client secret' : 'Register an application'}
      closeOnClickOutside={!secret}
    >
      {secret ? (
        <NewSecret secret={secret} onDone={close} />
      ) : (
        <ApplicationForm
          label="Register application"
          save={(body, kind) => create.mutateAsync({ body: { ...body, kind } })}
          onCancel={close}
        />
      )}
    </Modal>
  );
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Copy it now">
        We won't show it again. Keep it in your application's configuration, never in its code. If you lose
        it, create a new one.
      </Alert>
      <ShownOnce text={secret} copyLabel="Copy secret" testId="client-secret" onDone={onDone} />
    </Stack>
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

export function SecretDialog({ application, opened, onClose }: Props) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    onClose();
    setSecret(undefined);
  };
  const create = useAct('createApplicationSecret', {
    quiet: true,
    onSuccess: ({ clientSecret }) => setSecret(clientSecret),
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret ? 'Your new client secret' : 'Create a new secret?'}
      closeOnClickOutside={!secret}
    >
      {secret ? (
        <NewSecret secret={secret} onDone={close} />
      ) : (
        <Stack>
          <Text size="sm">
            The secret <b>{application.name}</b> uses now goes on working, so you can switch without an
            outage. An older one ends right away.
          </Text>
          <ErrorNote error={create.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              data-autofocus
              loading={create.isPending}
              onClick={() => create.mutate({ params: { id: application.id } })}
            >
              Create secret
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
