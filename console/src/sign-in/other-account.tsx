import { Alert, Button, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { api, events } from '../client.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';
import type { Me } from './use-verification-link.ts';

type Props = { me: Me; address: string; onSignedOut: () => void };

/** The link belongs to an account other than the one signed in here. */
export function OtherAccount({ me, address, onSignedOut }: Props) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const switchAccount = async () => {
    setPending(true);
    try {
      await api.logout();
      events.forget();
      onSignedOut();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  return (
    <SignInLayout title="Verify your email">
      <Stack>
        <Alert icon={<IconInfoCircle size={18} />}>
          {me.impersonating ? (
            <>
              You're impersonating <b>{me.user.email}</b>. Stop impersonating before you verify{' '}
              <b>{address}</b>.
            </>
          ) : (
            <>
              You're signed in as <b>{me.user.email}</b>, but we sent this link to <b>{address}</b> for
              another account. Switch to that account to verify the address.
            </>
          )}
        </Alert>
        <ErrorNote error={failure} />
        {!me.impersonating && (
          <Button loading={pending} onClick={() => void switchAccount()}>
            Switch account
          </Button>
        )}
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      </Stack>
    </SignInLayout>
  );
}
