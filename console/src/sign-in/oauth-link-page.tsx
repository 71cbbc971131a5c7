import { Button, PasswordInput, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

const route = getRouteApi('/auth/oauth/link');

function LinkForm({ token, returnTo }: { token: string; returnTo: string | undefined }) {
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { password: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async ({ password }) =>
    finish(await api.linkOAuth({ body: { token, password } })),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          Link and sign in
        </Button>
        <AnchorLink to="/forgot-password" size="sm">
          Forgot your password?
        </AnchorLink>
      </Stack>
    </form>
  );
}

/** A provider says who one is, but an account with that address exists: its password shows that both are one person. */
export function OAuthLinkPage() {
  const token = useToken();
  const { returnTo } = route.useSearch();
  if (!token) return <ExpiredSignIn />;
  return (
    <SignInLayout
      title="Link your account"
      description="An account with your email exists already. Enter its password once, and from then on you can sign in either way."
      footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}
    >
      <LinkForm token={token} returnTo={returnTo} />
    </SignInLayout>
  );
}
