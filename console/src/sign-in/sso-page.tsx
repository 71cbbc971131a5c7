import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { ssoAddress } from '../ui/sso-address.ts';
import { SignInLayout } from './layout.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward, returnAddress } from './return-address.ts';

const route = getRouteApi('/sso');

/** Finds the identity provider of a person's organization by their address, and goes there. */
export function SsoPage() {
  const t = useT();
  const { email = '', returnTo } = route.useSearch();
  const [unknown, setUnknown] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const form = useApiForm({ initialValues: { email } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (body) => {
    setUnknown(undefined);
    const { redirectTo } = await api.discoverSso({ body });
    const address = ssoAddress(redirectTo, returnAddress(returnTo));
    if (!address) return setUnknown(body.email.trim().split('@').at(-1));
    setLeaving(true);
    window.location.assign(address);
  });
  const footer = (
    <AnchorLink to="/login" search={onward(returnTo)}>
      {t('action.backToSignIn')}
    </AnchorLink>
  );
  return (
    <SignInLayout title={t('sso.title')} description={t('sso.text')} footer={footer}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('sso.email')}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          {unknown !== undefined && (
            <Alert color="orange" icon={<IconInfoCircle size={18} />} title={t('sso.unknown')} role="alert">
              {t('sso.unknownText', { domain: unknown })}
            </Alert>
          )}
          <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
          <Button type="submit" loading={form.submitting || leaving} disabled={secondsLeft > 0}>
            {t('action.continue')}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
