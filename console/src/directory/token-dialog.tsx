import { Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';

type DialogProps = { opened: boolean; onClose: () => void };

export function TokenDialog(dialog: DialogProps) {
  return (
    <SecretDialog
      {...dialog}
      title="Create a token"
      secretTitle="The new token"
      note="Enter it in your directory, with the base URL. We won't show it again. If it gets lost, create another one and revoke this one."
      testId="scim-token"
    >
      {(onMade, close) => <TokenForm onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type FormProps = { onMade: (secret: string) => void; onCancel: () => void };

function TokenForm({ onMade, onCancel }: FormProps) {
  const create = useAct('createScimToken', {
    invalidates: ['listScimTokens'],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  const form = useApiForm({ initialValues: { description: '' } });
  return (
    <form noValidate onSubmit={form.submit((body) => create.mutateAsync({ body }))}>
      <Stack>
        <Text size="sm">
          The token decides who belongs to your organization. It has no expiry, and works until you revoke it.
        </Text>
        <TextInput
          label="Description"
          description="Optional. Where you use it, such as Entra ID."
          data-autofocus
          {...form.getInputProps('description')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Create token" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
