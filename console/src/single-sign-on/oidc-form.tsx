import type { Connection } from '@latchkey/contract';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import type { OidcWords } from './provider-words.ts';
import { SettingsError } from './settings-error.tsx';

type Props = {
  id: string;
  oidc: NonNullable<Connection['oidc']>;
  words: OidcWords;
  mayChange: boolean;
};

export function OidcForm({ id, oidc, words, mayChange }: Props) {
  const t = useT();
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: t('singleSignOn.setup.saved'),
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
          description={t('singleSignOn.oidc.example', { address: words.issuerExample })}
          dir="ltr"
          readOnly={!mayChange}
          {...form.getInputProps('issuer')}
        />
        <TextInput
          label={words.clientId}
          dir="ltr"
          readOnly={!mayChange}
          {...form.getInputProps('clientId')}
        />
        {mayChange && (
          <PasswordInput
            label={words.clientSecret}
            description={
              oidc.hasClientSecret ? t('singleSignOn.oidc.savedSecret') : t('singleSignOn.oidc.newSecret')
            }
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
        )}
        <SettingsError error={form.failure} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              {t('singleSignOn.setup.saveSettings')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
