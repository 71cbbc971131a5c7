import type { User } from '@latchkey/contract';
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

const verifies = branding.emailVerification !== false;

type Props = { user: User; opened: boolean; onClose: () => void };

/** For a person who lost their mailbox: an administrator's change waits for no confirmation. */
export function ChangeEmailDialog({ user, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('users.changeEmail.title', { name: displayName(user) })}
    >
      <ChangeEmailForm user={user} onClose={onClose} />
    </Modal>
  );
}

function ChangeEmailForm({ user, onClose }: Omit<Props, 'opened'>) {
  const t = useT();
  const change = useAct('updateUser', {
    invalidates: ['getUser', 'listUsers'],
    success: t('users.changeEmail.done'),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { email: '' } });
  return (
    <form noValidate onSubmit={form.submit((body) => change.mutateAsync({ params: { id: user.id }, body }))}>
      <Stack>
        <Text size="sm">{t(verifies ? 'users.changeEmail.textVerifying' : 'users.changeEmail.text')}</Text>
        <TextInput
          label={t('users.changeEmail.new')}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('users.actions.changeEmail')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
