import { Stack, Text, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';

type DialogProps = { opened: boolean; onClose: () => void };

export function TokenDialog(dialog: DialogProps) {
  const t = useT();
  return (
    <SecretDialog
      {...dialog}
      title={t('directory.tokens.create.title')}
      secretTitle={t('directory.tokens.create.made')}
      note={t('directory.tokens.create.note')}
      testId="scim-token"
    >
      {(onMade, close) => <TokenForm onMade={onMade} onCancel={close} />}
    </SecretDialog>
  );
}

type FormProps = { onMade: (secret: string) => void; onCancel: () => void };

function TokenForm({ onMade, onCancel }: FormProps) {
  const t = useT();
  const create = useAct('createScimToken', {
    invalidates: ['listScimTokens'],
    quiet: true,
    onSuccess: ({ secret }) => onMade(secret),
  });
  const form = useApiForm({ initialValues: { description: '' } });
  return (
    <form noValidate onSubmit={form.submit((body) => create.mutateAsync({ body }))}>
      <Stack>
        <Text size="sm">{t('directory.tokens.create.text')}</Text>
        <TextInput
          label={t('directory.tokens.create.description')}
          description={t('directory.tokens.create.descriptionNote')}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('directory.tokens.create')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
