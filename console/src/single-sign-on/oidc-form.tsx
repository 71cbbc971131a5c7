import type { Connection } from '@latchkey/contract';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import type { oidcWords } from './provider-words.ts';
import { SettingsError } from './settings-error.tsx';

type Props = {
  id: string;
  oidc: NonNullable<Connection['oidc']>;
  words: (typeof oidcWords)['okta'];
  mayChange: boolean;
};

export function OidcForm({ id, oidc, words, mayChange }: Props) {
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: 'Settings saved.',
    quiet: true,
  });
  const form = useApiForm({
    initialValues: { issuer: oidc.issuer ?? '', clientId: oidc.clientId ?? '', clientSecret: '' },
  });
  const submit = form.submit(async ({ issuer, clientId, clientSecret }) => {
    const changed = {
      ...(issuer.trim() !== (oidc.issuer ?? '') && { issuer: issuer.trim() }),
      ...(clientId.trim() !== (oidc.clientId ?? '') && { clientId: clientId.trim() }),
      ...(clientSecret && { clientSecret }),
    };
    await save.mutateAsync({ params: { id }, body: { oidc: changed } });
    form.setValues({ issuer: issuer.trim(), clientId: clientId.trim(), clientSecret: '' });
    form.resetDirty();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={words.issuer}
          description={`For example ${words.issuerExample}`}
          readOnly={!mayChange}
          {...form.getInputProps('issuer')}
        />
        <TextInput label={words.clientId} readOnly={!mayChange} {...form.getInputProps('clientId')} />
        {mayChange && (
          <PasswordInput
            label={words.clientSecret}
            description={
              oidc.hasClientSecret
                ? 'One is saved. We never show it. Enter another to replace it.'
                : 'We encrypt it and never show it again. Leave it empty for a public client.'
            }
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
        )}
        <SettingsError error={form.failure} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              Save settings
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
