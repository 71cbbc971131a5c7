import type { User } from '@latchkey/contract';
import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { changePerson } from '../shell/change-person.ts';
import { impersonatedFrom } from '../shell/use-exit-impersonation.ts';
import { useApiForm } from '../ui/api-form.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

const isRequired = branding.impersonationReason === 'required';

type Props = { user: User; opened: boolean; onClose: () => void };

/** Asks why: the person's organization reads it in its log. */
export function ImpersonateDialog({ user, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('users.impersonate.title', { name: displayName(user) })}
    >
      <ImpersonateForm user={user} onClose={onClose} />
    </Modal>
  );
}

function ImpersonateForm({ user, onClose }: Omit<Props, 'opened'>) {
  const t = useT();
  const navigate = useNavigate();
  const start = useAct('impersonate', {
    quiet: true,
    onSuccess: () => {
      impersonatedFrom.keep();
      return changePerson(() => navigate({ to: '/', search: {} }));
    },
  });
  const form = useApiForm({ initialValues: { reason: '' } });
  const act = ({ reason }: { reason: string }) =>
    start.mutateAsync({ body: { userId: user.id, ...(reason.trim() && { reason: reason.trim() }) } });
  return (
    <form noValidate onSubmit={form.submit(act)}>
      <Stack>
        <Text size="sm">{t('users.impersonate.text')}</Text>
        <Textarea
          label={t(isRequired ? 'users.impersonate.reason' : 'users.impersonate.reasonOptional')}
          description={t('users.impersonate.reasonHint')}
          required={isRequired}
          withAsterisk={false}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('users.actions.impersonate')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
