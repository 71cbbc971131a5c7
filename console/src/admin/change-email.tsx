import type { User } from '@latchkey/contract';
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useApiForm } from '../ui/api-form.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

const verifies = branding.emailVerification !== false;

type Props = { user: User; opened: boolean; onClose: () => void };

/** For a person who lost their mailbox: an administrator's change waits for no confirmation. */
export function ChangeEmailDialog({ user, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Change the email of ${displayName(user)}`}>
      <ChangeEmailForm user={user} onClose={onClose} />
    </Modal>
  );
}

function ChangeEmailForm({ user, onClose }: Omit<Props, 'opened'>) {
  const change = useAct('updateUser', {
    invalidates: ['getUser', 'listUsers'],
    success: 'Email changed. Their sessions have ended.',
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { email: '' } });
  return (
    <form noValidate onSubmit={form.submit((body) => change.mutateAsync({ params: { id: user.id }, body }))}>
      <Stack>
        <Text size="sm">
          For someone who lost access to their mailbox. Make sure it's really them. The address changes right
          away, their sessions end, and the old address gets a notice.
          {verifies && ' The new address counts as unverified until they verify it or reset their password.'}
        </Text>
        <TextInput
          label="New email"
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Change email" submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
