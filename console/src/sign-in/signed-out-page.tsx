import { Button, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { api, events, isCode } from '../client.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';

const route = getRouteApi('/signed-out');

/** Where a sign-out that an application requested ends. Anyone can link to it, so it asks first. */
export function SignedOutPage() {
  const { request } = route.useSearch();
  const [gone, setGone] = useState(!request);
  return gone || !request ? <SignedOut /> : <Question request={request} onGone={() => setGone(true)} />;
}

function SignedOut() {
  return (
    <SignInLayout title="You're signed out">
      <Text>You can close this page now.</Text>
      <ButtonLink to="/login" variant="default">
        Sign in again
      </ButtonLink>
    </SignInLayout>
  );
}

function Question({ request, onGone }: { request: string; onGone: () => void }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const signOut = async () => {
    setPending(true);
    setFailure(null);
    try {
      const { redirectTo } = await api.confirmLogout({ body: { request } });
      events.forget();
      window.location.assign(redirectTo);
    } catch (error) {
      setPending(false);
      if (isCode(error, 'UNAUTHENTICATED')) return onGone();
      setFailure(error);
    }
  };
  return (
    <SignInLayout title="Sign out?">
      <Text>
        An application asked us to sign you out of {branding.productName}. That also ends your session in the
        applications you signed in to from here.
      </Text>
      <ErrorNote error={failure} />
      <Stack gap="sm">
        <Button loading={pending} onClick={() => void signOut()}>
          Sign out
        </Button>
        <ButtonLink to="/" variant="default">
          Stay signed in
        </ButtonLink>
      </Stack>
    </SignInLayout>
  );
}
