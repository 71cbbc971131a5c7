import type { OAuthError } from '@latchkey/contract';
import { Alert, Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { passkeyOffer } from '../ui/passkey-offer.ts';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { OtherWays } from './other-ways.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward, returnAddress } from './return-address.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const route = getRouteApi('/login');

const providerFailures: readonly Exclude<OAuthError, `${'sso' | 'hook'}_${string}`>[] = [
  'oauth_denied',
  'invalid_state',
  'token_exchange_failed',
  'profile_fetch_failed',
  'email_not_verified',
  'sign_in_method_not_allowed',
  'account_inactive',
  'provider_unavailable',
];

const SsoFailure = lazy(() => import('./sso-failure.tsx'));

function ProviderFailure({ code }: { code: string }) {
  const t = useT();
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {/^(sso|hook)_/.test(code) ? (
        <Suspense>
          <SsoFailure code={code} />
        </Suspense>
      ) : (
        t(`provider.${providerFailures.find((known) => known === code) ?? 'other'}`)
      )}
    </Alert>
  );
}

export function LoginPage() {
  const t = useT();
  const { returnTo, email, error } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { email: email ?? '', password: '', rememberMe: false } });
  const secondsLeft = useWait(form.failure);
  const passkey = usePasskeySignIn(returnTo, form.values.rememberMe);
  const submit = form.submit(async (body) => {
    const answer = await api.login({ body });
    passkeyOffer.earn();
    passkey.stop();
    await import('./passkey-upgrade.ts').then(
      ({ tryUpgrade }) => tryUpgrade(answer),
      () => {},
    );
    await finish(answer);
  });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const register = (
    <AnchorLink to="/register" search={onward(returnTo)}>
      {t('action.createAccount')}
    </AnchorLink>
  );
  return (
    <SignInLayout title={t('login.title')} footer={t.rich('login.new', { link: register })}>
      {error && !form.failure && <ProviderFailure code={error} />}
      <ProviderButtons returnTo={returnAddress(returnTo)} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="username webauthn"
            ref={email ? undefined : firstField}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('field.password')}
            autoComplete="current-password"
            ref={email ? firstField : undefined}
            {...form.getInputProps('password')}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={t('login.remember')}
              {...form.getInputProps('rememberMe', { type: 'checkbox' })}
            />
            <AnchorLink to="/forgot-password" search={emailIn(form.values.email)} size="sm">
              {t('forgotPassword.title')}
            </AnchorLink>
          </Group>
          <RefusalNote error={form.failure} secondsLeft={secondsLeft} email={form.values.email} />
          <Button
            type="submit"
            loading={form.submitting}
            disabled={isCode(form.failure, 'RATE_LIMITED') && secondsLeft > 0}
          >
            {t('action.signIn')}
          </Button>
        </Stack>
      </form>
      <OtherWays
        passkey={passkey}
        search={{ ...emailIn(form.values.email), ...(returnTo && { returnTo }) }}
      />
    </SignInLayout>
  );
}

/** Takes the typed email along to the next page. */
function emailIn(email: string): { email?: string } {
  return email.includes('@') ? { email } : {};
}
