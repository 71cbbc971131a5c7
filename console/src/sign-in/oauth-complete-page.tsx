import { Button, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { branding } from '../branding.ts';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { NameFields } from '../ui/name-fields.tsx';
import { useFinishSignIn } from './finish.ts';
import { chosen, noChoice, noCreation, OrganizationChoice } from './organization-choice.tsx';
import { ProviderStep } from './provider-step.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';

const route = getRouteApi('/auth/oauth/complete');

const choice = branding.organizationCreation === false ? noCreation : noChoice;

function CompleteForm({ token, returnTo }: { token: string; returnTo: string | undefined }) {
  const t = useT();
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { firstName: '', lastName: '', username: '', ...choice } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (values) => {
    const { firstName, lastName, username } = values;
    // For empty names, the service uses the provider's.
    const names = { firstName: firstName || null, lastName: lastName || null, username: username || null };
    await finish(await api.completeOAuth({ body: { token, ...names, ...chosen(values) } }));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <OrganizationChoice form={form} />
        <Text size="sm" c="dimmed">
          {t('provider.names')}
        </Text>
        <NameFields form={form} />
        <TextInput
          label={t('field.username')}
          description={t('field.optional')}
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          {t('provider.complete')}
        </Button>
      </Stack>
    </form>
  );
}

export function OAuthCompletePage() {
  const t = useT();
  const { returnTo } = route.useSearch();
  return (
    <ProviderStep
      title={t('provider.completeTitle')}
      description={choice === noCreation ? t('provider.signInWith') : t('provider.organization')}
    >
      {(token) => <CompleteForm token={token} returnTo={returnTo} />}
    </ProviderStep>
  );
}
