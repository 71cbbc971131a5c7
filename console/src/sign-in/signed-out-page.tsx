import { Button, Stack, Text } from '@mantine/core';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { api, events, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
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
  const t = useT();
  const { note } = useLocation().state;
  return (
    <SignInLayout title={t('signedOut.title')}>
      <Text>{note ?? t('signedOut.text')}</Text>
      <ButtonLink to="/login" variant="default">
        {t('signedOut.again')}
      </ButtonLink>
    </SignInLayout>
  );
}

function Question({ request, onGone }: { request: string; onGone: () => void }) {
  const t = useT();
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
    <SignInLayout title={t('signedOut.askTitle')}>
      <Text>{t('signedOut.ask', { product: branding.productName })}</Text>
      <ErrorNote error={failure} />
      <Stack gap="sm">
        <Button loading={pending} onClick={() => void signOut()}>
          {t('signedOut.signOut')}
        </Button>
        <ButtonLink to="/" variant="default">
          {t('signedOut.stay')}
        </ButtonLink>
      </Stack>
    </SignInLayout>
  );
}
