import type { Application } from '@latchkey/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { ApplicationForm } from './application-form.tsx';

const newSecret = (t: Texts) => ({ note: t('applications.secret.note'), testId: 'client-secret' });

type AddProps = { opened: boolean; onClose: () => void; onMade: (application: Application) => void };

export function AddDialog({ opened, onClose, onMade }: AddProps) {
  const t = useT();
  const titles = { title: t('applications.add.title'), secretTitle: t('applications.add.secretTitle') };
  return (
    <SecretDialog opened={opened} onClose={onClose} size="lg" {...titles} {...newSecret(t)}>
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
  const t = useT();
  const create = useAct('createApplication', {
    invalidates: ['listApplications'],
    success: t('applications.add.done'),
    quiet: true,
    onSuccess: ({ application, clientSecret }) => {
      onMade(application);
      onSecret(clientSecret);
    },
  });
  return (
    <ApplicationForm
      label={t('applications.register')}
      save={(body, kind) => create.mutateAsync({ body: { ...body, kind } })}
      onCancel={onCancel}
    />
  );
}

type Props = { application: Application; opened: boolean; onClose: () => void };

export function EditDialog({ application, opened, onClose }: Props) {
  const t = useT();
  const save = useAct('updateApplication', {
    invalidates: ['listApplications'],
    success: t('applications.edit.done'),
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={t('applications.edit.title')}>
      <ApplicationForm
        application={application}
        label={t('applications.edit.save')}
        save={(body) => save.mutateAsync({ params: { id: application.id }, body })}
        onCancel={onClose}
      />
    </Modal>
  );
}

export function NewSecretDialog({ application, opened, onClose }: Props) {
  const t = useT();
  const titles = {
    title: t('applications.newSecret.title'),
    secretTitle: t('applications.newSecret.secretTitle'),
  };
  return (
    <SecretDialog opened={opened} onClose={onClose} {...titles} {...newSecret(t)}>
      {(showSecret, close) => <NewSecret application={application} onMade={showSecret} onCancel={close} />}
    </SecretDialog>
  );
}

type NewSecretProps = { application: Application; onMade: (secret: string) => void; onCancel: () => void };

function NewSecret({ application: { id, name }, onMade, onCancel }: NewSecretProps) {
  const t = useT();
  const create = useAct('createApplicationSecret', {
    quiet: true,
    onSuccess: ({ clientSecret }) => onMade(clientSecret),
  });
  return (
    <Stack>
      <Text size="sm">{t.rich('applications.newSecret.text', { name: <b>{name}</b> })}</Text>
      <ErrorNote error={create.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('applications.newSecret.cancel')}
        </Button>
        <Button data-autofocus loading={create.isPending} onClick={() => create.mutate({ params: { id } })}>
          {t('applications.newSecret.create')}
        </Button>
      </Group>
    </Stack>
  );
}
