import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { NameFields } from '../ui/name-fields.tsx';

/** Makes an account for a person, who gets a link to choose a password. */
export function CreateUser() {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('users.create')}</Button>
      <Modal opened={opened} onClose={close} title={t('users.create')}>
        <CreateForm onClose={close} />
      </Modal>
    </>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const create = useAct('createUser', {
    invalidates: ['listUsers', 'listEmails', 'listAuditLogs'],
    success: ({ message }) => message,
    quiet: true,
    onSuccess: ({ user: { id } }) => {
      onClose();
      void navigate({ to: '/admin/users/$id', params: { id } });
    },
  });
  const form = useApiForm({ initialValues: { email: '', firstName: '', lastName: '', username: '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ username, ...body }) =>
        create.mutateAsync({ body: { ...body, ...(username.trim() && { username }) } }),
      )}
    >
      <Stack>
        <Text size="sm">{t('users.create.text')}</Text>
        <TextInput
          label={t('users.create.email')}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <NameFields form={form} />
        <TextInput label={t('users.facts.username')} autoComplete="off" {...form.getInputProps('username')} />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('users.create')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
