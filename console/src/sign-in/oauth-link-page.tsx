import { Button, PasswordInput, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { useFinishSignIn } from './finish.ts';
import { ProviderStep } from './provider-step.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';

const route = getRouteApi('/auth/oauth/link');

function LinkForm({ token, returnTo }: { token: string; returnTo: string | undefined }) {
  const t = useT();
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { password: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async ({ password }) =>
    finish(await api.linkOAuth({ body: { token, password } })),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label={t('field.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          {t('provider.link')}
        </Button>
        <AnchorLink to="/forgot-password" size="sm">
          {t('forgotPassword.title')}
        </AnchorLink>
      </Stack>
    </form>
  );
}

/** The provider's address already has an account here: its password proves that both belong to one person. */
export function OAuthLinkPage() {
  const t = useT();
  const { returnTo } = route.useSearch();
  return (
    <ProviderStep title={t('provider.linkTitle')} description={t('provider.linkText')}>
      {(token) => <LinkForm token={token} returnTo={returnTo} />}
    </ProviderStep>
  );
}
