import type { OAuthError } from '@latchkey/contract';
import { Alert, Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, isCode } from '../client.ts';
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

const providerFailures: Record<OAuthError, string> = {
  oauth_denied: "You didn't approve the sign-in. Try again, or use your password.",
  invalid_state: 'That sign-in took too long or was opened twice. Try again.',
  token_exchange_failed: "The provider didn't confirm your sign-in. Try again in a moment.",
  profile_fetch_failed: "The provider didn't tell us who you are. Try again in a moment.",
  email_not_verified: "Your provider hasn't verified your email. Verify it there, then try again.",
  sign_in_method_not_allowed: "Signing in with this provider isn't allowed here. Choose another way.",
  sso_required: "Sign in through your organization's identity provider.",
  account_inactive: 'This account is deactivated. Contact an administrator.',
  provider_unavailable: "We can't reach the provider right now. Try again later, or use your password.",
};

function ProviderFailure({ code }: { code: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {providerFailures[code as OAuthError] ?? "Sign-in didn't work. Try again."}
    </Alert>
  );
}

export function LoginPage() {
  const { returnTo, email, error } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { email: email ?? '', password: '', rememberMe: false } });
  const secondsLeft = useWait(form.failure);
  const passkey = usePasskeySignIn(returnTo, form.values.rememberMe);
  const submit = form.submit(async (body) => {
    const answer = await api.login({ body });
    passkeyOffer.earn();
    await finish(answer);
  });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const footer = (
    <>
      New here?{' '}
      <AnchorLink to="/register" search={onward(returnTo)}>
        Create an account
      </AnchorLink>
    </>
  );
  return (
    <SignInLayout title="Sign in" footer={footer}>
      {error && !form.failure && <ProviderFailure code={error} />}
      <ProviderButtons returnTo={returnAddress(returnTo)} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username webauthn"
            ref={email ? undefined : firstField}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            ref={email ? firstField : undefined}
            {...form.getInputProps('password')}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox label="Keep me signed in" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
            <AnchorLink to="/forgot-password" search={emailIn(form.values.email)} size="sm">
              Forgot your password?
            </AnchorLink>
          </Group>
          <RefusalNote error={form.failure} secondsLeft={secondsLeft} email={form.values.email} />
          <Button
            type="submit"
            loading={form.submitting}
            disabled={isCode(form.failure, 'RATE_LIMITED') && secondsLeft > 0}
          >
            Sign in
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
