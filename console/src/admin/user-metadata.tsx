import type { Metadata, User } from '@latchkey/contract';
import { Button, JsonInput, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { objectIn, patchBetween, shown } from './metadata-text.ts';

/** What the applications behind Latchkey store with a user. */
export function UserMetadata({ user }: { user: User }) {
  const found = useQuery(ask('getUserMetadata', { params: { id: user.id } }));
  if (found.isPending) return <Skeleton h={160} />;
  if (!found.data) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  // Reset the form when the data changes, no matter who changed it; a refetch of the same data keeps what is typed.
  return <Editor key={JSON.stringify(found.data)} user={user} metadata={found.data} />;
}

function Editor({ user, metadata }: { user: User; metadata: Metadata }) {
  const t = useT();
  const fault = t('users.metadata.fault', { example: '{"plan": "pro"}' });
  const faultIn = (text: string) => (objectIn(text) ? null : fault);
  const save = useAct('updateUserMetadata', {
    invalidates: ['getUserMetadata', 'me'],
    success: t('users.metadata.saved'),
    quiet: true,
  });
  const form = useApiForm({
    initialValues: {
      publicMetadata: shown(metadata.publicMetadata),
      privateMetadata: shown(metadata.privateMetadata),
    },
    validate: { publicMetadata: faultIn, privateMetadata: faultIn },
  });
  const submit = form.submit(({ publicMetadata, privateMetadata }) =>
    save.mutateAsync({
      params: { id: user.id },
      body: {
        publicMetadata: patchBetween(metadata.publicMetadata, objectIn(publicMetadata) ?? {}),
        privateMetadata: patchBetween(metadata.privateMetadata, objectIn(privateMetadata) ?? {}),
      },
    }),
  );
  const field = {
    autosize: true,
    minRows: 2,
    maxRows: 12,
    spellCheck: false,
    dir: 'ltr',
    validationError: fault,
  } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <JsonInput
          label={t('users.metadata.public')}
          description={t('users.metadata.public.description')}
          {...field}
          {...form.getInputProps('publicMetadata')}
        />
        <JsonInput
          label={t('users.metadata.private')}
          description={t('users.metadata.private.description')}
          {...field}
          {...form.getInputProps('privateMetadata')}
        />
        <ErrorNote error={form.failure} />
        <Button type="submit" variant="default" loading={form.submitting} disabled={!form.isDirty()}>
          {t('users.metadata.save')}
        </Button>
      </Stack>
    </form>
  );
}
